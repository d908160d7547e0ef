"""The approximate width of a text, estimated without its font, for charts and for columns of names."""

from __future__ import annotations

import re

_WIDE, _NARROW = frozenset("mwMW@"), frozenset("fijlrtI.,'’ ")
_ISOLATES = dict.fromkeys(map(ord, "\u2068\u2069"))  # invisible characters


def width(text: str) -> int:
    """Return a text's width in letters of medium width, rounded up. A character above U+2E80 (CJK) is two wide."""
    halves = sum(
        3 if c in _WIDE else 1 if c in _NARROW else 4 if c > "\u2e80" else 2 for c in text.translate(_ISOLATES)
    )
    return -(-halves // 2)


def widest_word(text: str) -> int:
    """Return the width of the widest word of a text; words end at spaces and hyphens."""
    return max(map(width, re.split(r"[\s-]+", text)))
