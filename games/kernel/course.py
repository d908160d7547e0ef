"""The course of a game: the scoring of its records, the entries that a correction invalidates, the players' needs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from .engine import Engine, ScoredEntry
from .lines import Score
from .needs import AT_THE_END, Need, in_front


class HasScore(Protocol):
    """The type of a `ScoredEntry` and of a match's `Row`. `score` is None if the entry does not count."""

    @property
    def score(self) -> Score | None: ...


def play(engine: Engine, records: Iterable[object]) -> list[ScoredEntry]:
    """Enter these records into the engine in this order, and return the scored entry of each."""
    return [engine.enter(record) for record in records]


def no_longer_count[K](before: Mapping[K, HasScore], after: Mapping[K, HasScore]) -> list[K]:
    """Return the keys of the entries that had a score before a correction and have none after it."""
    return [key for key, entry in before.items() if entry.score and key in after and not after[key].score]


def needs_of(engine: Engine) -> Sequence[Need]:
    """Return what each player of the coming round needs to win; [] if the game is over or cannot tell."""
    if engine.over:
        return []
    needs: Sequence[Need] = (
        [] if engine.rounds_left else engine.game.needs(engine.table, engine.standing, engine.coming)
    )
    rounds = engine.rounds_left or engine.rounds_by_its_rules
    if needs or not rounds:
        return needs
    return in_front(
        engine.table,
        engine.standing,
        AT_THE_END,
        teams=engine.game.teams(engine.table),
        lowest_wins=engine.game.lowest_wins(engine.seating.options),
        rounds=rounds,
    )
