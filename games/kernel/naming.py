"""Renaming players in records that were written down.

Records name their players, and a name may look like another word of the record: somebody called "E" is no suit. In that
case the rules tell where the word is the player: a record must score the same under the new name.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import chain, combinations, islice
from typing import Any

from .engine import Engine
from .game import AnyGame
from .seats import AnyTable

# What the score file's own words look like: kinds, colours and keys in small letters, cards in capitals and digits.
_LIKE_A_WORD = re.compile(r"[a-z_]+|[A-Z0-9]{1,4}")
# The key of what people write freely; a name in that text is not replaced.
_FREE_TEXT = "note"

# How many ways to change one record are tried, and how many for all records of a table. A made-up record can have
# endlessly many ways; for a record that was typed the first one nearly always fits.
MOST_WAYS, MOST_IN_ALL = 300, 20_000

# Where something stands in a record; "*" is any place of a list.
type Path = tuple[str, ...]


class Naming:
    """The renaming of one player, from `old` to `new`, in the records of one table."""

    def __init__(self, game: AnyGame, table: AnyTable, old: str, new: str) -> None:
        self.game, self.old, self.new = game, old, new
        self.before = table
        self.ways_left = MOST_IN_ALL
        self.after = table.under_names({old: new})

    def record(self, record: Any) -> Any:
        """Return a round's record under the new name."""
        paths = sorted(set(_places(record, self.old)))
        if paths and _LIKE_A_WORD.fullmatch(self.old):
            paths = list(self._of_the_player(record, paths))
        return _replaced(record, self.old, self.new, paths) if paths else record

    def trick(self, trick: dict[str, Any]) -> dict[str, Any]:
        """Return a single trick, free or being written down, under the new name: in it only who played is a name."""
        found: dict[str, Any] = _replaced(trick, self.old, self.new, [_WHO_PLAYED])
        return found

    def _of_the_player(self, record: Any, paths: list[Path]) -> Collection[Path]:
        """Return the places where the word is the player: the most whose change leaves the score the same."""
        outcome = self._outcome(record, self.before)
        ways = chain.from_iterable(combinations(paths, number) for number in range(len(paths), -1, -1))
        for chosen in islice(ways, min(MOST_WAYS, self.ways_left)):
            self.ways_left -= 1
            if self._outcome(_replaced(record, self.old, self.new, chosen), self.after) == outcome:
                return chosen
        return paths

    def _outcome(self, record: Any, table: AnyTable) -> tuple[list[int] | None, list[str]]:
        """Return points by seat and the codes of the problems."""
        scored = Engine(self.game, table, None).enter(record)
        points = [scored.score.points.get(name, 0) for name in table.everyone] if scored.score else None
        return points, sorted(problem.code for problem in scored.problems)


_WHO_PLAYED: Path = ("plays", "*", "0")


def _step(path: Path, index: int) -> Path:
    """Return the path of an item of a list.

    A list inside a list is a pair, of a player and a card or of a player and what they have; there the index counts.
    """
    return (*path, str(index) if path[-1:] == ("*",) else "*")


def _places(value: Any, name: str, path: Path = ()) -> Iterator[Path]:
    """Yield the places where the name stands, as a value or, with "@", as a key; the record's own keys are no names."""
    if value == name and path:
        yield path
    elif isinstance(value, dict):
        for key, part in value.items():
            if key == _FREE_TEXT:
                continue
            if key == name and path:
                yield (*path, "@")
            yield from _places(part, name, (*path, key))
    elif isinstance(value, list):
        for index, part in enumerate(value):
            yield from _places(part, name, _step(path, index))


def _replaced(value: Any, old: str, new: str, paths: Collection[Path], path: Path = ()) -> Any:
    if value == old and path:
        return new if path in paths else value
    if isinstance(value, dict):
        found = {}
        for key, part in value.items():
            named = key == old and (*path, "@") in paths
            free = key == _FREE_TEXT
            found[new if named else key] = part if free else _replaced(part, old, new, paths, (*path, key))
        return found
    if isinstance(value, list):
        return [_replaced(part, old, new, paths, _step(path, index)) for index, part in enumerate(value)]
    return value


def renamings(game: AnyGame, table: AnyTable, names: Sequence[str]) -> Iterator[Naming]:
    """Yield the steps by which all who ever sat at a table get these names; two players may exchange theirs."""
    now = list(table.everyone)
    others = [seat for seat, name in enumerate(names) if name != now[seat]]
    out_of_the_way = [(seat, f"\n{seat}") for seat in others if names[seat] in now]  # a name that nobody has
    for seat, name in [*out_of_the_way, *((seat, names[seat]) for seat in others)]:
        yield Naming(game, table.under_names(dict(zip(table.everyone, now, strict=True))), now[seat], name)
        now[seat] = name


def under_the_names_of(game: AnyGame, table: AnyTable, record: Any, called: Sequence[str]) -> Any:
    """Return a round's record with the names of the table in it.

    `called` are the names that the record uses for all who ever sat there, in the table's order. If they do not fit the
    table, the record stays as it is.
    """
    if len(called) == len(set(called)) == len(table.everyone):
        ways_left = MOST_WAYS  # for all of them
        theirs = table.under_names(dict(zip(table.everyone, called, strict=True)))
        for naming in renamings(game, theirs, table.everyone):
            naming.ways_left = ways_left
            record = naming.record(record)
            ways_left = naming.ways_left
    return record
