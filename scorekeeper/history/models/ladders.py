"""The ratings of a group's players in one game, and which of these ratings are pending."""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Self

from django.db import models
from django.db.models import Q

from scorekeeper.history import ratings
from scorekeeper.history.models.results import Result
from scorekeeper.nights.game_key import LENGTH
from scorekeeper.people.models import Group


class Ladder(models.Model):
    """The ratings of a group's players in one game, and the first match whose ratings are pending."""

    AT_ONCE = 50  # matches to rate at most, after a change or when somebody opens a page with ratings

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="ladders")
    game_key = models.CharField(max_length=LENGTH)
    # Start and id of the first match whose ratings are pending; null and 0 if none are.
    stale_from = models.DateTimeField(null=True)
    stale_match = models.BigIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["group", "game_key"], name="one_ladder_a_game")]

    def __str__(self) -> str:
        return f"{self.game_key} · {self.group_id}"

    @classmethod
    def of(cls, group_id: int, game_key: str) -> Self:
        return cls.objects.get_or_create(group_id=group_id, game_key=game_key)[0]

    @property
    def results(self) -> models.QuerySet[Result]:
        """The results that are rated, in order of time. Players who left a match before its end are not rated."""
        found = Result.objects.filter(group_id=self.group_id, game_key=self.game_key, place__isnull=False)
        return found.order_by("played_at", "match_id", "seat_id")

    @property
    def unrated(self) -> models.QuerySet[Result]:
        """The results whose rating is pending: not calculated yet, or out of date."""
        if self.stale_from is None:
            return self.results.none()
        later = Q(played_at__gt=self.stale_from) | Q(match_id__gte=self.stale_match)
        return self.results.filter(later, played_at__gte=self.stale_from)

    def forget_from(self, at: datetime.datetime, match: int) -> None:
        """Mark the ratings of a match (`at` is its start, `match` its id) and of all later matches as pending."""
        if self.stale_from is None or (at, match) < (self.stale_from, self.stale_match):
            self.stale_from, self.stale_match = at, match
            self.save()

    def recalculate(self, most: int) -> None:
        """Calculate and store the ratings of at most `most` pending matches, the earliest first."""
        if self.stale_from is None:
            return
        games = list(
            self.unrated.order_by("played_at", "match_id").values_list("played_at", "match_id").distinct()[: most + 1]
        )
        results = [] if not games else list(self.unrated.filter(match_id__in=[match for _, match in games[:most]]))
        for result, rating in rated(results, self._before({result.player_id for result in results})):
            result.mu, result.sigma = rating
        Result.objects.bulk_update(results, ["mu", "sigma"], batch_size=100)
        self.stale_from, self.stale_match = games[most] if len(games) > most else (None, 0)
        self.save()

    def _before(self, players: Iterable[int]) -> dict[int, ratings.Rating]:
        """Return the players' ratings before the first pending match, by id. Leave out players without a rating."""
        earlier = Q(played_at__lt=self.stale_from) | Q(match_id__lt=self.stale_match)
        found = {}
        for player in players:
            mine = Result.objects.filter(
                earlier,
                player_id=player,
                game_key=self.game_key,
                played_at__lte=self.stale_from,
                place__isnull=False,
            )
            last = mine.order_by("-played_at", "-match_id").first()
            if last is not None and last.rating is not None:
                found[player] = last.rating
        return found


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
