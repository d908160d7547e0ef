"""Feats: a game's own figures in the statistics of its players, such as cutpurses captured."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from .lines import Score
from .record import RawRecord
from .words import Phrase

type EarnedBy = Callable[[RawRecord, Score], Mapping[str, int]]
"""A function that returns the amount of each player, from a round's record and score. Amounts of 0 are left out."""


class Feat(NamedTuple):
    """One figure of the statistics, with a leaderboard such as "Most cutpurses captured"."""

    title: Phrase
    amount: Phrase  # with the placeholder {amount}
    earned: EarnedBy  # function that returns the amounts of one round by player
    single: bool = False  # whether only the largest amount of several rounds counts; if not, the amounts are added up
    # whether the amounts are points. Such a feat is left out of games in which the lowest total wins
    of_points: bool = False

    @property
    def code(self) -> str:
        return self.title.code

    def together(self, amounts: Iterable[int]) -> int:
        """Return the amount of several rounds together: their sum or, with `single`, the largest."""
        return max(amounts) if self.single else sum(amounts)


def lines_of(*reasons: str) -> EarnedBy:
    """Return a function for `Feat.earned`: it counts each player's lines with one of these reasons."""

    def count(record: RawRecord, score: Score) -> Mapping[str, int]:
        return _added((line.player, 1) for line in score.lines if line.reason in reasons)

    return count


def facts_of(reason: str, fact: str) -> EarnedBy:
    """Return a function for `Feat.earned`: it adds up one fact of each player's lines with this reason."""

    def count(record: RawRecord, score: Score) -> Mapping[str, int]:
        return _added((line.player, line.message.facts[fact]) for line in score.lines if line.reason == reason)

    return count


def amounts_of(*reasons: str) -> EarnedBy:
    """Return a function for `Feat.earned`: it adds up the points of each player's lines with one of these reasons."""

    def count(record: RawRecord, score: Score) -> Mapping[str, int]:
        return _added((line.player, line.amount) for line in score.lines if line.reason in reasons)

    return count


def _added(amounts: Iterable[tuple[str, int]]) -> dict[str, int]:
    added: dict[str, int] = {}
    for player, amount in amounts:
        added[player] = added.get(player, 0) + amount
    return {player: amount for player, amount in added.items() if amount > 0}


def feats_by_code(feats: Sequence[Feat]) -> dict[str, Feat]:
    return {feat.code: feat for feat in feats}
