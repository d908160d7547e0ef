"""Tallies: sums of a player's results, by month and over all time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from django.db import models
from django.db.models import F, Q

from scorekeeper.history.models.results import Result, known_feats
from scorekeeper.history.statistics import Duel, Extreme, Statistics
from scorekeeper.nights.game_key import LENGTH
from scorekeeper.people.models import Group, Player

ALL_GAMES = ""  # the game key of a tally of all games together
ALL_TIME = 0  # the period of a tally of all time; any other period is a month (`month_of`)


def statistics_by_player(results: Iterable[Result], keys: dict[int, str]) -> dict[tuple[int, str], Statistics]:
    """Return the statistics of these results by (player's id, game key). `keys` are the matches' keys by id."""
    games: dict[int, list[Result]] = defaultdict(list)
    for result in results:
        games[result.match_id].append(result)
    found: dict[tuple[int, str], Statistics] = {}
    for match_id, table in games.items():
        feats = known_feats(table[0].game_key)
        for result in table:
            statistics = _statistics(result, table, keys[match_id])
            for game, part in ((result.game_key, statistics), (ALL_GAMES, statistics.across_games())):
                before = found.get((result.player_id, game), Statistics())
                found[result.player_id, game] = before.then(part, feats)
    return found


def _statistics(result: Result, table: Sequence[Result], key: str) -> Statistics:
    """Return a player's statistics of one match. `table` are all results of the match, `key` is the match's key."""
    game = None if result.place is None else Extreme(result.points, key)  # players who left have no best or worst game
    won = int(result.won)
    return Statistics(
        games=1,
        left=int(result.place is None),
        wins=won,
        points=result.points,
        rounds=result.rounds,
        round_points=result.round_points,
        best=None if result.best is None else Extreme(result.best, key, result.best_number),
        worst=None if result.worst is None else Extreme(result.worst, key, result.worst_number),
        high=game,
        low=game,
        opening=won,
        streak=won,
        longest=won,
        feats=result.feats,
        money={} if result.money is None else {result.currency: result.money},
        duels={
            str(other.player_id): Duel(1, int(result.place < other.place), int(result.place > other.place))
            for other in table
            if result.place is not None and other.place is not None and not _same_side(result, other)
        },
    )


def _same_side(one: Result, other: Result) -> bool:
    return one.player_id == other.player_id or (one.team is not None and one.team == other.team)


class Tally(models.Model):
    """The statistics of a player in one game or all games, in a month or of all time."""

    # The group or player alone has no index: SQLite would use it instead of the indexes below.
    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="tallies", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="tallies", db_index=False)
    game_key = models.CharField(max_length=LENGTH, blank=True)  # or ALL_GAMES
    period = models.PositiveIntegerField()
    totals = models.JSONField(default=dict)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "game_key", "period"], name="one_tally_a_period"),
        ]
        indexes = [
            models.Index(fields=["group", "period", "game_key"]),
            models.Index(fields=["player", "period"]),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} · {self.game_key or 'all games'} · {self.period}"

    @property
    def statistics(self) -> Statistics:
        return Statistics.read(self.totals)

    @classmethod
    def add_up(cls, group_id: int, games: Collection[str], months: Collection[int]) -> None:
        """Rebuild the tallies of these games and of all games together, for these months and for all time."""
        for month in sorted(months):
            found = statistics_by_player(*results_with_keys(Q(group_id=group_id, month=month)))
            cls._write(group_id, month, {*games, ALL_GAMES}, found)
        cls.add_up_all_time(group_id, games)

    @classmethod
    def add_up_all_time(cls, group_id: int, games: Collection[str]) -> None:
        """Rebuild the all-time tallies of these games and of all games together, from the tallies of the months."""
        slugs = {*games, ALL_GAMES}
        months = cls.objects.filter(group_id=group_id, game_key__in=slugs).exclude(period=ALL_TIME)
        cls._write(group_id, ALL_TIME, slugs, together(months.only("player", "game_key", "period", "totals")))

    @classmethod
    def _write(
        cls, group_id: int, period: int, games: Collection[str], found: dict[tuple[int, str], Statistics]
    ) -> None:
        """Replace the group's tallies of these games in this period. `found` are the new statistics."""
        there = cls.objects.filter(group_id=group_id, period=period, game_key__in=games)
        gone = [tally.pk for tally in there if (tally.player_id, tally.game_key) not in found]
        if gone:
            cls.objects.filter(pk__in=gone).delete()
        Tally.objects.bulk_create(
            [
                Tally(group_id=group_id, player_id=player, game_key=game, period=period, totals=statistics.as_json())
                for (player, game), statistics in found.items()
                if game in games
            ],
            update_conflicts=True,
            unique_fields=["player", "game_key", "period"],
            update_fields=["group", "totals"],
        )


def results_with_keys(wanted: Q) -> tuple[list[Result], dict[int, str]]:
    """Return the results that match a filter, sorted by month and time, and their matches' keys by id."""
    rows: Any = Result.objects.filter(wanted).annotate(match_key=F("match__key"))
    results = list(rows.order_by("month", "played_at", "match_id", "seat_id"))
    return results, {result.match_id: result.match_key for result in results}


def together(tallies: Iterable[Tally]) -> dict[tuple[int, str], Statistics]:
    """Add up tallies; return the statistics by (player's id, game key). The tallies may be in any order."""
    found: dict[tuple[int, str], list[Statistics]] = defaultdict(list)
    for tally in sorted(tallies, key=lambda each: each.period):
        found[tally.player_id, tally.game_key].append(tally.statistics)
    return {key: Statistics.of(parts, known_feats(key[1])) for key, parts in found.items()}
