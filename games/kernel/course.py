"""The course of a game: its records one after the other, and what becomes of the later ones when an earlier one changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from .engine import Engine, ScoredEntry
from .lines import Score
from .needs import Need, in_front


class HasScore(Protocol):
    """A scored entry, or a row made of one."""

    @property
    def score(self) -> Score | None: ...


def play(engine: Engine, records: Iterable[object]) -> list[ScoredEntry]:
    """Enter these records one after the other and return the scored entry of each."""
    return [engine.enter(record) for record in records]


def no_longer_count[K](before: Mapping[K, HasScore], after: Mapping[K, HasScore]) -> list[K]:
    """Return the keys of the entries that counted before and no longer do, in order.

    `before` and `after` are a course before and after a correction: its entries by keys of the caller. An entry that
    was itself removed is only in `before`, and not returned.
    """
    return [key for key, entry in before.items() if entry.score and key in after and not after[key].score]


def needs_of(engine: Engine) -> Sequence[Need]:
    """Return what each player of the coming round needs for a win, as the game stands; none once it is over.

    A player who has left is no rival. A player who sits out the coming round is a rival that gets nothing in it.
    """
    if engine.over:
        return []
    if engine.rounds_left:
        lowest_wins = engine.game.lowest_wins(engine.seating.options)
        teams = engine.game.teams(engine.table)
        return in_front(engine.table, engine.standing, engine.rounds_left, teams=teams, lowest_wins=lowest_wins)
    needs: Sequence[Need] = engine.game.needs(engine.table, engine.standing, engine.coming)
    return needs
