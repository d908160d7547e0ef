"""Names of players and groups: how they are tidied, and when two are the same."""

import re
import unicodedata

from django.utils.translation import gettext as _

from games.kernel.visible import visible
from games.kernel.words import isolated

# Invisible characters that are kept: joiners, which emoji and some scripts need, and variation selectors, which choose
# between two looks of a character ("❤" as an emoji). All others are dropped.
_JOINERS = "\u200c\u200d"
_SHAPES = re.compile(f"[{_JOINERS}\ufe00-\ufe0f\u180b-\u180d\u180f\U000e0100-\U000e01ef]")


def tidy(name: str) -> str:
    """Return a name in its normal form (NFC, single spaces, no invisible characters); "" if nothing visible is in it."""
    if not visible(name):
        return ""
    kept = (" " if c.isspace() else c for c in name if c.isspace() or _SHAPES.match(c) or _is_seen(c))
    return unicodedata.normalize("NFC", " ".join("".join(kept).split()).strip(_JOINERS))


def _is_seen(character: str) -> bool:
    return bool(visible(character)) and unicodedata.category(character) not in {"Cc", "Cf", "Cs", "Co", "Cn"}


def key(name: str) -> str:
    """Return the key by which names are compared: the same for names that look the same to people at a table."""
    return unicodedata.normalize("NFC", " ".join(visible(tidy(name)).casefold().split()))


# Somebody who acts by a code without a name is recorded under its number, after a space, with which no name begins. Older
# versions recorded what the code allows, in the language of the phone.
_CODE = re.compile(r" #([0-9]{1,9})")
_BEFORE = {"scorer", "viewer", "schreibt mit", "schaut zu"}


def code(number: int) -> str:
    """Return the name under which changes by a code without a name are recorded."""
    return f" #{number}"


def writer(by: str) -> str:
    """Return the recorded name of whoever made a change, for display."""
    if found := _CODE.fullmatch(by):
        return _("Phone %(number)s") % {"number": found[1]}
    return _("Someone") if by in _BEFORE else isolated(by)


def someone(by: str) -> str:
    """Return the recorded name of another person who made a change, for display; "Someone else" if it is not known."""
    return writer(by) or _("Someone else")


def folded(name: str) -> str:
    """Return a name without case and accents. No two accounts may have names that are equal in this form."""
    letters = unicodedata.normalize("NFKD", key(name))
    return "".join(c for c in letters if not unicodedata.combining(c)).casefold() or key(name)
