"""Where long words may break at a line's end, by the language of the page; many browsers know no such rules."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from pyphen import LANGUAGES, HyphDict, Pyphen, hdcache, ignored, parse

from scorekeeper.web.formatting import language

SOFT = "\u00ad"  # shows as a hyphen only where a line ends at it
_WORD = re.compile(r"<[^>]*>|&\w+;|[^\W\d_]+")  # what is markup stays as it is
_WIDE, _NARROW = frozenset("mwMW@"), frozenset("fijlrtI.,'’ ")


class _Patterns(dict[str, str]):
    """Those of a language as its file has them, by their letters."""

    def get(self, letters: str, default: Any = None) -> Any:
        """From where on a pattern has values, and these; None where there is none."""
        pattern = super().get(letters)
        return default if pattern is None else (0, [int(value or 0) for value, _letter in parse(pattern)])


class _Rules(HyphDict):  # type: ignore[misc]
    """Pyphen's, but a pattern is understood when a word asks for it: all of German's at once take a second."""

    def __init__(self, path: Path) -> None:
        whole = path.read_bytes().translate(None, b" \t\r")
        encoding = whole.partition(b"\n")[0].decode()
        lines = (text.decode(encoding).split("\n")[1:] for text in (whole.translate(None, b"0123456789"), whole))
        pairs = zip(*lines, strict=True)
        self.patterns = _Patterns(pair for pair in pairs if pair[0] != pair[1] and not pair[1].startswith(ignored))
        self.cache: dict[str, list[int]] = {}
        self.maxlen = max(map(len, self.patterns))


@cache
def _rules(code: str) -> Pyphen:
    path = LANGUAGES[{"de": "de_DE", "en": "en_US"}[code]]
    hdcache[path] = _Rules(path)
    return Pyphen(path, left=3, right=3)


@lru_cache(maxsize=4096)
def _broken(code: str, word: str) -> str:
    return str(_rules(code).inserted(word, SOFT))


def hyphenated(text: str, least: int = 7) -> SafeString:
    """The text, or HTML, with soft hyphens in its words of so many letters and more."""
    code = language()

    def broken(found: re.Match[str]) -> str:
        word = found[0]
        return word if len(word) < least or word[0] in "<&" else _broken(code, word)

    return mark_safe(_WORD.sub(broken, conditional_escape(text)))  # noqa: S308 - escaped as it was


def narrowest(name: str) -> int:
    """How many letters wide a column must be for a name in it: each word breaks once at most, and by the rules."""
    return _narrowest(language(), name)


@lru_cache(maxsize=1000)
def _narrowest(code: str, name: str) -> int:
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
