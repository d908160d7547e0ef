"""How many games in a row somebody had won when a game was over."""

from __future__ import annotations

from itertools import takewhile
from typing import Any

from django.db.models import Q

from scorekeeper.history.models import ALL_GAMES, ALL_TIME, Result, Tally
from scorekeeper.nights.models import Match

MOST_COUNTED = 50


def streaks_of(match: Match, **_signal: Any) -> dict[int, tuple[int, int]]:
    """Return each winner's wins in a row up to this match, and the most they ever had, by seat; none where it does not count."""
    found = {}
    results = list(match.results.filter(won=True).select_related("seat"))
    longest = {
        tally.player_id: tally.statistics.longest
        for tally in Tally.objects.filter(
            player__in=[result.player_id for result in results], game_key=ALL_GAMES, period=ALL_TIME
        )
    }
    for result in results:
        until = Q(played_at__lt=result.played_at) | Q(played_at=result.played_at, match__lte=match)
        games = Result.objects.filter(until, player=result.player_id).order_by("-played_at", "-match")
        won = takewhile(bool, games.values_list("won", flat=True)[:MOST_COUNTED])
        found[result.seat.position] = (sum(won), longest.get(result.player_id, 0))
    return found
