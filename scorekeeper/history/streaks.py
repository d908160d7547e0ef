"""Streaks: how many games in a row the winners of a game have won by now, this game included."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from django.db.models import Q

from scorekeeper.history.models import Result
from scorekeeper.nights.models import Match


def streaks_of(match: Match, **_signal: Any) -> dict[int, int]:
    """Return {winner's seat position: wins in a row with this match}."""
    winners = list(match.results.filter(won=True).select_related("seat"))
    if not winners:
        return {}
    earlier = Q(played_at__lt=match.started_at) | Q(played_at=match.started_at, match_id__lt=match.pk)
    results = Result.objects.filter(earlier, group=winners[0].group_id, place__isnull=False)
    wins: dict[int, int] = defaultdict(int)
    for player, won in results.order_by("played_at", "match_id").values_list("player_id", "won"):
        wins[player] = wins[player] + 1 if won else 0
    return {each.seat.position: wins[each.player_id] + 1 for each in winners}
