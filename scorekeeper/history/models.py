"""What past games come to, kept ready: a row for each seat of a finished game, and what the rows add up to.

All of it is a cache of the records (`manage.py rescore --check` proves it). A game counts once it is finished, unless
it was left out or its night is deleted: then it has no `Result` here. Rows of a month are added up to a `Tally`, the
months of a year to that of the year, the years to that of all time; a page reads a handful of them, whatever lies
behind, and a correction adds up one month, one year, and the years.

Merging two players is kept here too, so that it can be undone.
"""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Self

from django.db import IntegrityError, models, transaction
from django.db.models import Q
from django.utils import timezone

from games.kernel.feats import Feat, feats_by_code
from scorekeeper.history import ratings
from scorekeeper.history.statistics import Duel, Extreme, Statistics
from scorekeeper.nights.models import Match, Row, Seat
from scorekeeper.nights.played import LENGTH, game_of
from scorekeeper.people.models import Group, Player

ALL_GAMES = ""  # the tally over all games together
ALL_TIME = 0  # the period of everything; a year is 2026, a month 202611


def month_of(at: datetime.datetime) -> int:
    """The month on the clocks at home: 202611."""
    local = timezone.localtime(at)
    return local.year * 100 + local.month


def known_feats(game_slug: str) -> dict[str, Feat]:
    """The feats of a game by their codes; none where the game is not installed, or for all games together."""
    game = game_of(game_slug)
    return feats_by_code(game.feats) if game else {}


class Result(models.Model):
    """What a finished game came to at one seat."""

    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="result")
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="results")
    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="results")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="results")
    game_slug = models.CharField(max_length=LENGTH)  # what was played
    played_at = models.DateTimeField()
    month = models.PositiveIntegerField()
    place = models.PositiveSmallIntegerField()  # equals share the better one
    won = models.BooleanField()
    points = models.IntegerField()
    rounds = models.PositiveIntegerField()
    round_points = models.IntegerField()  # without what was entered beside the rounds
    best = models.IntegerField(null=True)  # round
    best_number = models.PositiveIntegerField(null=True)  # of its entry
    worst = models.IntegerField(null=True)
    worst_number = models.PositiveIntegerField(null=True)
    feats = models.JSONField(default=dict)
    money = models.BigIntegerField(null=True)  # minor units; none where nothing was played for
    currency = models.CharField(max_length=3, blank=True)
    # The rating after this game, in millionths; none until it is calculated.
    mu = models.BigIntegerField(null=True)
    sigma = models.BigIntegerField(null=True)

    # What a recomputation from the records must give again.
    FROM_RECORDS = (
        *("match_id", "group_id", "player_id", "game_slug", "played_at", "month", "place", "won", "points"),
        *("rounds", "round_points", "best", "best_number", "worst", "worst_number", "feats"),
        *("money", "currency"),
    )

    class Meta:
        indexes = [
            models.Index(fields=["group", "month"]),
            models.Index(fields=["group", "game_slug", "played_at", "match"]),
            models.Index(fields=["player", "game_slug", "-played_at", "-match"]),
            models.Index(fields=["player", "-played_at", "-match"]),
            models.Index(fields=["player", "currency", "-played_at", "-match"]),
        ]

    def __str__(self) -> str:
        return f"{self.game_slug}: {self.points}, place {self.place}"

    @property
    def facts(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in self.FROM_RECORDS)

    @property
    def rating(self) -> ratings.Rating | None:
        return None if self.mu is None or self.sigma is None else ratings.Rating(self.mu, self.sigma)

    @classmethod
    def of(cls, match: Match) -> list[Result]:
        """What the match comes to now, by seat; nothing where it does not count."""
        if not match.finished or match.left_out or match.night.deleted_at is not None:
            return []
        rounds = [row for row in match.course.rows if row.number is not None and row.score]
        feats = feats_of(match)
        balances, places = match.course.engine.balances, match.places
        return [
            cls(
                seat=seat,
                match=match,
                group_id=match.night.group_id,
                player_id=seat.player_id,
                game_slug=match.played,
                played_at=match.started_at,
                month=month_of(match.started_at),
                place=places[place],
                won=place in match.winners,
                points=total,
                rounds=len(rounds),
                round_points=sum(row.points[place] for row in rounds),
                feats=feats.get(seat.name, {}),
                money=None if balances is None else balances[seat.name],
                currency="" if balances is None else match.table.options.currency,
                **_extremes(rounds, place),
            )
            for place, (seat, total) in enumerate(zip(match.seated, match.totals, strict=True))
        ]

    @classmethod
    def store(cls, match: Match) -> None:
        """Writes what the match comes to, and all that follows from it."""
        before: dict[int, Result] = {result.seat_id: result for result in cls.objects.filter(match=match)}
        after = {result.seat_id: result for result in cls.of(match)}
        if {seat: result.facts for seat, result in before.items()} == {
            seat: result.facts for seat, result in after.items()
        }:
            return
        same_order = _order(before.values()) == _order(after.values())
        if same_order:
            for seat, result in after.items():
                result.mu, result.sigma = before[seat].mu, before[seat].sigma
        cls.objects.filter(match=match).delete()
        Result.objects.bulk_create(after.values())
        gathered = _gathered.get()
        changed = Changed() if gathered is None else gathered
        for each in (*before.values(), *after.values()):
            changed.note(each, same_order)
        if gathered is None:
            changed.follow()


class Changed:
    """Results that were written: the months to add up by group and game, and the first game to rate anew."""

    def __init__(self) -> None:
        self.months: dict[tuple[int, str], set[int]] = defaultdict(set)
        self.first: dict[tuple[int, str], tuple[datetime.datetime, int]] = {}

    def note(self, result: Result, same_order: bool) -> None:
        key = (result.group_id, result.game_slug)
        self.months[key].add(result.month)
        if not same_order:
            at = (result.played_at, result.match_id)
            self.first[key] = min(at, self.first.get(key, at))

    def follow(self) -> None:
        """Adds up the months anew, and calculates ratings from the first game that changed."""
        for group in {group for group, _game in self.months}:
            games = {game: months for (each, game), months in self.months.items() if each == group}
            Tally.add_up(group, set(games), set().union(*games.values()))
        for (group, game), first in self.first.items():
            ladder = Ladder.of(group, game)
            ladder.forget_from(*first)
            ladder.recalculate(Ladder.AT_ONCE)


_gathered: ContextVar[Changed | None] = ContextVar("gathered results", default=None)


@contextmanager
def all_at_once() -> Iterator[None]:
    """Inside it results are written one by one, and what follows from them once, at its end."""
    changed = Changed()
    token = _gathered.set(changed)
    try:
        yield
    finally:
        _gathered.reset(token)
    changed.follow()


def _order(results: Iterable[Result]) -> list[tuple[int, int, int, datetime.datetime]]:
    """What ratings depend on."""
    return sorted((each.seat_id, each.player_id, each.place, each.played_at) for each in results)


def _extremes(rounds: Sequence[Row], place: int) -> dict[str, int | None]:
    """The best and the worst round of a seat; of equals the first."""
    if not rounds:
        return {}
    best = max(rounds, key=lambda row: row.points[place])
    worst = min(rounds, key=lambda row: row.points[place])
    return {
        "best": best.points[place],
        "best_number": best.entry.number,
        "worst": worst.points[place],
        "worst_number": worst.entry.number,
    }


def feats_of(match: Match) -> dict[str, dict[str, int]]:
    """Each player's feats in this match, by the name in the records, then by code."""
    found: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for row in match.course.rows:
        if row.score is not None:
            for feat in match.game.feats:
                for player, amount in feat.earned(row.entry.record, row.score).items():
                    found[player][feat.code].append(amount)
    known = known_feats(match.game_slug)
    return {
        player: {code: known[code].together(amounts) for code, amounts in sorted(mine.items())}
        for player, mine in found.items()
    }


def statistics_by_player(results: Iterable[Result], keys: dict[int, str]) -> dict[tuple[int, str], Statistics]:
    """What these results add up to, by player and game, and by player over all games; the earliest come first."""
    games: dict[int, list[Result]] = defaultdict(list)
    for result in results:
        games[result.match_id].append(result)
    found: dict[tuple[int, str], Statistics] = {}
    for match_id, table in games.items():
        feats = known_feats(table[0].game_slug)
        for result in table:
            statistics = _statistics(result, table, keys[match_id])
            for game, part in ((result.game_slug, statistics), (ALL_GAMES, statistics.across_games())):
                before = found.get((result.player_id, game), Statistics())
                found[result.player_id, game] = before.then(part, feats)
    return found


def _statistics(result: Result, table: Sequence[Result], key: str) -> Statistics:
    """One game as a player's statistics."""
    game = Extreme(result.points, key)
    won = int(result.won)
    return Statistics(
        games=1,
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
            if other.player_id != result.player_id
        },
    )


class TallyQuerySet(models.QuerySet["Tally"]):
    def of_group(self, group_id: int) -> Self:
        return self.filter(group_id=group_id)

    def months_of(self, year: int) -> Self:
        return self.filter(period__gt=year * 100, period__lte=year * 100 + 12)

    def years(self) -> Self:
        return self.filter(period__gt=0, period__lt=10000)


class Tally(models.Model):
    """What a player's games of one kind come to in a month, a year or all time. Without games there is none."""

    # Their indexes are below: one for the group or the player alone would only lead a query astray.
    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="tallies", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="tallies", db_index=False)
    game_slug = models.CharField(max_length=LENGTH, blank=True)  # what was played, or ALL_GAMES
    period = models.PositiveIntegerField()
    kept = models.JSONField(default=dict)

    objects = TallyQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "game_slug", "period"], name="one_tally_a_period"),
        ]
        indexes = [
            models.Index(fields=["group", "period", "game_slug"]),
            models.Index(fields=["player", "period"]),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} · {self.game_slug or 'all games'} · {self.period}"

    @property
    def statistics(self) -> Statistics:
        return Statistics.read(self.kept)

    @classmethod
    def add_up(cls, group_id: int, games: Collection[str], months: Collection[int]) -> None:
        """Adds these games up anew in these months, and what the months are part of."""
        slugs = {*games, ALL_GAMES}
        for month in sorted(months):
            found = statistics_by_player(*results_with_keys(Q(group_id=group_id, month=month)))
            cls._write(group_id, month, slugs, found)
        tallies = cls.objects.of_group(group_id).filter(game_slug__in=slugs)
        for year in sorted({month // 100 for month in months}):
            cls._write(group_id, year, slugs, together(tallies.months_of(year)))
        cls._write(group_id, ALL_TIME, slugs, together(tallies.years()))

    @classmethod
    def _write(
        cls, group_id: int, period: int, games: Collection[str], found: dict[tuple[int, str], Statistics]
    ) -> None:
        """What was found for these games, and nothing else, is kept for this period."""
        there = cls.objects.filter(group_id=group_id, period=period, game_slug__in=games)
        gone = [tally.pk for tally in there if (tally.player_id, tally.game_slug) not in found]
        if gone:
            cls.objects.filter(pk__in=gone).delete()
        Tally.objects.bulk_create(
            [
                Tally(group_id=group_id, player_id=player, game_slug=game, period=period, kept=statistics.as_json())
                for (player, game), statistics in found.items()
                if game in games
            ],
            update_conflicts=True,
            unique_fields=["player", "game_slug", "period"],
            update_fields=["group", "kept"],
        )


def results_with_keys(wanted: Q) -> tuple[list[Result], dict[int, str]]:
    """Results in the order they were played, and the keys of their matches."""
    results = list(Result.objects.filter(wanted).order_by("played_at", "match_id", "seat_id"))
    keys = dict(Match.objects.filter(results__in=Result.objects.filter(wanted)).values_list("pk", "key"))
    return results, keys


def together(tallies: Iterable[Tally]) -> dict[tuple[int, str], Statistics]:
    """What spans of time give together, by player and game; one after the other, whatever order they come in."""
    found: dict[tuple[int, str], list[Statistics]] = defaultdict(list)
    for tally in sorted(tallies, key=lambda each: each.period):
        found[tally.player_id, tally.game_slug].append(tally.statistics)
    return {key: Statistics.of(parts, known_feats(key[1])) for key, parts in found.items()}


class Ladder(models.Model):
    """The ratings of one game in a group, and from where on they have to be calculated anew.

    A rating follows from all games before it. When an old game changes, those after it are forgotten and calculated
    again from there, a bounded number at a time: some at once, with what changed, the rest when somebody looks.
    """

    AT_ONCE = 50  # games calculated with a change, and at a look

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="ladders")
    game_slug = models.CharField(max_length=LENGTH)  # what was played
    # The first game that is not calculated; none where all are.
    stale_from = models.DateTimeField(null=True)
    stale_match = models.BigIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["group", "game_slug"], name="one_ladder_a_game")]

    def __str__(self) -> str:
        return f"{self.game_slug} · {self.group_id}"

    @classmethod
    def of(cls, group_id: int, game_slug: str) -> Self:
        return cls.objects.get_or_create(group_id=group_id, game_slug=game_slug)[0]

    @property
    def results(self) -> models.QuerySet[Result]:
        found = Result.objects.filter(group_id=self.group_id, game_slug=self.game_slug)
        return found.order_by("played_at", "match_id", "seat_id")

    @property
    def unrated(self) -> models.QuerySet[Result]:
        """The results that have no rating yet, or one that no longer holds."""
        if self.stale_from is None:
            return self.results.none()
        later = Q(played_at__gt=self.stale_from) | Q(played_at=self.stale_from, match_id__gte=self.stale_match)
        return self.results.filter(later, played_at__gte=self.stale_from)

    def forget_from(self, at: datetime.datetime, match: int) -> None:
        """This match and all after it have to be calculated."""
        if self.stale_from is None or (at, match) < (self.stale_from, self.stale_match):
            self.stale_from, self.stale_match = at, match
            self.save(update_fields=["stale_from", "stale_match"])

    def recalculate(self, most: int) -> None:
        """Calculates at most that many games, the earliest first."""
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
        self.save(update_fields=["stale_from", "stale_match"])

    def _before(self, players: Iterable[int]) -> dict[int, ratings.Rating]:
        """The ratings of these players before the first game that is not calculated."""
        earlier = Q(played_at__lt=self.stale_from) | Q(played_at=self.stale_from, match_id__lt=self.stale_match)
        found = {}
        for player in players:
            mine = Result.objects.filter(
                earlier, player_id=player, game_slug=self.game_slug, played_at__lte=self.stale_from
            )
            last = mine.order_by("-played_at", "-match_id").first()
            if last is not None and last.rating is not None:
                found[player] = last.rating
        return found


def rated(
    results: Iterable[Result], before: dict[int, ratings.Rating] | None = None
) -> Iterator[tuple[Result, ratings.Rating]]:
    """Each result with the rating after it, in the order given; `before` are the ratings so far, by player."""
    now = before or {}
    games: dict[int, list[Result]] = defaultdict(list)
    for result in results:
        games[result.match_id].append(result)
    for table in games.values():
        rated = ratings.after(
            [now.get(each.player_id, ratings.START) for each in table], [each.place for each in table]
        )
        for each, rating in zip(table, rated, strict=True):
            now[each.player_id] = rating
            yield each, rating


class CannotMerge(Exception):
    """The two are not one person, or something stands between them: `reason` is a code."""

    SAME, ONE_TABLE, PAID = "same", "one_table", "paid"

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Merge(models.Model):
    """One person was written down twice: `source` was merged into `target`, and what moved can move back."""

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="merges")
    source = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    target = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    moved = models.JSONField(default=dict)  # the keys of rows, by model and field
    at = models.DateTimeField(default=timezone.now)
    by = models.CharField(max_length=160)
    undone_at = models.DateTimeField(null=True)
    undone_by = models.CharField(max_length=160, blank=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.source} → {self.target}"

    @classmethod
    def of(cls, source: Player, target: Player, by: str) -> Self:
        """From now on `target` stands for both; raises CannotMerge, and nothing has changed."""
        if source == target or source.merged_into_id or target.merged_into_id or source.group_id != target.group_id:
            raise CannotMerge(CannotMerge.SAME)
        if cls.table_of_both(source, target) is not None:
            raise CannotMerge(CannotMerge.ONE_TABLE)
        merge = cls.objects.create(group_id=source.group_id, source=source, target=target, by=by)
        try:
            with transaction.atomic():
                for model, field in _rows_of_players():
                    rows = model._base_manager.filter(**{field: source})
                    keys = list(rows.values_list("pk", flat=True))
                    if keys:
                        merge.moved[f"{model._meta.label_lower}.{field}"] = keys
                        rows.update(**{field: target})
        except IntegrityError as stands_between:
            merge.delete()
            raise CannotMerge(CannotMerge.PAID) from stands_between
        merge.save(update_fields=["moved"])
        source.merged_into = target
        source.save(update_fields=["merged_into"])
        merge._follow()
        return merge

    @staticmethod
    def table_of_both(source: Player, target: Player) -> Match | None:
        """A game at which both sat; a deleted night counts, as it may come back."""
        both = Match.objects.filter(seats__player=source).filter(seats__player=target)
        return both.select_related("night").order_by("-started_at").first()

    @property
    def can_be_undone(self) -> bool:
        return self.undone_at is None and self.target.merged_into_id is None

    def undo(self, by: str) -> None:
        """The two are two again; what was played under the target's name since the merge stays with the target."""
        if not self.can_be_undone:
            return
        for model, field in _rows_of_players():
            keys = self.moved.get(f"{model._meta.label_lower}.{field}", [])
            for part in range(0, len(keys), 500):
                model._base_manager.filter(pk__in=keys[part : part + 500]).update(**{field: self.source})
        self._follow_matches()
        self.source.merged_into = None
        self.source.save(update_fields=["merged_into"])
        self.undone_at, self.undone_by = timezone.now(), by
        self.save(update_fields=["undone_at", "undone_by"])
        self._follow()

    def _follow_matches(self) -> None:
        """Rows of the matches that moved belong to the source, even where they were written anew since then.

        The two never sat at one table: so whatever these matches give the target is the source's.
        """
        seats = self.moved.get("nights.seat.player", [])
        for model, field in _rows_of_players():
            if any(each.name == "match" for each in model._meta.get_fields()) and model is not Seat:
                for part in range(0, len(seats), 500):
                    matches = Match.objects.filter(seats__in=seats[part : part + 500])
                    rows = model._base_manager.filter(**{"match__in": matches, field: self.target})
                    rows.update(**{field: self.source})

    def _follow(self) -> None:
        """The results follow their seats, and so does all that is added up from them."""
        seats = self.moved.get("nights.seat.player", [])
        player = self.source if self.undone_at else self.target
        moved: list[Result] = []
        for part in range(0, len(seats), 500):
            results = Result.objects.filter(seat_id__in=seats[part : part + 500])
            moved += results
            results.update(player=player)
        if not moved:
            return
        Tally.add_up(self.group_id, {each.game_slug for each in moved}, {each.month for each in moved})
        for game in {each.game_slug for each in moved}:
            ladder = Ladder.of(self.group_id, game)
            ladder.forget_from(*min((each.played_at, each.match_id) for each in moved if each.game_slug == game))
            ladder.recalculate(Ladder.AT_ONCE)


def _rows_of_players() -> list[tuple[type[models.Model], str]]:
    """Every field of another app that points at a player: whatever it is, it follows the person."""
    return [
        (relation.related_model, relation.field.name)
        for relation in Player._meta.related_objects
        if relation.related_model._meta.app_label not in ("history", "people")
    ]
