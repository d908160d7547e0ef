"""Names: their normal form, keys to compare them, and the recorded names of people who made changes."""

import re
import unicodedata

from django.utils.translation import gettext as _

from games.kernel.words import isolated, visible

# The only invisible characters that `tidy` keeps. Emoji and some scripts need joiners. Variation selectors choose
# between two looks of a character ("❤" as an emoji).
_JOINERS = "\u200c\u200d"
_SHAPES = re.compile(f"[{_JOINERS}\ufe00-\ufe0f\u180b-\u180d\u180f\U000e0100-\U000e01ef]")

# Characters. Normalizing takes the square of the length, so the rest is cut off first; no field allows that many.
_LONGEST = 1000


def tidy(name: str) -> str:
    """Return a name in its normal form: NFC, with single spaces; "" if it has no visible character."""
    name = " ".join(name.split())[:_LONGEST]
    if not visible(name):
        return ""
    # Joiners inside the name and variation selectors are kept, though they are invisible.
    kept = (" " if c.isspace() else c for c in name if c.isspace() or _SHAPES.match(c) or _is_seen(c))
    return unicodedata.normalize("NFC", " ".join("".join(kept).split()).strip(_JOINERS))


def _is_seen(character: str) -> bool:
    return bool(visible(character)) and unicodedata.category(character) not in {"Cc", "Cf", "Cs", "Co", "Cn"}


def key(name: str) -> str:
    """Return the key by which names are compared: the tidy name without case and without any invisible characters."""
    return unicodedata.normalize("NFC", " ".join(visible(tidy(name)).casefold().split()))


# The recorded name for a share link without a name is " #" and the link's number; no other name begins with a space.
# Older versions recorded the link's role, in the language of the phone (`_BEFORE`).
_CODE = re.compile(r" #([0-9]{1,9})")
_BEFORE = {"scorer", "viewer", "schreibt mit", "schaut zu"}


def code(number: int) -> str:
    """Return the name to record for changes by a share link without a name; `number` is the `ShareLink.number`."""
    return f" #{number}"


def writer(by: str) -> str:
    """Return the recorded name `by` for display; "" stays ""."""
    if found := _CODE.fullmatch(by):
        return _("Phone %(number)s") % {"number": found[1]}
    return _("Someone") if by in _BEFORE else isolated(by)


def someone(by: str) -> str:
    """Return the recorded name for display, as `writer` does. If no name was recorded, return "Someone else"."""
    return writer(by) or _("Someone else")


def folded(name: str) -> str:
    """Return a name without case and accents. No two accounts may have the same folded name (`User.folded_name`)."""
    letters = unicodedata.normalize("NFKD", key(name))
    return "".join(c for c in letters if not unicodedata.combining(c)).casefold() or key(name)
