"""Streaks: how many games in a row the winners of a game have won by now, this game included."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.db.models import Q

from scorekeeper.history.models import ALL_GAMES, ALL_TIME, Result, Tally
from scorekeeper.history.statistics import Statistics
from scorekeeper.nights.models import Match

# Lookups in `Tally.totals`, in the order of the arguments of `_row`
ROW = tuple(f"totals__{name}" for name in ("games", "left", "opening", "streak", "longest"))


def streaks_of(match: Match, **_signal: Any) -> dict[int, tuple[int, int]]:
    """Return {winner's seat position: (wins in a row with this match, the group's longest streak before it)}."""
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
    """Return each player's statistics before the match of this result, over all games, by player's id."""
    tallies = Tally.objects.filter(player__in=players, game_key=ALL_GAMES, period__lt=result.month)
    months = tallies.exclude(period=ALL_TIME).order_by("period")
    earlier = Q(played_at__lt=result.played_at) | Q(played_at=result.played_at, match__lt=result.match_id)
    games = Result.objects.filter(earlier, player__in=players, month=result.month).order_by("played_at", "match")
    spans = [(player, _row(*sums)) for player, *sums in months.values_list("player", *ROW)]
    spans += [
        (player, _row(1, place is None, won, won, won))
        for player, place, won in games.values_list("player", "place", "won")
    ]
    found = dict.fromkeys(players, Statistics())
    for player, span in spans:
        found[player] = found[player].then(span, {})
    return found


def _row(games: int, left: int | None, opening: int | None, streak: int | None, longest: int | None) -> Statistics:
    return Statistics(games=games, left=left or 0, opening=opening or 0, streak=streak or 0, longest=longest or 0)
