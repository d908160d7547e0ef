"""What a document of another installation must look like before anything in it is used."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import Any

from scorekeeper.people import names
from scorekeeper.people.models import NAME_LENGTH

FIRST_YEAR, LAST_YEAR = 1900, 2999  # wider than any real date, but well inside what `datetime` can hold
DEEPEST = 12  # lists and maps within each other
LARGEST_NUMBER = 2**53
MOST = 10_000  # in a list

type Shape = Callable[[Any], bool]


def text(most: int, least: int = 0) -> Shape:
    return lambda value: isinstance(value, str) and least <= len(value) <= most and _storable(value)


def _storable(value: str) -> bool:
    """Neither a NUL nor half a character, which no database keeps."""
    return "\0" not in value and not any("\ud800" <= letter <= "\udfff" for letter in value)


def called(value: Any) -> bool:
    """What a person, a season or a group is called: also as it is kept, tidied, it is not too long."""
    return text(NAME_LENGTH, 1)(value) and 1 <= len(names.tidy(value)) <= NAME_LENGTH


def whole(least: int, most: int) -> Shape:
    return lambda value: type(value) is int and least <= value <= most


def flag(value: Any) -> bool:
    return isinstance(value, bool)


def maybe(shape: Shape) -> Shape:
    return lambda value: value is None or shape(value)


def many(shape: Shape, most: int = MOST) -> Shape:
    return lambda value: isinstance(value, list) and len(value) <= most and all(map(shape, value))


def by_name(shape: Shape, most: int = 100_000) -> Shape:
    return lambda value: (
        isinstance(value, dict) and len(value) <= most and all(text(200)(name) and shape(value[name]) for name in value)
    )


def fields(**shapes: Shape) -> Shape:
    """A map with exactly these keys."""
    return lambda value: (
        isinstance(value, dict) and value.keys() == shapes.keys() and all(shapes[name](value[name]) for name in shapes)
    )


def moment(value: Any) -> bool:
    """A time with its zone, as `isoformat` writes it."""
    try:
        read = datetime.datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return False
    return read is not None and read.tzinfo is not None and FIRST_YEAR <= read.year <= LAST_YEAR


def plain(value: Any, deep: int = 0) -> bool:
    """Anything that JSON can hold, if it is neither very deep nor has numbers that are no whole ones."""
    if deep > DEEPEST:
        return False
    if isinstance(value, dict):
        return all(_storable(name) and plain(each, deep + 1) for name, each in value.items())
    if isinstance(value, list):
        return all(plain(each, deep + 1) for each in value)
    if isinstance(value, str):
        return _storable(value)
    return value is None or isinstance(value, bool) or (isinstance(value, int) and abs(value) <= LARGEST_NUMBER)


def record(value: Any) -> bool:
    return isinstance(value, dict) and plain(value)
