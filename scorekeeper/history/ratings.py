"""Ratings by the Bradley–Terry model of openskill: a game counts as a duel between every two players or teams."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import sqrt
from typing import Any, Final, NamedTuple

MILLION: Final = 1_000_000
# Ratings on pages: `BEGIN` is the first rating of every player, `SCALE` the points for one unit of openskill.
BEGIN, SCALE = 1000, 40
DOUBT: Final = 3  # standard deviations subtracted from the estimate, so that a rating rises as it becomes certain


class Rating(NamedTuple):
    """An estimate of a player's strength and its uncertainty, in millionths."""

    mu: int
    sigma: int

    @property
    def strength(self) -> int:
        return BEGIN + round(SCALE * (self.mu - DOUBT * self.sigma) / MILLION)


START: Final = Rating(25 * MILLION, 25 * MILLION // 3)


@cache
def _model() -> Any:
    from openskill.models import BradleyTerryFull

    return BradleyTerryFull()


def after(ratings: Sequence[Rating], places: Sequence[int], sides: Sequence[int] = ()) -> list[Rating]:
    """Return the players' ratings after a game. `ratings`, `places` and `sides` list one value for each player."""
    members: dict[int, list[int]] = {}
    for index, side in enumerate(sides or range(len(ratings))):
        members.setdefault(side, []).append(index)
    if len(members) < 2:  # without opponents there is no duel
        return list(ratings)
    model, weight = _model(), 2 / len(members)
    teams = [
        [model.rating(mu=ratings[each].mu / MILLION, sigma=ratings[each].sigma / MILLION) for each in some]
        for some in members.values()
    ]
    after = list(ratings)
    rated = model.rate(teams, ranks=[places[some[0]] for some in members.values()])
    for some, team in zip(members.values(), rated, strict=True):
        for index, each in zip(some, team, strict=True):
            after[index] = _part_of_the_way(ratings[index], each.mu * MILLION, each.sigma * MILLION, weight)
    return after


def _part_of_the_way(before: Rating, mu: float, sigma: float, part: float) -> Rating:
    """Return a rating between `before` (for `part` 0) and `mu` with `sigma` (for `part` 1)."""
    square = before.sigma**2 + part * (sigma**2 - before.sigma**2)
    return Rating(round(before.mu + part * (mu - before.mu)), round(sqrt(square)))
