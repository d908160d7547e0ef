"""Ratings: a game counts as a duel of every two players, or teams (Bradley–Terry, by openskill).

In duels equal places count rightly, as half a win each; openskill's Plackett–Luce puts a worse place above a better one
there. Ratings are whole millionths, rounded after every game, so that calculating from any game on gives the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import sqrt
from typing import Any, Final, NamedTuple

MILLION: Final = 1_000_000
# What is shown: everybody begins with 1000 and rises with what has been proved.
BEGIN, SCALE = 1000, 40
DOUBT: Final = 3  # standard deviations taken off for what is not proved yet


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
    """Return the ratings after a game that ended with these places; equals share a place.

    `sides` says who were a team: they have the same one, and no duel with each other. Without it everybody was alone.
    Each of a table's duels counts 2/sides: else a game of eight would move everybody like seven games of two.
    """
    members: dict[int, list[int]] = {}
    for index, side in enumerate(sides or range(len(ratings))):
        members.setdefault(side, []).append(index)
    if len(members) < 2:  # nobody had anybody against them
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
    """Return the rating this fraction of the way to another one; uncertainties add up by their squares."""
    square = before.sigma**2 + part * (sigma**2 - before.sigma**2)
    return Rating(round(before.mu + part * (mu - before.mu)), round(sqrt(square)))
