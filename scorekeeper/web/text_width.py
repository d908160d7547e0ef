"""The approximate width of a text, without its font: for drawings, and for columns in which names must fit."""

from __future__ import annotations

import re

_WIDE, _NARROW = frozenset("mwMW@"), frozenset("fijlrtI.,'’ ")
_ISOLATES = dict.fromkeys(map(ord, "\u2068\u2069"))  # which nobody sees


def width(text: str) -> int:
    """Return the width in letters of medium width, rounded up; a character of a square script counts as two."""
    halves = sum(
        3 if c in _WIDE else 1 if c in _NARROW else 4 if c > "\u2e80" else 2 for c in text.translate(_ISOLATES)
    )
    return -(-halves // 2)


def widest_word(text: str) -> int:
    """Return the width of the widest of its words."""
    return max(map(width, re.split(r"[\s-]+", text)))
