"""A player's best and worst games and rounds. In some games the lowest points are the best."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.kernel.feats import Feat
from scorekeeper.history.models import Result
from scorekeeper.history.statistics import Extreme, Statistics
from scorekeeper.nights.game_key import game_of
from scorekeeper.people.models import Group


class Superlatives(NamedTuple):
    """A player's best and worst game and round; each is None if there is none."""

    best_game: Extreme | None
    worst_game: Extreme | None
    best_round: Extreme | None
    worst_round: Extreme | None


def lowest_wins(group: Group, what: str) -> bool:
    """Return whether the lowest points win in the game with this key, by the house rules of its latest match."""
    results = Result.objects.filter(group=group, game_key=what).select_related("match")
    last = results.order_by("-played_at", "-match").first()
    return last is not None and last.match.lowest_wins


def superlatives(statistics: Statistics, low: bool) -> Superlatives:
    """Return the best and worst game and round; `low` is whether the lowest points win."""
    games, rounds = (statistics.high, statistics.low), (statistics.best, statistics.worst)
    return Superlatives(*games[::-1], *rounds[::-1]) if low else Superlatives(*games, *rounds)


def feats_to_show(what: str, low: bool) -> Sequence[Feat]:
    """Return the feats of the game with this key."""
    game = game_of(what)
    return [feat for feat in (game.feats if game else ()) if not (low and feat.of_points)]
