"""The renaming of players in the records of rounds.

A player's name can also be another word of the record, such as the code of a suit. Then not all of its occurrences are
renamed, but the largest set of them that changes neither the record's points nor its problems. If no such set is found,
all occurrences are renamed.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import chain, combinations, islice
from typing import Any

from .engine import Engine
from .game import AnyGame
from .seats import AnyTable

# Names that could be words of the score file: kinds, suits, keys, choices and some cards have small letters, the codes
# of most cards have capitals and digits.
_LIKE_A_WORD = re.compile(r"[a-z0-9_-]+|[A-Z0-9]{1,4}")
# The key of a record's note, a free text in which no name is replaced.
_FREE_TEXT = "note"

# How many sets of paths are tried at most: for one record, and for all records of one renaming. A malicious record can
# have a huge number of sets; for a record that was typed the first set nearly always fits.
MOST_WAYS, MOST_IN_ALL = 300, 20_000

# The path of a value in a record: its keys and, for an item of a list, "*" (in a pair: the index). For a key, it is the
# path of the key's object, with "@" as the last step.
type Path = tuple[str, ...]


class Naming:
    """The renaming of one player, from `old` to `new`, in the records of one table."""

    def __init__(self, game: AnyGame, table: AnyTable, old: str, new: str) -> None:
        self.game, self.old, self.new = game, old, new
        self.before = table
        self.ways_left = MOST_IN_ALL
        self.after = table.under_names({old: new})

    def record(self, record: Any) -> Any:
        """Return a round's record with the player's old name replaced by the new one, except in notes.

        If the name could be a word of the score file, `_of_the_player` decides which occurrences are replaced.
        """
        paths = sorted(set(_places(record, self.old)))
        if paths and _LIKE_A_WORD.fullmatch(self.old):
            paths = list(self._of_the_player(record, paths))
        return _replaced(record, self.old, self.new, paths) if paths else record

    def trick(self, trick: dict[str, Any]) -> dict[str, Any]:
        """Return the record of a single trick with the player renamed in `plays`: in the first item of each pair."""
        found: dict[str, Any] = _replaced(trick, self.old, self.new, [_WHO_PLAYED])
        return found

    def _of_the_player(self, record: Any, paths: list[Path]) -> Collection[Path]:
        """Return the largest set of these paths that can be renamed without a change of the points or problems' codes.

        Return all paths if no such set is found.
        """
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
    """Return the path of the item with this index in the list at `path`. Its last step is "*", the same for all items.

    In a list inside a list, the last step is the index instead, since such a list is a pair, as of a player and a card.
    """
    return (*path, str(index) if path[-1:] == ("*",) else "*")


def _places(value: Any, name: str, path: Path = ()) -> Iterator[Path]:
    """Yield the paths at which the name is a value, or a key of an object inside the record (path ending in "@").

    The record's own keys and all notes are left out.
    """
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
    """Yield the renamings, one after the other, that give all who ever sat at a table these names.

    `names` are in the order of `table.everyone`. Players can exchange their names: a player whose new name is still in
    use has a temporary name in between.
    """
    now = list(table.everyone)
    others = [seat for seat, name in enumerate(names) if name != now[seat]]
    out_of_the_way = [(seat, f"\n{seat}") for seat in others if names[seat] in now]  # a name that no player has
    for seat, name in [*out_of_the_way, *((seat, names[seat]) for seat in others)]:
        yield Naming(game, table.under_names(dict(zip(table.everyone, now, strict=True))), now[seat], name)
        now[seat] = name


def under_the_names_of(game: AnyGame, table: AnyTable, record: Any, called: Sequence[str]) -> Any:
    """Return a round's record with the table's names in place of those in `called`.

    `called` are the record's names for all who ever sat at the table, in the order of `table.everyone`. The record is
    returned unchanged if their number differs from the table's or if one of them occurs twice.
    """
    if len(called) == len(set(called)) == len(table.everyone):
        ways_left = MOST_WAYS  # for this record, in all renamings together
        theirs = table.under_names(dict(zip(table.everyone, called, strict=True)))
        for naming in renamings(game, theirs, table.everyone):
            naming.ways_left = ways_left
            record = naming.record(record)
            ways_left = naming.ways_left
    return record
