"""Game nights: who sat where, every round as it was typed, and every change made to it.

A round's record is the truth; points beside it are a cache (`manage.py rescore --check` proves it).
All verbs here are called inside `writing()`, so that two phones take turns.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

from django.db import models
from django.db.models import Exists, OuterRef, Prefetch, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.kernel.engine import Engine, ScoredEntry
from games.kernel.game import Game
from games.kernel.lines import Revoke, Score
from games.kernel.options import Options
from games.kernel.problems import Problem, Problems
from games.kernel.record import Record
from games.kernel.seats import Table
from games.kernel.tricks import Trick, Verdict
from games.kernel.unfinished import TrickProgress, progress_of
from games.kernel.words import Phrase
from games.registry import all_games
from games.score_file import judge, read_trick
from scorekeeper.nights import beside
from scorekeeper.people import names
from scorekeeper.people.models import Group, Player, new_key

FILE_ID_LENGTH = 200
LONGEST_NOTE = 2000  # of a night, and of a round

TOO_LONG = Phrase(
    "too_long", de="Zu lang: höchstens {most} Zeichen passen hier.", en="Too long: {most} characters fit here at most."
)


class Stale(Exception):
    """Somebody else was quicker: what this phone saw is no longer so."""


class Refused(Exception):
    """The record has problems; nothing was saved."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(f"{len(problems)} problems")
        self.problems = problems


def _midnight(day: datetime.date) -> datetime.datetime:
    """Where this day begins on the clocks at home."""
    return timezone.make_aware(datetime.datetime.combine(day, datetime.time.min))


class NightQuerySet(models.QuerySet["Night"]):
    def newest_first(self) -> Self:
        return self.filter(deleted_at=None).order_by("-started_at", "-pk")

    def begun(self) -> Self:
        """Without those that a score file, or a clock set wrongly, puts into the future."""
        return self.filter(started_at__lte=timezone.now() + Night.STILL_TONIGHT)

    def deleted(self) -> Self:
        """Those that can still be brought back, the last deleted first."""
        return self.filter(deleted_at__gt=timezone.now() - Night.KEPT_DELETED).order_by("-deleted_at")

    def gone(self) -> Self:
        """Those deleted so long ago that nobody brings them back."""
        return self.filter(deleted_at__lte=timezone.now() - Night.KEPT_DELETED)

    def not_gone(self) -> Self:
        return self.exclude(deleted_at__lte=timezone.now() - Night.KEPT_DELETED)

    def matching(
        self,
        game: str = "",
        player: Player | None = None,
        place: str = "",
        since: datetime.date | None = None,
        until: datetime.date | None = None,
    ) -> Self:
        """Those where this game was played, this player sat, in such a place, in these days (both included).

        Game and player go together: who looks for Anna and a game wants the nights she played it.
        """
        found = self
        matches = Match.objects.filter(night=OuterRef("pk"))
        if game:
            matches = matches.filter(game_slug=game)
        if player:
            matches = matches.filter(Exists(Seat.objects.filter(match=OuterRef("pk"), player=player)))
        if game or player:
            found = found.filter(Exists(matches))
        if place:
            found = found.filter(place_key__contains=names.key(place))
        if since:
            found = found.filter(started_at__gte=_midnight(since))
        if until:
            found = found.filter(started_at__lt=_midnight(until) + datetime.timedelta(days=1))
        return found

    def with_matches(self) -> Self:
        """With everything a list of nights shows, in three queries whatever their number."""
        matches = Match.objects.order_by("pk").prefetch_related("seats")
        return self.select_related("group").prefetch_related(Prefetch("matches", queryset=matches))


class Night(models.Model):
    """An evening of a group: several games one after the other."""

    STILL_TONIGHT = datetime.timedelta(hours=12)
    KEPT_DELETED = datetime.timedelta(days=30)

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="nights")
    key = models.CharField(max_length=12, unique=True, default=new_key, editable=False)
    started_at = models.DateTimeField(default=timezone.now)
    place = models.CharField(max_length=80, blank=True)
    place_key = models.CharField(max_length=240, blank=True, editable=False)  # as it is searched for
    note = models.TextField(blank=True)
    deleted_at = models.DateTimeField(null=True, blank=True, editable=False)

    objects = NightQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(fields=["group", "-started_at"]),
            models.Index(fields=["group", "deleted_at"], condition=Q(deleted_at__isnull=False), name="deleted_nights"),
        ]

    def __str__(self) -> str:
        return f"{self.group} · {self.started_at:%Y-%m-%d}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.place_key = names.key(self.place)
        super().save(*args, **kwargs)

    def get_absolute_url(self) -> str:
        return reverse("night", args=[self.group.key, self.key])

    @classmethod
    def tonight(cls, group: Group) -> Night:
        """The night that is going on, or a new one: games that begin within twelve hours belong together."""
        last = group.nights.newest_first().begun().first()
        if last is not None and last.is_going_on:
            return last
        return cls.objects.create(group=group)

    def describe(self, place: str, note: str) -> None:
        self.place, self.note = place, note
        self.save(update_fields=["place", "place_key", "note"])

    def delete_for_now(self) -> None:
        """Takes the night out of every list; it can come back for thirty days. Older deleted ones go for good."""
        self.deleted_at = timezone.now()
        self.save(update_fields=["deleted_at"])
        self._followed()
        self.group.nights.gone().delete()

    def bring_back(self) -> None:
        self.deleted_at = None
        self.save(update_fields=["deleted_at"])
        self._followed()

    def _followed(self) -> None:
        for chronicle in beside.chronicles:
            chronicle.follow(self)

    @property
    def kept_until(self) -> datetime.datetime | None:
        return self.deleted_at and self.deleted_at + self.KEPT_DELETED

    @property
    def is_going_on(self) -> bool:
        last = self.matches.order_by("-started_at").first()
        return timezone.now() - (last.started_at if last else self.started_at) < self.STILL_TONIGHT


@dataclass(frozen=True)
class Row:
    """One entry as it counts: its score or its problems, and the totals after it, by seat."""

    entry: Entry
    number: int | None  # of the round; an adjustment has none
    score: Score | None
    problems: Sequence[Problem]
    points: Sequence[int]
    totals: Sequence[int]
    dealer: str | None

    @property
    def cached(self) -> list[int] | None:
        """The points as the entry keeps them: none where the record has problems."""
        return None if self.score is None else list(self.points)


@dataclass(frozen=True)
class Course:
    """A match as far as it is played: its rows in order, and the engine that knows totals, dealer and end."""

    rows: Sequence[Row]
    engine: Engine

    @property
    def totals(self) -> list[int]:
        return [self.engine.totals[player] for player in self.engine.table.players]

    @property
    def rounds_played(self) -> int:
        return sum(row.number is not None for row in self.rows)


class Match(models.Model):
    """One game at the table: its players in seat order, its house rules, its rounds.

    `options` are those that differ from the defaults, as the score file writes them. `file_id` is the id the
    score file has for it, where it came from one; else that is its key. `version` grows with
    every change, so that phones know when to ask again. `totals`, `finished` and `winners` are caches.
    """

    night = models.ForeignKey(Night, on_delete=models.CASCADE, related_name="matches")
    key = models.CharField(max_length=12, unique=True, default=new_key, editable=False)
    file_id = models.CharField(max_length=FILE_ID_LENGTH, blank=True, editable=False)
    game_slug = models.CharField(max_length=40)
    options = models.JSONField(default=dict)
    first_dealer = models.PositiveSmallIntegerField(default=0)  # a seat
    started_at = models.DateTimeField(default=timezone.now)
    ended_early = models.BooleanField(default=False)
    left_out = models.BooleanField(default=False)  # misplayed: it stays, but no statistics count it
    version = models.PositiveIntegerField(default=0)
    totals = models.JSONField(default=list)  # points by seat
    finished = models.BooleanField(default=False)
    winners = models.JSONField(default=list)  # seats
    kept = models.JSONField(default=list)  # tricks judged for the coming round, as the score file writes them

    class Meta:
        indexes = [models.Index(fields=["night", "started_at"])]

    def __str__(self) -> str:
        return f"{self.game_slug} · {self.key}"

    def get_absolute_url(self) -> str:
        return reverse("table", args=[self.night.group.key, self.key])

    # Who plays what

    @property
    def game(self) -> Game:
        return all_games()[self.game_slug]

    @cached_property
    def seated(self) -> list[Seat]:
        """The seats in order, clockwise."""
        return sorted(self.seats.all(), key=lambda seat: seat.position)

    @cached_property
    def table(self) -> Table:
        """The table as the rules see it."""
        return self.table_with(self.options)

    @cached_property
    def house_rules(self) -> Options:
        """The options as read; the defaults where they are of an older edition of the game."""
        read: Options | None = self.game.options.read(dict(self.options), "options", Problems())
        return self.game.options() if read is None else read

    @property
    def is_readable(self) -> bool:
        """Whether this version knows the game, and its house rules."""
        return self.game_slug in all_games() and (
            self.game.options.read(dict(self.options), "options", Problems()) is not None
        )

    def table_with(self, options: Mapping[str, Any]) -> Table:
        """The same players with these options; raises Refused with every problem of them."""
        problems = Problems()
        read = self.game.options.read(dict(options), "options", problems)
        if problems:
            raise Refused(problems)
        return self.game.table(tuple(seat.name for seat in self.seated), read)

    # The course of the game

    @property
    def active(self) -> list[Entry]:
        """What counts: all entries that were not removed, in order."""
        return [entry for entry in self.all_entries if entry.removed_at is None]

    @cached_property
    def all_entries(self) -> list[Entry]:
        return list(self.entries.order_by("number"))

    @cached_property
    def course(self) -> Course:
        return self.course_of([(entry, entry.record) for entry in self.active])

    def course_of(self, records: Iterable[tuple[Entry, Any]], table: Table | None = None) -> Course:
        """What these records come to, one after the other."""
        engine = self.engine(table)
        rows = []
        for entry, record in records:
            scored = engine.enter(record)
            rows.append(self._row(entry, scored, engine))
        if self.ended_early:
            engine.finish_early()
        return Course(rows, engine)

    def engine(self, table: Table | None = None) -> Engine:
        table = table or self.table
        return Engine(self.game, table, table.players[self.first_dealer])

    def _row(self, entry: Entry, scored: ScoredEntry, engine: Engine) -> Row:
        players = engine.table.players
        points = scored.score.points if scored.score else {}
        dealt = entry.kind in engine.kinds and engine.kinds[entry.kind].dealt
        return Row(
            entry,
            engine.deals if dealt else None,
            scored.score,
            scored.problems,
            [points.get(player, 0) for player in players],
            [engine.totals[player] for player in players],
            scored.dealer,
        )

    def preview(self, record: dict[str, Any], instead_of: Entry | None = None) -> tuple[Course, Row]:
        """What the match would come to with this record, at the end or instead of an entry."""
        entry = instead_of or Entry(match=self, record=record, number=0)
        records = [(each, record if each == instead_of else each.record) for each in self.active]
        if entry not in self.active:  # a new one, or one that was taken out meanwhile
            records.append((entry, record))
        course = self.course_of(records)
        row = next(row for row in reversed(course.rows) if row.entry is entry or row.entry == entry)
        return course, row

    # Verbs. Each one keeps who did it and what was before.

    @classmethod
    def start(
        cls,
        night: Night,
        game_slug: str,
        players: Sequence[Player],
        options: dict[str, Any],
        first_dealer: int,
        by: str,
        key: str = "",
    ) -> Self:
        """A new match; raises Refused where the options do not fit. `key` is the one its form was made with."""
        match = cls.objects.create(
            night=night, key=key or new_key(), game_slug=game_slug, options=options, first_dealer=first_dealer
        )
        Seat.objects.bulk_create(
            Seat(match=match, position=position, player=player, name=player.name)
            for position, player in enumerate(players)
        )
        match.table  # noqa: B018 - refuses bad options before anything is kept
        match.rescore()
        return match

    def enter(self, record: dict[str, Any], key: str, seen: int, by: str) -> Entry:
        """Saves a round exactly once.

        `key` was made by the browser for this entry: the same key again gives the same entry. `seen` is the
        number of the last entry the phone knew; raises Stale if there are later ones, Refused with problems.
        """
        before = self.entries.filter(key=key).first()
        if before is not None:
            return before
        if self.last_number != seen:
            raise Stale
        _, row = self.preview(self.with_dealer(record))
        self._refuse(row, record)
        if self.is_dealt(record):
            self.kept = []
        entry = self.entries.create(
            number=self.last_number + 1, key=key, record=self.with_dealer(record), points=row.points, by=by
        )
        self._changed(Change.Verb.ADDED, by, entry, None, entry.record)
        return entry

    def _refuse(self, row: Row, record: Mapping[str, Any]) -> None:
        """Raises Refused with what the rules find wrong, and with a note for which the pad has no room."""
        note = record.get("note", "")
        too_long = isinstance(note, str) and len(note) > LONGEST_NOTE
        problems = [*row.problems, *([Problem("note", TOO_LONG(most=LONGEST_NOTE))] if too_long else [])]
        if problems:
            raise Refused(problems)

    def with_dealer(self, record: dict[str, Any]) -> dict[str, Any]:
        """The record with who dealt written into it, so that correcting another round leaves this one alone."""
        dealer = self.course.engine.next_dealer
        return {**record, "dealer": dealer} if self.is_dealt(record) and dealer and "dealer" not in record else record

    def is_dealt(self, record: Mapping[str, Any]) -> bool:
        """Whether the record is a round that somebody dealt."""
        kind = self.course.engine.kinds.get(record.get("kind", ""))
        return kind is not None and kind.dealt

    @property
    def last_number(self) -> int:
        return max((entry.number for entry in self.all_entries), default=0)

    def correct(self, entry: Entry, record: dict[str, Any], seen: int, by: str) -> None:
        """Replaces a record; raises Stale if the entry is no longer the version seen, Refused with problems."""
        if entry.version != seen or entry.removed_at is not None:
            raise Stale
        if "dealer" not in record and "dealer" in entry.record and record.get("kind") != "adjustment":
            record = {**record, "dealer": entry.record["dealer"]}
        _, row = self.preview(record, instead_of=entry)
        self._refuse(row, record)
        before, entry.record = entry.record, record
        entry.touch()
        self._changed(Change.Verb.CORRECTED, by, entry, before, record)

    def keep(self, trick: dict[str, Any]) -> None:
        """Keeps a judged trick for the coming round, in the place of any that holds one of its cards."""
        cards = {code for _, code in trick["plays"]}
        others = [each for each in self.kept if cards.isdisjoint(code for _, code in each["plays"])]
        self.kept = [*others, trick]
        self.save(update_fields=["kept"])

    def forget_kept(self) -> None:
        self.kept = []
        self.save(update_fields=["kept"])

    @property
    def kept_tricks(self) -> list[tuple[Trick[Any], Verdict[Any]]]:
        """The tricks kept for the coming round, judged; those that the house rules no longer allow are left out."""
        records = [Record(each, self.table, Problems()) for each in self.kept]
        judged = [(read_trick(self.game, record), judge(self.game, record)) for record in records]
        return [(read[0], verdict) for read, verdict in judged if read and verdict]

    def remove(self, entry: Entry, by: str) -> None:
        """Takes a round out of the count; it stays and can come back."""
        if entry.removed_at is None:
            entry.removed_at = timezone.now()
            entry.touch()
            self._changed(Change.Verb.REMOVED, by, entry, entry.record, None)

    def restore(self, entry: Entry, by: str) -> None:
        if entry.removed_at is not None:
            entry.removed_at = None
            entry.touch()
            self._changed(Change.Verb.RESTORED, by, entry, None, entry.record)

    def close(self, by: str) -> None:
        """The group stops before the game's own end."""
        if not self.course.engine.over:
            self.ended_early = True
            self._changed(Change.Verb.CLOSED, by)

    def reopen(self, by: str) -> None:
        if self.ended_early:
            self.ended_early = False
            self._changed(Change.Verb.REOPENED, by)

    def leave_out(self, by: str) -> None:
        """The game was misplayed: it stays as it is, but no statistics count it."""
        if not self.left_out:
            self.left_out = True
            self._changed(Change.Verb.LEFT_OUT, by)

    def count_again(self, by: str) -> None:
        if self.left_out:
            self.left_out = False
            self._changed(Change.Verb.COUNTED, by)

    def change_options(self, options: dict[str, Any], by: str) -> None:
        """Other house rules for the whole match; raises Refused if they do not fit."""
        self.table_with(options)
        before, self.options = self.options, options
        self._changed(Change.Verb.OPTIONS, by, None, before, options)

    def deal_first(self, seat: int, by: str) -> None:
        """Another first dealer; raises Stale once something was dealt, or the game is over."""
        engine = self.course.engine
        if engine.deals or engine.unknown or engine.over:
            raise Stale
        before, self.first_dealer = self.first_dealer, seat
        self._changed(Change.Verb.FIRST_DEALER, by, None, before, seat)

    @property
    def last_step(self) -> Change | None:
        """What would be taken back next: the last change that still stands."""
        return self.changes.filter(undone_at=None).order_by("-pk").first()

    def undo(self, by: str, step: int | None = None) -> Change | None:
        """Takes back the last step that still stands; None if there is none.

        `step` is the number of the change that the phone saw as the last one: taken back already, it stays so;
        raises Stale if there are later ones.
        """
        change = self.last_step
        if step is not None and (change is None or change.pk != step):
            done = self.changes.filter(pk=step).exclude(undone_at=None).first()
            if done is None:
                raise Stale
            return done
        if change is None:
            return None
        change.match = self
        change.take_back()
        change.undone_at = timezone.now()
        change.undone_by = by
        change.save(update_fields=["undone_at", "undone_by"])
        self.refresh()
        self.rescore()
        return change

    def draft(self, entry: Entry | None = None) -> Draft:
        """The round that is being written down, or an old one that is being corrected; not saved before its first step."""
        if entry is None:
            return self.drafts.filter(entry=None).first() or Draft(
                match=self, record=self.with_dealer({"kind": self.scribed_kind}), seen=self.last_number
            )
        found = self.drafts.filter(entry=entry).first()
        if found is not None:
            found.entry = entry
            return found
        record = {key: value for key, value in entry.record.items() if key != "tricks"}
        tricks = [{**trick, "key": f"{entry.version}-{index}"} for index, trick in enumerate(entry.record["tricks"])]
        return Draft(match=self, entry=entry, record=record, tricks=tricks, seen=entry.version)

    @property
    def scribed_kind(self) -> str:
        scribe = self.game.trick_by_trick(self.table)
        return scribe.kind if scribe else ""

    # Caches

    def refresh(self) -> None:
        """Forgets what was computed before a change."""
        for name in ("course", "all_entries", "table", "seated", "house_rules"):
            self.__dict__.pop(name, None)

    def _changed(
        self, verb: Change.Verb, by: str, entry: Entry | None = None, before: Any = None, after: Any = None
    ) -> None:
        self.changes.create(entry=entry, verb=verb, by=by, before=before, after=after)
        self.refresh()
        self.rescore()

    def touch(self) -> None:
        """Lets the phones that follow ask again."""
        self.version += 1
        self.save(update_fields=["version"])

    def rescore(self) -> None:
        """Writes the caches anew: each entry's points, and the match's totals, end and winners."""
        self.version += 1
        stale = [row.entry for row in self.course.rows if row.entry.points != row.cached]
        for row in self.course.rows:
            row.entry.points = row.cached
        Entry.objects.bulk_update(stale, ["points"])
        self.totals, self.finished, self.winners = self.summary()
        self.save()
        for cache in beside.caches:
            cache.write(self)

    @property
    def places(self) -> list[int]:
        """The place of each seat by its total: 1 is the best, equals share one. All are first before anything is played."""
        return self.game.places(self.house_rules, self.totals or [0] * len(self.seated))

    @property
    def standing(self) -> list[int]:
        """The seats, the best first; equals as they sit."""
        places = self.places
        return sorted(range(len(places)), key=places.__getitem__)

    def summary(self) -> tuple[list[int], bool, list[int]]:
        """Totals by seat, whether the game is over, and the winners' seats."""
        engine = self.course.engine
        players = engine.table.players
        return self.course.totals, engine.over, [players.index(name) for name in engine.winners]


class Seat(models.Model):
    """A player at this table. `name` is the one in the records: it stays when the player is renamed."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    position = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.RESTRICT, related_name="seats")
    name = models.CharField(max_length=40)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["match", "position"], name="one_player_a_seat"),
            models.UniqueConstraint(fields=["match", "player"], name="one_seat_a_player"),
        ]

    def __str__(self) -> str:
        return self.name


class Entry(models.Model):
    """One line of the pad: a round or an adjustment, as the score file writes it."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    key = models.CharField(max_length=36)
    record = models.JSONField()
    points = models.JSONField(null=True)  # by seat; null where the record has problems
    version = models.PositiveIntegerField(default=1)
    removed_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    by = models.CharField(max_length=160)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="one_entry_a_number"),
            models.UniqueConstraint(fields=["match", "key"], name="an_entry_is_saved_once"),
            models.CheckConstraint(condition=~Q(key=""), name="entry_has_a_key"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.number}"

    @property
    def kind(self) -> str:
        return str(self.record.get("kind", ""))

    def touch(self) -> None:
        """Saves what changed as the next version."""
        self.version += 1
        self.save()


class Change(models.Model):
    """Who did what, when, and what was before."""

    class Verb(models.TextChoices):
        ADDED = "added", _("entered")
        CORRECTED = "corrected", _("corrected")
        REMOVED = "removed", _("removed")
        RESTORED = "restored", _("brought back")
        CLOSED = "closed", _("ended the game")
        REOPENED = "reopened", _("reopened the game")
        OPTIONS = "options", _("changed the house rules")
        FIRST_DEALER = "first_dealer", _("drew who deals first")
        LEFT_OUT = "left_out", _("left the game out of the statistics")
        COUNTED = "counted", _("counted the game in the statistics again")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="changes")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, null=True, related_name="changes")
    verb = models.CharField(max_length=12, choices=Verb.choices)
    at = models.DateTimeField(default=timezone.now)
    by = models.CharField(max_length=160)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.CharField(max_length=160, blank=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.by}: {self.verb}"

    def take_back(self) -> None:
        """Puts everything as it was before this change."""
        if self.entry is not None:
            _TAKE_BACK_ENTRY[self.verb](self.entry, self)
            self.entry.touch()
        else:
            _TAKE_BACK_MATCH[self.verb](self.match, self)
            self.match.save()


def _take_out(entry: Entry, change: Change) -> None:
    entry.removed_at = timezone.now()


def _put_back(entry: Entry, change: Change) -> None:
    entry.removed_at = None


def _record_before(entry: Entry, change: Change) -> None:
    entry.record = change.before


_TAKE_BACK_ENTRY: Mapping[str, Callable[[Entry, Change], None]] = {
    Change.Verb.ADDED: _take_out,
    Change.Verb.CORRECTED: _record_before,
    Change.Verb.REMOVED: _put_back,
    Change.Verb.RESTORED: _take_out,
}


def _reopen(match: Match, change: Change) -> None:
    match.ended_early = False


def _close(match: Match, change: Change) -> None:
    match.ended_early = True


def _options_before(match: Match, change: Change) -> None:
    match.options = change.before


def _dealer_before(match: Match, change: Change) -> None:
    match.first_dealer = int(change.before or 0)


def _count(match: Match, change: Change) -> None:
    match.left_out = False


def _leave_out(match: Match, change: Change) -> None:
    match.left_out = True


_TAKE_BACK_MATCH: Mapping[str, Callable[[Match, Change], None]] = {
    Change.Verb.CLOSED: _reopen,
    Change.Verb.REOPENED: _close,
    Change.Verb.OPTIONS: _options_before,
    Change.Verb.FIRST_DEALER: _dealer_before,
    Change.Verb.LEFT_OUT: _count,
    Change.Verb.COUNTED: _leave_out,
}


class Draft(models.Model):
    """A round that is being written down trick by trick; with an entry, one that is being corrected.

    `record` is the round without its tricks. Each trick carries the key of the form it was sent with: the same
    form sent twice is one trick, and a trick that somebody else has changed meanwhile has another key. `key` is the one
    of the entry it becomes. `seen` is the last entry of the match when the round was begun; of a correction the
    version of its entry. `version` grows with every step.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="drafts")
    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, null=True, related_name="draft")
    key = models.CharField(max_length=36, default=new_key, editable=False)
    record = models.JSONField(default=dict)
    tricks = models.JSONField(default=list)
    seen = models.PositiveIntegerField(default=0)
    version = models.PositiveIntegerField(default=0)
    started_at = models.DateTimeField(default=timezone.now)
    by = models.CharField(max_length=160)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["match"], condition=Q(entry__isnull=True), name="one_round_at_a_time_is_written_down"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match}: {len(self.tricks)} tricks"

    # What is written down so far

    @property
    def whole(self) -> dict[str, Any]:
        """The record as the score file has it."""
        return self.with_tricks(self.tricks)

    def with_tricks(self, tricks: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
        plain = [{key: value for key, value in trick.items() if key != "key"} for trick in tricks]
        return {**self.record, "tricks": plain}

    def read(self, tricks: Iterable[Mapping[str, Any]]) -> TrickProgress:
        """These tricks, judged."""
        return progress_of(self.match.game, self.match.table, self.with_tricks(tricks))

    @cached_property
    def progress(self) -> TrickProgress:
        return self.read(self.tricks)

    @property
    def fresh_revokes(self) -> list[Revoke]:
        """Those that the last trick brought to light."""
        known = self.read(self.tricks[:-1]).revokes if self.progress.revokes else ()
        return [revoke for revoke in self.progress.revokes if revoke not in known]

    @property
    def number_of_tricks(self) -> int:
        """How many the round will have, as far as one can tell."""
        return len(self.tricks) + max(0, self.progress.hand)

    @property
    def overtaken(self) -> bool:
        """Whether a round has been entered since this one was begun: perhaps the same, otherwise counted."""
        rows = self.match.course.rows
        return self.entry is None and any(row.number is not None and row.entry.number > self.seen for row in rows)

    @property
    def current_trick(self) -> int:
        return len(self.tricks) + 1

    @property
    def complete(self) -> bool:
        return self.progress.hand <= 0

    # Verbs. Those that meet something newer than the phone has seen raise Stale.

    def describe(self, record: Mapping[str, Any], seen: int, by: str) -> None:
        """What is noted beside the tricks; begins the round if nobody has."""
        after = _said({**self.record, **record})
        if self.version != seen and self.record != after:
            raise Stale
        self.record = after
        self._step(by)

    def add(self, trick: Mapping[str, Any], place: int, key: str, by: str) -> None:
        """Writes down the next trick, once; begins the round if nobody has. Refused with every problem of the trick."""
        if self._is_at(place, trick):
            return
        if place != len(self.tricks) or self.complete or any(key == each["key"] for each in self.tricks):
            raise Stale
        after = [*self.tricks, {**trick, "key": key}]
        self._refuse_new(self.read(after).problems)
        self.tricks = after
        self._step(by)

    def change(self, place: int, trick: Mapping[str, Any], seen: str, key: str, by: str) -> None:
        """Another trick in the place of one; the later ones are judged anew.

        Refused for what is wrong in the trick itself; that it does not fit the others is told beside them.
        """
        if self._is_at(place, trick):
            return
        if place >= len(self.tricks) or self.tricks[place]["key"] != seen:
            raise Stale
        after = [*self.tricks]
        after[place] = {**trick, "key": key}
        here = f"tricks.{place}."
        self._refuse_new(
            problem
            for problem in self.read(after).problems
            if problem.field.startswith(here) and problem.code not in OF_THE_OTHERS
        )
        self.tricks = after
        self._step(by)

    def take_back(self, key: str, by: str) -> None:
        """Takes back the last trick."""
        if not self.tricks or self.tricks[-1]["key"] != key:
            raise Stale
        self.tricks = self.tricks[:-1]
        self._step(by)

    def throw_away(self, seen: int) -> None:
        """Forgets the round, or what was changed in an old one."""
        if self.version != seen:
            raise Stale
        if self.pk:
            self.delete()
            self.match.touch()

    def finish(self, record: Mapping[str, Any], seen: int, last_seen: int, by: str) -> Entry:
        """Makes it a round of the pad, or corrects that round. `last_seen` as `seen` of the match's own verbs."""
        if self.version != seen:
            raise Stale
        whole = self.finished(record)
        if self.entry is None:
            entry = self.match.enter(whole, self.key, last_seen, by)
        else:
            entry = self.entry
            self.match.correct(entry, whole, last_seen, by)
        if self.pk:
            self.delete()
        return entry

    def finished(self, record: Mapping[str, Any]) -> dict[str, Any]:
        """The whole round with what its last page adds."""
        return _said({**self.whole, **record})

    def _is_at(self, place: int, trick: Mapping[str, Any]) -> bool:
        """Whether this very trick stands there already: sent twice, or written down on another phone too."""
        there = self.tricks[place : place + 1]
        return bool(there) and self.with_tricks(there) == self.with_tricks([trick])

    def _refuse_new(self, problems: Iterable[Problem]) -> None:
        """Only what was not wrong before."""
        new = [problem for problem in problems if problem not in self.progress.problems]
        if new:
            raise Refused(new)

    def _step(self, by: str) -> None:
        self.__dict__.pop("progress", None)
        self.by = self.by or by
        self.version += 1
        self.save()
        self.match.touch()


def _said(record: Mapping[str, Any]) -> dict[str, Any]:
    """A record without what was left open."""
    return {key: value for key, value in record.items() if value is not None}


# What may be wrong in a trick because of another one.
OF_THE_OTHERS = frozenset(("card_played_twice", "wrong_leader"))
