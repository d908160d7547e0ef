"""The visible characters of a text."""

from __future__ import annotations

import re

# Characters that nobody sees. Most have Unicode's property Default_Ignorable_Code_Point, which the standard library
# does not know. The last line has blanks that are not white space, such as U+2800.
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff"
    "\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
    "\u2800\U0001d159\U00013441\U00013442\U00016fe4]"
)


def visible(text: str) -> str:
    """Return a text without its invisible characters; "" if nothing but white space is left."""
    seen = _INVISIBLE.sub("", text)
    return seen if seen.strip() else ""
