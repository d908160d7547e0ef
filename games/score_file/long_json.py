"""Reads a JSON object with a very long list in it, without holding all of the list at once.

The list is gone through twice: first to see that every entry is sound, keeping only where each begins, and again
when somebody looks at the entries, one by one. A hundred thousand rounds then take the memory of one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterator
from typing import Any

type Decode = Callable[[str, int], tuple[Any, int]]
"""Reads one value of a text from a place on; gives it and the place behind it."""

_SPACE = re.compile(r"[ \t\n\r]*")
_read_again: Decode = json.JSONDecoder().raw_decode


class Entries:
    """A list of a JSON text, read entry by entry as it is gone through."""

    __slots__ = ("_beginnings", "_text")

    def __init__(self, text: str, beginnings: list[int]) -> None:
        self._text = text
        self._beginnings = beginnings

    def __len__(self) -> int:
        return len(self._beginnings)

    def __getitem__(self, number: int) -> Any:
        return _read_again(self._text, self._beginnings[number])[0]

    def __iter__(self) -> Iterator[Any]:
        return map(self.__getitem__, range(len(self)))


def read_object(text: str, long_lists: Collection[str], decode: Decode) -> dict[str, Any]:
    """The object that the whole text is; lists under these of its keys become `Entries`.

    Raises ValueError if the text is no such object or a key stands twice in it, and whatever `decode` raises.
    """
    members: dict[str, Any] = {}
    cursor = _Cursor(text, decode)
    cursor.expect("{")
    for _ in cursor.items("}"):
        key = cursor.value()
        cursor.expect(":")
        if not isinstance(key, str) or key in members:
            raise ValueError("no key, or one that was there before")
        if key in long_lists and cursor.passes("["):
            beginnings = []
            for beginning in cursor.items("]"):
                beginnings.append(beginning)
                cursor.value()
            members[key] = Entries(text, beginnings)
        else:
            members[key] = cursor.value()
    if cursor.place != len(text):
        raise ValueError("more than one value")
    return members


class _Cursor:
    """Goes through a JSON text."""

    def __init__(self, text: str, decode: Decode) -> None:
        self.text = text
        self.decode = decode
        self.place = 0
        self._step(0)

    def _step(self, place: int) -> None:
        space = _SPACE.match(self.text, place)
        self.place = space.end() if space else place

    def passes(self, mark: str) -> bool:
        """Return whether this mark stands here, and go past it."""
        if not self.text.startswith(mark, self.place):
            return False
        self._step(self.place + len(mark))
        return True

    def expect(self, mark: str) -> None:
        if not self.passes(mark):
            raise ValueError(f"no {mark}")

    def value(self) -> Any:
        value, place = self.decode(self.text, self.place)
        self._step(place)
        return value

    def items(self, closing: str) -> Iterator[int]:
        """Stop before each item of a list or an object; whoever asks reads the item."""
        if self.passes(closing):
            return
        while True:
            yield self.place
            if self.passes(closing):
                return
            self.expect(",")
