"""Another name for somebody in what was written down.

Records name their players, and a name may look like one of their other words: somebody called "E" is no suit. Where
it does, the rules tell which of them is the player: a record must score the same under the new name.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from itertools import chain, combinations, islice
from typing import Any

from games.kernel.engine import Engine
from games.kernel.game import AnyGame
from games.kernel.seats import AnyTable
from scorekeeper.nights.models import Change, Draft, Entry, Match, Refused
from scorekeeper.people.models import Player

_RECORDS = {Change.Verb.ADDED, Change.Verb.CORRECTED, Change.Verb.REMOVED, Change.Verb.RESTORED}

# What the score file's own words look like: kinds, colours and keys are small, cards capitals and figures.
_LIKE_A_WORD = re.compile(r"[a-z_]+|[A-Z0-9]{1,4}")
# People's own words; what stands there is nobody's seat.
_FREE_TEXT = "note"

# How many ways to change a record are tried, and those of a table in all: a record that somebody has made up has no end of
# them, and one that was typed seldom needs the second.
MOST_WAYS, MOST_IN_ALL = 300, 20_000

# Where something stands in a record; "*" is any place of a list.
type Path = tuple[str, ...]


class Naming:
    """`old` becomes `new` in the records of one table."""

    def __init__(self, game: AnyGame, table: AnyTable, old: str, new: str) -> None:
        self.game, self.old, self.new = game, old, new
        self.before = table
        self.ways_left = MOST_IN_ALL
        self.after = game.table(tuple(new if name == old else name for name in table.players), table.options)

    def record(self, record: Any) -> Any:
        """A round's record under the new name."""
        paths = sorted(set(_places(record, self.old)))
        if paths and _LIKE_A_WORD.fullmatch(self.old):
            paths = list(self._of_the_player(record, paths))
        return _replaced(record, self.old, self.new, paths) if paths else record

    def trick(self, trick: dict[str, Any]) -> dict[str, Any]:
        """A single trick, free or being written down: only who played is a name."""
        found: dict[str, Any] = _replaced(trick, self.old, self.new, [_WHO_PLAYED])
        return found

    def _of_the_player(self, record: Any, paths: list[Path]) -> Collection[Path]:
        """The places that are names by the rules: those that may all be changed, and the record says the same."""
        outcome = self._outcome(record, self.before)
        ways = chain.from_iterable(combinations(paths, number) for number in range(len(paths), -1, -1))
        for chosen in islice(ways, min(MOST_WAYS, self.ways_left)):
            self.ways_left -= 1
            if self._outcome(_replaced(record, self.old, self.new, chosen), self.after) == outcome:
                return chosen
        return paths

    def _outcome(self, record: Any, table: AnyTable) -> tuple[list[int] | None, list[str]]:
        """Points by seat and the codes of the problems."""
        scored = Engine(self.game, table, None).enter(record)
        points = [scored.score.points.get(name, 0) for name in table.players] if scored.score else None
        return points, sorted(problem.code for problem in scored.problems)


_WHO_PLAYED: Path = ("plays", "*", "0")


def _step(path: Path, index: int) -> Path:
    """Into a list; what stands in a list of a list is a pair: a player and a card, or what they have."""
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


def follow_name(player: Player, **signal: Any) -> None:
    """Write games that are not over under the player's new name. Those that are over keep the one they were played under."""
    for match in Match.objects.not_deleted().filter(seats__player=player, finished=False):
        if player.name not in {seat.name for seat in match.seated}:
            rename_seat(match, player, player.name)
            match.touch()


def rename_seat(match: Match, player: Player, new: str) -> None:
    """Give the player's seat this name, and everything written down of the match with it."""
    seat = next(seat for seat in match.seated if seat.player_id == player.pk)
    naming = Naming(match.game, _table(match), seat.name, new)
    _write(match.entries.all(), "record", naming)
    with_records = [change for change in match.changes.all() if change.verb in _RECORDS]
    _write(with_records, "before", naming)
    _write(with_records, "after", naming)
    for draft in Draft.objects.filter(match=match):
        if draft.screen_code:  # its parts name the seats
            continue
        draft.record = naming.record(draft.record)
        draft.tricks = [naming.trick(trick) for trick in draft.tricks]
        draft.save(update_fields=["record", "tricks"])
    tricks = [naming.trick(trick) for trick in match.saved_tricks]
    Match.objects.filter(pk=match.pk).update(saved_tricks=tricks)
    seat.name = new
    seat.save(update_fields=["name"])


def _table(match: Match) -> Any:
    """The table, with the usual house rules where the match's own are no longer possible."""
    try:
        return match.table
    except Refused:
        return match.table_with({})


def _write[Row: (Entry, Change)](rows: Iterable[Row], field: str, naming: Naming) -> None:
    """Write what changed in this field."""
    changed: list[Row] = []
    for row in rows:
        before = getattr(row, field)
        after = None if before is None else naming.record(before)
        if after != before:
            setattr(row, field, after)
            changed.append(row)
    if changed:
        type(changed[0])._default_manager.bulk_update(changed, [field], batch_size=100)
