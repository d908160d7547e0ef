"""The storing of a match's results, with the tallies and ratings that are derived from them."""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from scorekeeper.history.models import Ladder, Result, Tally
from scorekeeper.nights.models import Match


def store(match: Match) -> None:
    """Store the results of a match, and update the tallies and ratings. Do nothing if its results are unchanged."""
    before = {result.seat_id: result for result in Result.objects.filter(match=match)}
    after = {result.seat_id: result for result in Result.of(match)}
    if {seat: result.facts for seat, result in before.items()} == {
        seat: result.facts for seat, result in after.items()
    }:
        return
    same_order = _order(before.values()) == _order(after.values())
    if same_order:
        for seat, result in after.items():
            result.mu, result.sigma = before[seat].mu, before[seat].sigma
    Result.objects.filter(match=match).delete()
    Result.objects.bulk_create(after.values())
    gathered = _gathered.get()
    changed = Changed() if gathered is None else gathered
    for each in (*before.values(), *after.values()):
        changed.note(each, same_order)
    if gathered is None:
        changed.follow()


class Changed:
    """The updates that are due after results were stored."""

    def __init__(self) -> None:
        self.months: dict[tuple[int, str], set[int]] = defaultdict(set)
        self.first: dict[tuple[int, str], tuple[datetime.datetime, int]] = {}

    def note(self, result: Result, same_order: bool) -> None:
        key = (result.group_id, result.game_key)
        self.months[key].add(result.month)
        if not same_order:
            at = (result.played_at, result.match_id)
            self.first[key] = min(at, self.first.get(key, at))

    def follow(self) -> None:
        """Rebuild the tallies of the months, and calculate some of the ratings that are now pending."""
        for group in {group for group, _game in self.months}:
            games = {game: months for (each, game), months in self.months.items() if each == group}
            Tally.add_up(group, set(games), set().union(*games.values()))
        for (group, game), first in self.first.items():
            ladder = Ladder.of(group, game)
            ladder.forget_from(*first)
            ladder.recalculate(Ladder.AT_ONCE)


_gathered: ContextVar[Changed | None] = ContextVar("gathered results", default=None)


@contextmanager
def all_at_once() -> Iterator[None]:
    """Postpone the updates of tallies and ratings by all calls to `store` in the block: update once, at its end."""
    changed = Changed()
    token = _gathered.set(changed)
    try:
        yield
    finally:
        _gathered.reset(token)
    changed.follow()


def _order(results: Iterable[Result]) -> list[tuple[int, int, int | None, int | None, datetime.datetime]]:
    """Return the values of these results that ratings depend on. If they stay the same, no rating changes."""
    return sorted((each.seat_id, each.player_id, each.place, each.team, each.played_at) for each in results)
