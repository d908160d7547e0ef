"""Feats: figures of a game's own for the statistics of its players, such as cutpurses captured."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from .lines import Score
from .record import RawRecord
from .words import Phrase

type EarnedBy = Callable[[RawRecord, Score], Mapping[str, int]]
"""A function from a round's record and its score to the amount of each player who has any."""


class Feat(NamedTuple):
    """One figure with a place on the leaderboards: "Most cutpurses captured".

    `earned` takes a round's record and its score and gives the amount of each player who has any. Amounts of several
    rounds add up; with `single` the largest of one round counts. `amount` says an amount in words. `of_points`: it
    counts points, so it is left out where the lowest total wins.
    """

    title: Phrase
    amount: Phrase  # with {amount}
    earned: EarnedBy
    single: bool = False
    of_points: bool = False

    @property
    def code(self) -> str:
        return self.title.code

    def together(self, amounts: Iterable[int]) -> int:
        """Return the amount over several rounds: their sum, or the largest."""
        return max(amounts) if self.single else sum(amounts)


def lines_of(*reasons: str) -> EarnedBy:
    """Return an `earned` that counts the lines with one of these reasons."""

    def count(record: RawRecord, score: Score) -> Mapping[str, int]:
        return _added((line.player, 1) for line in score.lines if line.reason in reasons)

    return count


def facts_of(reason: str, fact: str) -> EarnedBy:
    """Return an `earned` that adds up a fact of the lines with this reason."""

    def count(record: RawRecord, score: Score) -> Mapping[str, int]:
        return _added((line.player, line.message.facts[fact]) for line in score.lines if line.reason == reason)

    return count


def amounts_of(*reasons: str) -> EarnedBy:
    """Return an `earned` that adds up the points of the lines with one of these reasons."""

    def count(record: RawRecord, score: Score) -> Mapping[str, int]:
        return _added((line.player, line.amount) for line in score.lines if line.reason in reasons)

    return count


def _added(amounts: Iterable[tuple[str, int]]) -> dict[str, int]:
    added: dict[str, int] = {}
    for player, amount in amounts:
        added[player] = added.get(player, 0) + amount
    return {player: amount for player, amount in added.items() if amount > 0}


def feats_by_code(feats: Sequence[Feat]) -> dict[str, Feat]:
    """Return the feats of a game by their codes."""
    return {feat.code: feat for feat in feats}
