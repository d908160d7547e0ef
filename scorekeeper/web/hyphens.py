"""Where long words may break at a line's end, by the language of the page; many browsers know no such rules."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from threading import Lock, Timer
from typing import Any

from django.conf import settings
from django.dispatch import receiver
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from pyphen import Pyphen

from scorekeeper.server.signals import worker_begins
from scorekeeper.web.formatting import language

SOFT = "\u00ad"  # shows as a hyphen only where a line ends at it
_WORD = re.compile(r"<[^>]*>|&\w+;|[^\W\d_]+")  # what is markup stays as it is
_WIDE, _NARROW = frozenset("mwMW@"), frozenset("fijlrtI.,'’ ")


READ_AFTER = 10  # seconds
_one_reads = Lock()


def rules(code: str) -> Pyphen:
    """Those of German take a second to read, so others wait instead of reading them, too."""
    with _one_reads:
        return _read(code)


@receiver(worker_begins)
def _read_beside(**signal: Any) -> None:
    """Before most people ask, but after the start, which is busy enough."""
    reading = Timer(READ_AFTER, lambda: [rules(code) for code, _name in settings.LANGUAGES])
    reading.daemon = True
    reading.start()


@cache
def _read(code: str) -> Pyphen:
    return Pyphen(lang={"de": "de_DE", "en": "en_US"}[code], left=3, right=3)


@lru_cache(maxsize=4096)
def _broken(code: str, word: str) -> str:
    return str(rules(code).inserted(word, SOFT))


def hyphenated(text: str, least: int = 7) -> SafeString:
    """The text, or HTML, with soft hyphens in its words of so many letters and more."""
    code = language()

    def broken(found: re.Match[str]) -> str:
        word = found[0]
        return word if len(word) < least or word[0] in "<&" else _broken(code, word)

    return mark_safe(_WORD.sub(broken, conditional_escape(text)))  # noqa: S308 - escaped as it was


def narrowest(name: str) -> int:
    """How many letters wide a column must be for a name in it: each word breaks once at most, and by the rules."""
    code = language()
    words = re.split(r"[\s-]+", _WORD.sub(lambda word: _broken(code, word[0]), name))
    return max(max(map(width, _in_two(word))) for word in words)


def _in_two(word: str) -> list[str]:
    """The word in two lines that are as even as its soft hyphens allow; in one where it has none."""
    parts = word.split(SOFT)
    ways = [["".join(parts[:cut]) + "-", "".join(parts[cut:])] for cut in range(1, len(parts))]
    return min(ways, key=lambda lines: max(map(width, lines)), default=[word])


def width(text: str) -> int:
    """In letters of a middling width, rounded up; one of a script with square characters is two."""
    halves = sum(3 if c in _WIDE else 1 if c in _NARROW else 4 if c > "\u2e80" else 2 for c in text)
    return -(-halves // 2)
