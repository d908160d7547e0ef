"""How strong a player is at a game: openskill's Plackett–Luce over the places of each game.

Kept in whole millionths and rounded after every game, so that calculating from any game on gives the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final, NamedTuple

MILLION: Final = 1_000_000
# What is shown: everybody begins with 1000 and rises with what has been proved.
BEGIN, SCALE = 1000, 40
DOUBT: Final = 3  # standard deviations taken off for what is not proved yet


class Rating(NamedTuple):
    """A guess of the strength, and how sure it is; in millionths."""

    mu: int
    sigma: int

    @property
    def strength(self) -> int:
        return BEGIN + round(SCALE * (self.mu - DOUBT * self.sigma) / MILLION)


START: Final = Rating(25 * MILLION, 25 * MILLION // 3)


@cache
def _model() -> Any:
    from openskill.models import PlackettLuce

    return PlackettLuce()


def after(ratings: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """The ratings after a game that ended with these places; equals share a place."""
    model = _model()
    teams = [[model.rating(mu=each.mu / MILLION, sigma=each.sigma / MILLION)] for each in ratings]
    return [
        Rating(round(each.mu * MILLION), round(each.sigma * MILLION))
        for [each] in model.rate(teams, ranks=list(places))
    ]
