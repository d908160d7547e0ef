"""One game, from its first deal to its end; long, because it is one aggregate with all its methods."""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b
from typing import Any, Self

from django.apps import apps
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone

from games.kernel.engine import Engine, ScoredEntry
from games.kernel.game import AnyGame
from games.kernel.lines import Score
from games.kernel.options import Options
from games.kernel.problems import Problem, Problems
from games.kernel.record import Record
from games.kernel.seats import AnyTable
from games.kernel.tricks import Trick, Verdict
from games.kernel.words import Phrase
from games.registry import all_games
from games.score_file import judge, read_trick
from scorekeeper.nights.played import LENGTH, played
from scorekeeper.nights.signals import match_rescored
from scorekeeper.people.keys import happened_at, key_of_match
from scorekeeper.people.models import Player
from scorekeeper.people.signs import Sign, signs
from scorekeeper.people.tokens import new_token

from .change import Change
from .entry import DERIVED, LONGEST_NOTE, Entry
from .night import Night

FILE_ID_LENGTH = 200

TOO_LONG = Phrase(
    "too_long", de="Zu lang: höchstens {most} Zeichen passen hier.", en="Too long: {most} characters fit here at most."
)


class Stale(Exception):
    """Another phone has written since this one read the match."""


class Refused(Exception):
    """The record has problems; nothing was saved."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = problems


@dataclass(frozen=True)
class Row:
    """One entry as it counts: its score or its problems, and the totals after it, by seat."""

    entry: Entry
    record: Any  # the entry's, or one that would stand in its place
    number: int | None  # of the round; what nobody deals has none
    score: Score | None
    problems: Sequence[Problem]
    points: Sequence[int]
    totals: Sequence[int]
    money: Sequence[int] | None  # in minor units; None where a round is not paid by itself
    dealer: str | None

    @property
    def derived(self) -> dict[str, Any]:
        """What is stored with the entry: no points where the record has problems."""
        points = None if self.score is None else list(self.points)
        return {"points": points, "money": self.money, "round": self.number}


@dataclass(frozen=True)
class Course:
    """A match as far as it is played: its rows in order, and the engine that knows totals, dealer and end."""

    rows: Sequence[Row]
    engine: Engine

    @property
    def totals(self) -> list[int]:
        return [self.engine.totals[player] for player in self.engine.table.players]

    def with_entry(self, row: Row, entry: Entry) -> Course:
        """The same with this entry in one of its rows, as it is saved by now."""
        return Course([replace(each, entry=entry) if each is row else each for each in self.rows], self.engine)

    @property
    def rounds_played(self) -> int:
        return sum(row.number is not None for row in self.rows)


class MatchQuerySet(models.QuerySet["Match"]):
    def not_deleted(self) -> Self:
        """Neither deleted themselves nor with their night."""
        return self.filter(deleted_at=None, night__deleted_at=None)

    def deleted(self) -> Self:
        """Those that can still be brought back by themselves, the last deleted first."""
        since = timezone.now() - Night.KEPT_DELETED
        return self.filter(deleted_at__gt=since, night__deleted_at=None).order_by("-deleted_at")

    def gone(self) -> Self:
        """Those deleted so long ago that nobody brings them back."""
        return self.filter(deleted_at__lte=timezone.now() - Night.KEPT_DELETED)

    def last_first(self) -> Self:
        """The last game of the last night first: for the first ones only the last nights of a group are looked at."""
        return self.order_by("-night__started_at", "-night", "-started_at", "-pk")

    def named(self) -> Self:
        """Those of what a group has given a name of its own."""
        return self.exclude(played=F("game_slug"))

    def renew_tags(self) -> None:
        """What a phone has seen of these matches is no longer the latest. They may share the new tag."""
        self.update(tag=new_token())


class Match(models.Model):
    """One game at the table: its players in seat order, its house rules, its rounds.

    `options` are those that differ from the defaults, as the score file writes them. `file_id` is the id the
    score file has for it, where it came from one; else that is its key. `tag` is another one after
    every change that a phone following the match could see. `totals`, `finished` and `winners` are derived;
    finished without winners, it was stopped before anything was played.
    """

    night = models.ForeignKey(Night, on_delete=models.CASCADE, related_name="matches")
    key = models.CharField(max_length=12, unique=True, default=key_of_match, editable=False)
    file_id = models.CharField(max_length=FILE_ID_LENGTH, blank=True, editable=False)
    game_slug = models.CharField(max_length=40)
    options = models.JSONField(default=dict)
    played = models.CharField(max_length=LENGTH, editable=False)  # what of the game, as nights.played says it
    first_dealer = models.PositiveSmallIntegerField(default=0)  # a seat
    started_at = models.DateTimeField(default=happened_at)
    ended_early = models.BooleanField(default=False)
    left_out = models.BooleanField(default=False)  # misplayed: it stays, but no statistics count it
    # Which faces the cards have in the group; set by access.match_for.
    faces = ""

    tag = models.CharField(max_length=22, default=new_token, editable=False)
    totals = models.JSONField(default=list)  # points by seat
    finished = models.BooleanField(default=False)
    winners = models.JSONField(default=list)  # seats
    saved_tricks = models.JSONField(default=list)  # judged for the coming round, as the score file writes them
    deleted_at = models.DateTimeField(null=True, blank=True, editable=False)

    objects = MatchQuerySet.as_manager()

    class Meta:
        indexes = [
            # With all that a search asks of a match, which then is not read.
            models.Index(
                fields=["night", "started_at", "deleted_at", "game_slug", "played"], name="matches_of_a_night"
            ),
            models.Index(fields=["night"], condition=~Q(played=F("game_slug")), name="named_games"),
        ]

    def __str__(self) -> str:
        return f"{self.game_slug} · {self.key}"

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        self.played = played(self.game_slug, self.options)
        self.tag = new_token()
        fields = None if update_fields is None else {*update_fields, "tag"}
        super().save(*args, update_fields=fields, **kwargs)

    def get_absolute_url(self) -> str:
        return reverse("table", args=[self.night.group.key, self.key])

    # Who plays what

    @property
    def game(self) -> AnyGame:
        return all_games()[self.game_slug].showing(self.faces)

    @property
    def title(self) -> Phrase:
        """What is played here, by its own name."""
        return self.game.title(len(self.seated), self.house_rules)

    @property
    def champion(self) -> Phrase:
        """The title of who has won, feminine where all of them want it so."""
        won = [seat.player for seat in self.seated if seat.name in self.course.engine.winners]
        title = self.game.champion
        return title.feminine if won and all(player.feminine for player in won) else title

    @cached_property
    def seated(self) -> list[Seat]:
        """The seats in order, clockwise."""
        return list(self.seats.all())

    @cached_property
    def signs(self) -> list[Sign]:
        """The signs of the players by seat, unlike at this table. Their names are those of the seats."""
        return signs((seat.name, seat.player) for seat in self.seated)

    @cached_property
    def table(self) -> AnyTable:
        """The table as the rules see it."""
        return self.table_with(self.options)

    @cached_property
    def house_rules(self) -> Options:
        """The options as read; the defaults where they are of an older edition of the game."""
        found: Options = self.game.read_options(self.options) or self.game.options()
        return found

    @property
    def rules_seen(self) -> str:
        """What a form says of the house rules that it shows: the same for the same ones."""
        return blake2b(json.dumps(self.options, sort_keys=True).encode(), digest_size=8).hexdigest()

    @property
    def is_readable(self) -> bool:
        """Whether this version knows the game, and its house rules."""
        return self.game_slug in all_games() and self.game.read_options(self.options) is not None

    def table_with(self, options: Mapping[str, Any]) -> AnyTable:
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
        return list(self.entries.all())

    @cached_property
    def course(self) -> Course:
        return self.course_of([(entry, entry.record) for entry in self.active])

    def course_of(self, records: Iterable[tuple[Entry, Any]], table: AnyTable | None = None) -> Course:
        """What these records come to, one after the other."""
        return self._play(self.engine(table), [], records)

    def _go_on(self, entries: Sequence[Entry]) -> Course:
        """What the match comes to with these entries at its end."""
        if self.ended_early:  # an engine that was told so takes no more
            return self.course_of((entry, entry.record) for entry in [*self.active, *entries])
        records = ((entry, entry.record) for entry in entries)
        return self._play(self.course.engine.branch(), [*self.course.rows], records)

    def _play(self, engine: Engine, rows: list[Row], records: Iterable[tuple[Entry, Any]]) -> Course:
        for entry, record in records:
            scored = engine.enter(record)
            rows.append(self.row_of(entry, record, scored, engine))
        if self.ended_early:
            engine.finish_early()
        return Course(rows, engine)

    def engine(self, table: AnyTable | None = None) -> Engine:
        table = table or self.table
        return Engine(self.game, table, table.players[self.first_dealer])

    def row_of(self, entry: Entry, record: Any, scored: ScoredEntry, engine: Engine) -> Row:
        """What this record of an entry came to, `engine` being as it is after it."""
        players = engine.table.players
        points = scored.score.points if scored.score else {}
        paid = scored.score is not None and engine.game.pays_each_round and engine.table.stake
        money = engine.money_of(scored.score) if scored.score and paid else None
        return Row(
            entry,
            record,
            engine.deals if engine.is_dealt(record) else None,
            scored.score,
            scored.problems,
            [points.get(player, 0) for player in players],
            [engine.totals[player] for player in players],
            [money[player] for player in players] if money else None,
            scored.dealer,
        )

    def preview(self, record: dict[str, Any], instead_of: Entry | None = None) -> tuple[Course, Row]:
        """What the match would come to with this record, at the end or instead of an entry."""
        if instead_of is None:
            course = self._go_on([Entry(record=record)])
            return course, course.rows[-1]
        records = [(each, record if each == instead_of else each.record) for each in self.active]
        if instead_of not in self.active:  # it was taken out meanwhile
            records.append((instead_of, record))
        course = self.course_of(records)
        return course, next(row for row in course.rows if row.entry == instead_of)

    # Methods that write. Each records who did it, and the state before.

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
    ) -> Match:
        """A new match; raises Refused where the options do not fit. `key` is the one its form was made with."""
        match = cls.objects.create(
            night=night, key=key or key_of_match(), game_slug=game_slug, options=options, first_dealer=first_dealer
        )
        Seat.objects.bulk_create(
            Seat(match=match, position=position, player=player, name=player.name)
            for position, player in enumerate(players)
        )
        match.table  # noqa: B018 - refuses bad options before anything is kept
        apps.get_model("nights", "Draft").forget_finished(night.group_id)
        match.rescore()
        return match

    def enter(self, record: dict[str, Any], key: str, seen: int, by: str) -> Entry:
        """Saves a round exactly once.

        `key` was made by the browser for this entry: the same key again gives the same entry. `seen` is the
        number of the last entry the phone knew; raises Stale if there are later ones, Refused with problems.
        """
        before = next((entry for entry in self.all_entries if entry.key == key), None)
        if before is not None:
            return before
        if self.last_number != seen:
            raise Stale
        [entry] = self.enter_all([(key, record)], by)
        return entry

    def enter_all(self, rounds: Iterable[tuple[str, dict[str, Any]]], by: str) -> list[Entry]:
        """Saves rounds, each with its key, as one after the other; what follows from them is worked out once.

        Raises Refused with the problems of the first that has some; then nothing was saved.
        """
        entries = [
            Entry(match=self, number=number, key=key, record={**record}, by=by)
            for number, (key, record) in enumerate(rounds, self.last_number + 1)
        ]
        course = self._go_on(entries)
        new = course.rows[len(self.active) :]
        for row in new:
            self._refuse(row, row.record)
            if row.dealer:  # written down, so that correcting another round leaves this one alone
                row.record["dealer"] = row.dealer
            row.entry.derive(row.derived)
        if any(row.number is not None for row in new):
            self.saved_tricks = []
        Entry.objects.bulk_create(entries)
        added = {"match": self, "verb": Change.Verb.ADDED, "by": by}
        self._follow([Change(**added, entry=entry, after=entry.record) for entry in entries], course)
        return entries

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
        return self.engine().is_dealt(record)

    @property
    def last_number(self) -> int:
        return max((entry.number for entry in self.all_entries), default=0)

    def rounds_after(self, number: int) -> list[Row]:
        """The rounds entered after the entry with this number."""
        return [row for row in self.course.rows if row.number is not None and row.entry.number > number]

    def correct(self, entry: Entry, record: dict[str, Any], seen: int, by: str) -> None:
        """Replaces a record; raises Stale if the entry is no longer the version seen, Refused with problems."""
        if entry.version != seen or entry.removed_at is not None:
            raise Stale
        if "dealer" not in record and "dealer" in entry.record and self.is_dealt(record):
            record = {**record, "dealer": entry.record["dealer"]}
        course, row = self.preview(record, instead_of=entry)
        self._refuse(row, record)
        before, entry.record = entry.record, record
        entry.touch()
        self._changed(Change.Verb.CORRECTED, by, entry, before, record, course.with_entry(row, entry))

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

    def save_trick(self, trick: dict[str, Any]) -> None:
        """Saves a judged trick for the coming round, in the place of any that holds one of its cards."""
        cards = {code for _, code in trick["plays"]}
        others = [each for each in self.saved_tricks if cards.isdisjoint(code for _, code in each["plays"])]
        self.saved_tricks = [*others, trick]
        self.save(update_fields=["saved_tricks"])

    def forget_tricks(self) -> None:
        self.saved_tricks = []
        self.save(update_fields=["saved_tricks"])

    @property
    def judged_tricks(self) -> list[tuple[Trick[Any], Verdict[Any]]]:
        """The tricks saved for the coming round, judged; those that the house rules no longer allow are left out."""
        records = [Record(each, self.table, Problems()) for each in self.saved_tricks]
        judged = [(read_trick(self.game, record), judge(self.game, record)) for record in records]
        return [(read[0], verdict) for read, verdict in judged if read and verdict]

    def close(self, by: str) -> None:
        """Ends the game before its own end."""
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

    def delete_for_now(self, by: str) -> None:
        """Takes the game out of everything; it can come back for thirty days. Older deleted ones go for good."""
        if self.deleted_at is None:
            self.deleted_at = timezone.now()
            self._changed(Change.Verb.DELETED, by)
            Match.objects.gone().filter(night__group=self.night.group_id).delete()

    def bring_back(self, by: str) -> None:
        """Takes the deletion back."""
        deletion = self.changes.filter(verb=Change.Verb.DELETED, undone_at=None).first()
        if deletion is not None:
            self._take_back(deletion, by)

    @property
    def is_deleted(self) -> bool:
        """Whether it was deleted, by itself or with its night."""
        return self.deleted_at is not None or self.night.deleted_at is not None

    @property
    def kept_until(self) -> datetime.datetime | None:
        return self.deleted_at and self.deleted_at + Night.KEPT_DELETED

    def change_options(self, options: dict[str, Any], by: str, seen: str = "") -> None:
        """Changes the house rules of the whole match; raises Refused with every problem.

        `seen` is the `rules_seen` of those that the phone knew; raises Stale if they are others by now.
        """
        self.table_with(options)
        if options == self.options:
            return
        if seen and seen != self.rules_seen:
            raise Stale
        before, self.options = self.options, options
        self._changed(Change.Verb.OPTIONS, by, None, before, options)

    def deal_first(self, seat: int, by: str) -> None:
        """Another first dealer; raises Stale once a round is begun, which has its dealer, or the game is over."""
        engine = self.course.engine
        if engine.deals or engine.unknown or engine.over or self.drafts.filter(entry=None).exists():
            raise Stale
        before, self.first_dealer = self.first_dealer, seat
        self._changed(Change.Verb.FIRST_DEALER, by, None, before, seat)

    @property
    def last_step(self) -> Change | None:
        """What would be taken back next: the last change that still stands."""
        return self.changes.filter(undone_at=None).order_by("-pk").first()

    def undo(self, by: str, step: str | None = None) -> Change | None:
        """Takes back the last step that still stands; None if there is none.

        `step` is the key of the change that the phone saw as the last one: taken back already, it stays so;
        raises Stale if there are later ones.
        """
        change = self.last_step
        if step is not None and (change is None or change.key != step):
            done = self.changes.filter(key=step).exclude(undone_at=None).first()
            if done is None:
                raise Stale
            return done
        if change is None:
            return None
        self._take_back(change, by)
        return change

    def _take_back(self, change: Change, by: str) -> None:
        if change.entry is not None:
            _TAKE_BACK_ENTRY[change.verb](change.entry, change)
            change.entry.touch()
        else:
            _TAKE_BACK_MATCH[change.verb](self, change)
        change.undone_at, change.undone_by = happened_at(), by
        change.save(update_fields=["undone_at", "undone_by"])
        self.refresh()
        self.rescore()

    def lock(self) -> None:
        """Waits for whoever else changes this match, on whatever server, then reads it as they have left it.

        Under the same tag nothing has changed since it was read.
        """
        locked = Match.objects.select_for_update(no_key=True).filter(pk=self.pk)
        if list(locked.values_list("tag", flat=True)) != [self.tag]:
            self.refresh_from_db()
            self.refresh()

    # What is derived

    def refresh(self) -> None:
        """Forgets what was computed before a change, on another phone too."""
        self._forget("course", "all_entries", "table", "seated", "signs", "house_rules")

    def _forget(self, *names: str) -> None:
        for name in names:
            self.__dict__.pop(name, None)

    def _changed(
        self,
        verb: Change.Verb,
        by: str,
        entry: Entry | None = None,
        before: Any = None,
        after: Any = None,
        course: Course | None = None,
    ) -> None:
        """Writes the change down, and what follows from it; `course` where it is known already."""
        self._follow([Change(match=self, entry=entry, verb=verb, by=by, before=before, after=after)], course)

    def _follow(self, changes: Sequence[Change], course: Course | None) -> None:
        Change.objects.bulk_create(changes)
        self._forget("course", "all_entries", "table", "house_rules")
        if course is not None:
            self.course = course
        self.rescore()

    def touch(self) -> None:
        """Renews the tag: something that belongs to the match has changed, and phones that follow it ask again."""
        self.save(update_fields=["tag"])

    def rescore(self) -> None:
        """Writes what is derived anew: each entry's result, and the match's totals, end and winners.

        With house rules that this version does not know they stay as they are.
        """
        if self.is_readable:
            stale = [row.entry for row in self.course.rows if row.entry.derive(row.derived)]
            Entry.objects.bulk_update(stale, DERIVED)
            self.totals, self.finished, self.winners = self.summary()
        self.save()
        match_rescored.send(Match, match=self)

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


def _not_deleted(match: Match, change: Change) -> None:
    match.deleted_at = None


_TAKE_BACK_MATCH: Mapping[str, Callable[[Match, Change], None]] = {
    Change.Verb.CLOSED: _reopen,
    Change.Verb.REOPENED: _close,
    Change.Verb.OPTIONS: _options_before,
    Change.Verb.FIRST_DEALER: _dealer_before,
    Change.Verb.LEFT_OUT: _count,
    Change.Verb.COUNTED: _leave_out,
    Change.Verb.DELETED: _not_deleted,
}


class SeatManager(models.Manager["Seat"]):
    """With the players: whoever shows a seat shows their sign."""

    def get_queryset(self) -> models.QuerySet[Seat]:
        return super().get_queryset().select_related("player")


class Seat(models.Model):
    """A player at this table. `name` is the one in the records: once the game is over it stays when the player is renamed."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    position = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.RESTRICT, related_name="seats")
    name = models.CharField(max_length=40)

    objects = SeatManager()

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["match", "position"], name="one_player_a_seat"),
            models.UniqueConstraint(fields=["match", "player"], name="one_seat_a_player"),
        ]

    def __str__(self) -> str:
        return self.name
