"""The renaming of a player in the records of rounds.

A name can also be a word of the score file: "red" is a suit, too. Then it is not clear which occurrences in a record
mean the player. So the largest set is renamed that leaves the record's points and problems as they are. If no such set
is found, all occurrences are renamed.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import chain, combinations, islice
from typing import Any

from .engine import Engine
from .game import AnyGame
from .seats import AnyTable

# Names that could also be words of the score file. Kinds, suits, keys, choices and some cards are written in small
# letters; the codes of most cards are capitals and digits.
_LIKE_A_WORD = re.compile(r"[a-z0-9_-]+|[A-Z0-9]{1,4}")
# The key of a record's note, a free text in which no name is replaced.
_FREE_TEXT = "note"

# How many sets of paths are tried at most: MOST_WAYS for one record, MOST_IN_ALL for all records of one renaming. In a
# record that somebody typed, the first set nearly always fits. A malicious record can have a huge number of sets.
MOST_WAYS, MOST_IN_ALL = 300, 20_000

# The path of a value in a record: the keys that lead to it.
# - For an item of a list, "*" stands in place of its index. Only in a pair, the index is used.
# - The path of a key is the path of its object, followed by "@".
type Path = tuple[str, ...]


class Naming:
    """The renaming of one player, from `old` to `new`, in the records of one table."""

    def __init__(self, game: AnyGame, table: AnyTable, old: str, new: str) -> None:
        self.game, self.old, self.new = game, old, new
        self.before = table
        self.ways_left = MOST_IN_ALL
        self.after = table.under_names({old: new})

    def record(self, record: Any) -> Any:
        """Return a round's record with the player's old name replaced by the new one, except in notes."""
        paths = sorted(set(_places(record, self.old)))
        if paths and _LIKE_A_WORD.fullmatch(self.old):
            paths = list(self._of_the_player(record, paths))
        return _replaced(record, self.old, self.new, paths) if paths else record

    def trick(self, trick: dict[str, Any]) -> dict[str, Any]:
        """Return the record of a single trick with the player renamed."""
        found: dict[str, Any] = _replaced(trick, self.old, self.new, [_WHO_PLAYED])
        return found

    def _of_the_player(self, record: Any, paths: list[Path]) -> Collection[Path]:
        """Return the largest set of these paths whose renaming changes neither the points nor the problems' codes."""
        outcome = self._outcome(record, self.before)
        ways = chain.from_iterable(combinations(paths, number) for number in range(len(paths), -1, -1))
        for chosen in islice(ways, min(MOST_WAYS, self.ways_left)):
            self.ways_left -= 1
            if self._outcome(_replaced(record, self.old, self.new, chosen), self.after) == outcome:
                return chosen
        return paths

    def _outcome(self, record: Any, table: AnyTable) -> tuple[list[int] | None, list[str]]:
        """Return the points, in the order of `table.everyone` (None: no score), and the problems' codes, sorted."""
        scored = Engine(self.game, table, None).enter(record)
        points = [scored.score.points.get(name, 0) for name in table.everyone] if scored.score else None
        return points, sorted(problem.code for problem in scored.problems)


_WHO_PLAYED: Path = ("plays", "*", "0")


def _step(path: Path, index: int) -> Path:
    """Return the path of the item with this index in the list at `path`. The last step is "*"."""
    return (*path, str(index) if path[-1:] == ("*",) else "*")


def _places(value: Any, name: str, path: Path = ()) -> Iterator[Path]:
    """Yield each path at which the name is a value or, ending in "@", a key of an object inside the record."""
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
    """Yield one renaming after the other, until all who ever sat at a table have these names."""
    now = list(table.everyone)
    others = [seat for seat, name in enumerate(names) if name != now[seat]]
    out_of_the_way = [(seat, f"\n{seat}") for seat in others if names[seat] in now]  # a name that no player has
    for seat, name in [*out_of_the_way, *((seat, names[seat]) for seat in others)]:
        yield Naming(game, table.under_names(dict(zip(table.everyone, now, strict=True))), now[seat], name)
        now[seat] = name


def under_the_names_of(game: AnyGame, table: AnyTable, record: Any, called: Sequence[str]) -> Any:
    """Return a round's record with the names in `called` replaced by the table's names."""
    if len(called) == len(set(called)) == len(table.everyone):
        ways_left = MOST_WAYS  # for this record, in all renamings together
        theirs = table.under_names(dict(zip(table.everyone, called, strict=True)))
        for naming in renamings(game, theirs, table.everyone):
            naming.ways_left = ways_left
            record = naming.record(record)
            ways_left = naming.ways_left
    return record
