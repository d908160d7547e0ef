"""How many games in a row somebody had won when a game was over."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.db.models import Q

from scorekeeper.history.models import (
    ALL_GAMES,
    ALL_TIME,
    Result,
    Tally,
    results_with_keys,
    statistics_by_player,
    together,
)
from scorekeeper.history.statistics import Statistics
from scorekeeper.nights.models import Match


def streaks_of(match: Match, **_signal: Any) -> dict[int, tuple[int, int]]:
    """Return each winner's wins in a row up to this match, and the most that anybody had before it, by seat.

    Empty where the match does not count, and where nobody has won twice in a row.
    """
    won = list(match.results.filter(won=True).select_related("seat"))
    if not won:
        return {}
    before = _before(won[0], {each.player_id for each in won})
    wins = {each.seat.position: before[each.player_id].streak + 1 for each in won}
    most = max(wins.values())
    if most == 1:
        return {}
    ever = Tally.objects.filter(group=won[0].group_id, game_key=ALL_GAMES, period=ALL_TIME)
    rivals = ever.filter(totals__longest__gte=most).values_list("player", flat=True)
    longest = max((each.longest for each in _before(won[0], set(rivals)).values()), default=0)
    return {seat: (each, longest) for seat, each in wins.items()}


def _before(result: Result, players: Collection[int]) -> dict[int, Statistics]:
    """Return what all games before that of this result came to, by player."""
    earlier = Q(played_at__lt=result.played_at) | Q(played_at=result.played_at, match__lt=result.match_id)
    of_month = statistics_by_player(*results_with_keys(earlier & Q(player__in=players, month=result.month)))
    tallies = Tally.objects.filter(player__in=players, game_key=ALL_GAMES, period__lt=result.month)
    of_months = together(tallies.exclude(period=ALL_TIME))
    both = ((of_months.get((each, ALL_GAMES)), of_month.get((each, ALL_GAMES))) for each in players)
    return {each: Statistics.of(filter(None, parts), {}) for each, parts in zip(players, both, strict=True)}
