"""Ratings of results: stored with each result, since each depends on the games before."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from django.db.models import Q, QuerySet

from scorekeeper.history import ratings
from scorekeeper.history.models.results import Result


def rated_results(group_id: int, game_key: str) -> QuerySet[Result]:
    """Return the results that are rated, in order of time. Players who left a match before its end are not rated."""
    found = Result.objects.filter(group_id=group_id, game_key=game_key, place__isnull=False)
    return found.order_by("played_at", "match_id", "seat_id")


def rate_again(changed: Iterable[Result]) -> None:
    """Calculate and store the ratings of these results' games, from the first changed match on."""
    ordered = sorted(changed, key=lambda each: (each.played_at, each.match_id), reverse=True)
    first = {(each.group_id, each.game_key): each for each in ordered}
    for (group_id, game_key), result in first.items():
        earlier = Q(played_at=result.played_at, match_id__lt=result.match_id) | Q(played_at__lt=result.played_at)
        found = rated_results(group_id, game_key)
        before = latest_ratings(found.filter(earlier), "player_id")
        other = [(each, rating) for each, rating in rated(found.exclude(earlier), before) if each.rating != rating]
        for each, rating in other:
            each.mu, each.sigma = rating
        Result.objects.bulk_update([each for each, _rating in other], ["mu", "sigma"], batch_size=100)


def latest_ratings(results: QuerySet[Result], by: str) -> dict[Any, ratings.Rating]:
    """Return the last rating in these results by the values of a field: "player_id" or "game_key"."""
    rows = results.exclude(mu=None).order_by("played_at", "match_id").values_list(by, "mu", "sigma")
    return {value: ratings.Rating(mu, sigma) for value, mu, sigma in rows}


def rated(
    results: Iterable[Result], before: dict[int, ratings.Rating] | None = None
) -> Iterator[tuple[Result, ratings.Rating]]:
    """Yield each result with the player's rating after its match, in order of time."""
    now = dict(before or {})
    games: dict[int, list[Result]] = defaultdict(list)
    for result in results:
        games[result.match_id].append(result)
    for table in games.values():
        rated = ratings.after(
            [now.get(each.player_id, ratings.START) for each in table],
            [each.place or 0 for each in table],
            [each.seat_id if each.team is None else -each.team for each in table],
        )
        for each, rating in zip(table, rated, strict=True):
            now[each.player_id] = rating
            yield each, rating
