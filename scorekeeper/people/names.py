"""Names of players and groups: how they are tidied, and when two are the same."""

import re
import unicodedata

from django.utils.translation import gettext as _

from games.kernel.visible import visible
from games.kernel.words import isolated

# Joiners that emoji and some scripts need, and what chooses between two looks of a character ("❤" as an emoji); every other
# invisible character is dropped.
_JOINERS = "\u200c\u200d"
_SHAPES = re.compile(f"[{_JOINERS}\ufe00-\ufe0f\u180b-\u180d\u180f\U000e0100-\U000e01ef]")


def tidy(name: str) -> str:
    """Return a name as people see it: composed, nothing invisible, single spaces; "" where nothing is seen."""
    if not visible(name):
        return ""
    kept = (" " if c.isspace() else c for c in name if c.isspace() or _SHAPES.match(c) or _is_seen(c))
    return unicodedata.normalize("NFC", " ".join("".join(kept).split()).strip(_JOINERS))


def _is_seen(character: str) -> bool:
    return bool(visible(character)) and unicodedata.category(character) not in {"Cc", "Cf", "Cs", "Co", "Cn"}


def key(name: str) -> str:
    """Return the key by which names are compared: the same for names that look the same to people at a table."""
    return unicodedata.normalize("NFC", " ".join(visible(tidy(name)).casefold().split()))


# A code without a name is written down by its number, behind a space, with which nobody's name begins; before it had one,
# by what it allows, in the phone's language.
_CODE = re.compile(r" #([0-9]{1,9})")
_BEFORE = {"scorer", "viewer", "schreibt mit", "schaut zu"}


def code(number: int) -> str:
    """Return the name under which a code without a name is recorded."""
    return f" #{number}"


def writer(by: str) -> str:
    """Return the name of somebody who made a change, for display."""
    if found := _CODE.fullmatch(by):
        return _("Phone %(number)s") % {"number": found[1]}
    return _("Someone") if by in _BEFORE else isolated(by)


def someone(by: str) -> str:
    """Return the name of somebody else who made a change, for display; "" if it is not known."""
    return writer(by) or _("Someone else")


def folded(name: str) -> str:
    """Return it without case and accents: no two accounts have names that are the same so."""
    letters = unicodedata.normalize("NFKD", key(name))
    return "".join(c for c in letters if not unicodedata.combining(c)).casefold() or key(name)
