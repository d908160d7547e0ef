"""Matches: the games of a night."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from itertools import takewhile
from typing import Any, Self

from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone

from games.kernel.engine import LAST, SEATS, Engine
from games.kernel.game import AnyGame
from games.kernel.judging import judge_single_trick, read_trick
from games.kernel.names import BAD_NAME
from games.kernel.options import Options
from games.kernel.posted import Fields, Posted, player_on
from games.kernel.problems import Problem, Problems
from games.kernel.record import Record
from games.kernel.seating import SITS_ALREADY, check_number
from games.kernel.seats import AnyTable, in_teams
from games.kernel.tricks import Trick, Verdict
from games.kernel.words import Phrase, Typed
from games.registry import find_game
from scorekeeper.nights.game_key import LENGTH, game_key
from scorekeeper.nights.signals import match_reopened, match_rescored, match_started
from scorekeeper.people import names
from scorekeeper.people.bounds import GAMES_A_NIGHT, PEOPLE, Full
from scorekeeper.people.keys import did, event_time, key_of_match, new_key
from scorekeeper.people.models import NAME_LENGTH, Player
from scorekeeper.people.signs import Sign, signs
from scorekeeper.people.tokens import new_token

from .change import Change
from .course import Course, Row
from .draft import WHO_DEALS, Draft
from .entry import DERIVED, MOST_ENTRIES, Entry
from .night import Night
from .refusals import TOO_MANY, Refused, Stale
from .seat import Seat

FILE_ID_LENGTH = 200

Verb = Change.Verb

# What a verb sets on the match: a flag that undoing turns round, or a field whose former value the change keeps.
FLAGS: Mapping[str, tuple[str, bool]] = {
    Verb.CLOSED: ("ended_early", True),
    Verb.REOPENED: ("ended_early", False),
    Verb.LEFT_OUT: ("left_out", True),
    Verb.COUNTED: ("left_out", False),
}
VALUES: Mapping[str, str] = {
    Verb.OPTIONS: "options",
    Verb.FIRST_DEALER: "first_dealer",
    Verb.DELETED: "deleted_at",
}


@dataclass
class Step:
    """A step of a match while it is made: its changes, and the course after it if that is known already."""

    match: Match
    by: str
    changes: list[Change] = field(default_factory=list)
    course: Course | None = None

    def write(self, verb: Change.Verb, entry: Entry | None = None, before: Any = None, after: Any = None) -> None:
        """Write down a change of this step."""
        self.changes.append(Change(match=self.match, verb=verb, by=self.by, entry=entry, before=before, after=after))


class MatchQuerySet(models.QuerySet["Match"]):
    def not_deleted(self) -> Self:
        """Return the matches, without deleted ones and those of deleted nights."""
        return self.filter(deleted_at=None, night__deleted_at=None)

    def deleted(self) -> Self:
        """Return the matches deleted in the last thirty days, last deleted first."""
        since = timezone.now() - Night.KEPT_DELETED
        return self.filter(deleted_at__gt=since, night__deleted_at=None).order_by("-deleted_at")

    def expired(self) -> Self:
        """Return the matches deleted more than thirty days ago, which can no longer be restored."""
        return self.filter(deleted_at__lte=timezone.now() - Night.KEPT_DELETED)

    def unexpired(self) -> Self:
        return self.exclude(deleted_at__lte=timezone.now() - Night.KEPT_DELETED)

    def last_first(self) -> Self:
        """Order by the night's start, then by the match's start, latest first."""
        return self.order_by("-night__started_at", "-night", "-started_at", "-pk")

    def named(self) -> Self:
        """Return the matches whose house rules give the game a name of its own (see game_key.py)."""
        return self.exclude(game_key=F("game_slug"))

    def renew_tags(self) -> None:
        """Give all these matches the same new tag. Phones that follow one of them then load it again."""
        self.update(tag=new_token())


class Match(models.Model):
    """One game at the table, from its first deal to its end: its house rules, seats, entries, and their course."""

    night = models.ForeignKey(Night, on_delete=models.CASCADE, related_name="matches")
    key = models.CharField(max_length=12, unique=True, default=key_of_match, editable=False)
    file_id = models.CharField(max_length=FILE_ID_LENGTH, blank=True, editable=False)
    game_key = models.CharField(max_length=LENGTH, editable=False)  # see game_key.py
    started_at = models.DateTimeField(default=event_time)

    game_slug = models.CharField(max_length=40)
    options = models.JSONField(default=dict)
    first_dealer = models.PositiveSmallIntegerField(default=0)  # the position of a seat
    sits_out = models.BooleanField(default=False, db_default=False)  # whether the dealer of each round sits out
    ended_early = models.BooleanField(default=False)
    left_out = models.BooleanField(default=False)  # misplayed: kept, but not counted in statistics
    deleted_at = models.DateTimeField(null=True, blank=True, editable=False)

    # The code of the card faces that the group has chosen for this game; "": the usual ones. Set by access.match_for.
    faces = ""

    tag = models.CharField(max_length=22, default=new_token, editable=False)
    totals = models.JSONField(default=list)  # points by seat
    finished = models.BooleanField(default=False)
    winners = models.JSONField(default=list)  # positions of the winners' seats
    seating = models.JSONField(null=True)  # positions of the seats of who sits here now, clockwise; null: as at first

    objects = MatchQuerySet.as_manager()

    class Meta:
        indexes = [
            # These are all columns of matches that a search for nights needs: the database reads only the index.
            models.Index(
                fields=["night", "started_at", "deleted_at", "game_slug", "game_key"], name="matches_of_a_night"
            ),
            models.Index(fields=["night"], condition=~Q(game_key=F("game_slug")), name="named_games"),
        ]

    def __str__(self) -> str:
        return f"{self.game_slug} · {self.key}"

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        self.game_key = game_key(self.game_slug, self.options)
        self.tag = new_token()
        fields = None if update_fields is None else {*update_fields, "tag"}
        super().save(*args, update_fields=fields, **kwargs)

    def get_absolute_url(self) -> str:
        return reverse("table", args=[self.night.group.key, self.key])

    @property
    def is_deleted(self) -> bool:
        """Return whether the match is deleted or not shown, as its night is deleted or its import unfinished."""
        return self.deleted_at is not None or not self.night.is_shown

    @property
    def id_in_files(self) -> str:
        return self.file_id or self.key

    @property
    def played_at(self) -> str:
        """The time at which the match began (UTC), as the score file writes it."""
        return f"{self.started_at.astimezone(datetime.UTC):%Y-%m-%dT%H:%M:%SZ}"

    @property
    def kept_until(self) -> datetime.datetime | None:
        return self.deleted_at and self.deleted_at + Night.KEPT_DELETED

    # The game, its players and its house rules

    @property
    def game(self) -> AnyGame:
        """The game, with the card faces in `faces`. Raise LookupError if this version does not know the game."""
        game = find_game(self.game_slug, self.options)
        if game is None:
            raise LookupError(self.game_slug)
        return game.showing(self.faces)

    @property
    def number_of_players(self) -> int:
        """The number of players of the first round; a dealer who sits out is not counted."""
        return len(self.starters) - self.sits_out

    @property
    def champion(self) -> Phrase:
        """The winner's title in this game, e.g. "Chief Architect"; the feminine form if all winners have chosen it."""
        won = [seat.player for seat in self.seated if seat.name in self.course.engine.winners]
        title = self.game.champion
        return title.feminine if won and all(player.feminine for player in won) else title

    @cached_property
    def seated(self) -> list[Seat]:
        """All seats, by position, including those of players who have left."""
        return list(self.seats.all())

    @property
    def starters(self) -> list[Seat]:
        """The seats of the players who sat here from the start, clockwise."""
        return [seat for seat in self.seated if seat.from_start]

    @cached_property
    def signs(self) -> list[Sign]:
        """The sign of each seat's player, by position. Its name is the player's name in the match's records."""
        return signs((seat.name, seat.player) for seat in self.seated)

    def sides_of(self, seats: Iterable[int], figures: Sequence[int] | Mapping[int, int]) -> list[Sign]:
        """Return the sides that sit on these seats: the teams or, in a game without teams, the players."""
        signs = [self.signs[seat] for seat in seats]
        teams = in_teams(signs, self.game.team_count(self.house_rules))
        if not teams or any(len({figures[each.seat] for each in team}) > 1 for team in teams):
            return signs
        return [Sign.of_team(team) for team in teams]

    def sides_after(self, course: Course) -> list[Sign]:
        """Return the sides (see `sides_of`) of the players who sit here at the end of this course."""
        return self.sides_of([number for number, _player in course.engine.seating.numbered], course.totals)

    def places_after(self, course: Course) -> dict[str, int]:
        """Return the place of each player who sits here at the end of this course, by name. 1 is the best."""
        sides = self.sides_after(course)
        places = self.game.places(self.house_rules, [course.totals[side.seat] for side in sides])
        return {each.name: place for side, place in zip(sides, places, strict=True) for each in side.people}

    def signs_at(self, table: AnyTable) -> list[Sign]:
        """Return the signs of the players at this table, clockwise."""
        return [self.signs[number] for number, _player in table.numbered]

    @cached_property
    def table(self) -> AnyTable:
        """The table of the coming round. The table of every entry is in its row of the course (`Row.table`)."""
        return self.course.engine.table

    @property
    def dealer_sits_out(self) -> bool:
        """Return whether the dealer sits out in the coming round."""
        return self.course.engine.seating.sits_out

    @cached_property
    def house_rules(self) -> Options:
        """The house rules, read from `options`; the defaults if this version cannot read them."""
        found: Options = self.game.read_options(self.options) or self.game.options()
        return found

    @property
    def lowest_wins(self) -> bool:
        return self.game.lowest_wins(self.house_rules)

    @property
    def rules_seen(self) -> str:
        """A digest of the house rules, by which pages tell whether the rules were changed meanwhile."""
        return blake2b(json.dumps(self.options, sort_keys=True).encode(), digest_size=8).hexdigest()

    @property
    def is_readable(self) -> bool:
        """Return whether this version knows the game and its house rules."""
        game = find_game(self.game_slug, self.options)
        return game is not None and game.read_options(self.options) is not None

    def table_with(self, options: Mapping[str, Any]) -> AnyTable:
        """Return the table at the match's start with these options. Raise Refused with all problems of the options."""
        problems = Problems()
        read = self.game.options.read(dict(options), "options", problems)
        if problems:
            raise Refused(problems)
        players, everyone = (tuple(seat.name for seat in seats) for seats in (self.starters, self.seated))
        return self.game.table(players, read, sits_out=self.sits_out, everyone=everyone)

    def table_with_new(self, options: Mapping[str, Any]) -> AnyTable:
        """Return `table_with(options)`, where `options` are about to replace the match's house rules."""
        table, problems = self.table_with(options), Problems()
        check_number(self.game, len(self.starters), table.options, sits_out=self.sits_out, problems=problems)
        if problems:
            raise Refused(problems)
        return table

    # The entries and their course

    @cached_property
    def all_entries(self) -> list[Entry]:
        return list(self.entries.all())

    @property
    def active(self) -> list[Entry]:
        """The entries that were not removed, in order."""
        return [entry for entry in self.all_entries if entry.removed_at is None]

    @property
    def last_number(self) -> int:
        return max((entry.number for entry in self.all_entries), default=0)

    @cached_property
    def course(self) -> Course:
        return self.whole_course((entry, entry.record) for entry in self.active)

    def whole_course(self, records: Iterable[tuple[Entry, Any]], table: AnyTable | None = None) -> Course:
        """Return the course of these records (see `course_of`), in which the coming round's draft says who deals."""
        said, pairs = None if self.finished else self.draft.fields(WHO_DEALS), [*records]
        if not said:
            return self.course_of(pairs, table)
        number = next((each.number for each in self.all_entries if each.key == self.last_dealt), 0)
        before = [*takewhile(lambda pair: pair[0].number <= number, pairs)]
        course = Course([], self.engine(table)).followed_by(before)
        self._let_deal(said, course)
        course = self._ended(course.followed_by(pairs[len(before) :]))  # who takes over from the dealer deals, too
        self._let_deal(said, course)
        return course

    @staticmethod
    def _let_deal(said: Fields, course: Course) -> None:
        """Make the player whom this part of a draft names the next dealer, if they are seated at the course's end."""
        engine = course.engine
        dealer = player_on(Posted(said).one("dealer"), engine.seating)
        if dealer in engine.seating.seated and not engine.over:
            engine.next_dealer = dealer

    def course_of(self, records: Iterable[tuple[Entry, Any]], table: AnyTable | None = None) -> Course:
        """Return the course of these records, each with its entry, in order."""
        return self._ended(Course([], self.engine(table)).followed_by(records))

    def course_with(self, entries: Iterable[Entry]) -> Course:
        """Return the match's course with these entries added at its end."""
        records = [(entry, entry.record) for entry in entries]
        if self.ended_early:  # an ended engine takes no entries: score all again, then end the game
            return self.course_of([*((entry, entry.record) for entry in self.active), *records])
        return self.course.followed_by(records)

    def _ended(self, course: Course) -> Course:
        if self.ended_early:
            course.engine.finish_early()
        return course

    def engine(self, table: AnyTable | None = None) -> Engine:
        table = table or self.table_with(self.options)
        return Engine(self.game, table, table.players[self.first_dealer])

    def newcomers(self, course: Course) -> dict[str, Player | None]:
        """Return the names of the players who join in this course and have no seat yet."""
        unknown = course.engine.seating.everyone[len(self.seated) :]
        sitting = {seat.player.canonical for seat in self.seated} if unknown else set()
        new: dict[str, Player | None] = {}
        for name in unknown:
            player = self.night.group.players.named(name)
            if not 1 <= len(names.tidy(name)) <= NAME_LENGTH:
                raise Refused([Problem("players", BAD_NAME(name=name, longest=NAME_LENGTH))])
            if player in sitting or any(names.key(name) == names.key(other) for other in new):
                raise Refused([Problem("players", SITS_ALREADY(name=name))])
            new[name] = player
            sitting |= {player} if player else set()
        if unsaved := list(new.values()).count(None):
            try:
                PEOPLE.make_room(self.night.group.players.filter(merged_into=None).count(), unsaved)
            except Full as full:
                raise Refused([full.problem._replace(field="players")]) from full
        return new

    def preview(self, record: dict[str, Any], instead_of: Entry | None = None) -> tuple[Course, Row]:
        """Return the course with this record added at its end, and the record's row. Nothing is saved."""
        if instead_of is None:
            course = self.course_with([Entry(record=record)])
            return course, course.rows[-1]
        counting = [each for each in self.all_entries if each.removed_at is None or each == instead_of]
        course = self.whole_course((each, record if each == instead_of else each.record) for each in counting)
        return course, next(row for row in course.rows if row.entry == instead_of)

    @property
    def last_rounds(self) -> Entry | None:
        """The latest entry that sets how many more rounds are dealt; None if there is none."""
        said = [row.entry for row in self.course.rows if row.score and row.record.get("kind") == LAST]
        return said[-1] if said else None

    def with_dealer(self, record: dict[str, Any]) -> dict[str, Any]:
        """Return the record with its dealer, the next one if it names none, so that no correction changes it."""
        dealer = self.course.engine.next_dealer
        return {**record, "dealer": dealer} if self.is_dealt(record) and dealer and "dealer" not in record else record

    def is_dealt(self, record: Mapping[str, Any]) -> bool:
        """Return whether the record is of a dealt round, and not of another entry such as an adjustment."""
        return any(engine.is_dealt(record) for engine in (self.engine(), self.course.engine))

    @property
    def tricks_to_fill_in(self) -> list[dict[str, Any]]:
        """The tricks that the referee has judged for the coming round, as the score file writes them."""
        return [part["fields"] for part in self.draft.of_kind("judged").values()]

    def judged_tricks(self, table: AnyTable) -> list[tuple[Trick[Any], Verdict[Any]]]:
        """Return `tricks_to_fill_in`, each with its verdict; tricks that cannot be at this table are left out."""
        records = [Record(each, table, Problems()) for each in self.tricks_to_fill_in]
        judged = [(read_trick(self.game, record), judge_single_trick(self.game, record)) for record in records]
        return [(read[0], verdict) for read, verdict in judged if read and verdict]

    def refresh(self) -> None:
        """Clear all cached properties that depend on the stored data, so that changes of the data are seen."""
        self.forget("course", "all_entries", "table", "seated", "signs", "house_rules", "seat_changes")
        self.forget("last_dealt", "draft")

    def forget(self, *names: str) -> None:
        """Clear the cached properties with these names."""
        for name in names:
            self.__dict__.pop(name, None)

    # Starting a match, changing it (a method for each kind of change), undoing. `by`: the name to record

    @classmethod
    def start(
        cls,
        night: Night,
        game_slug: str,
        players: Sequence[Player],
        options: dict[str, Any],
        first_dealer: int,
        *,
        sits_out: bool = False,
    ) -> Match:
        """Store and return a new match. Raise Refused if the options have problems."""
        GAMES_A_NIGHT.make_room(night.matches.count())
        long_over = {"match__finished": True, "match__started_at__lt": event_time() - Night.STILL_TONIGHT}
        Draft.objects.filter(match__night__group=night.group_id, corrects=None, **long_over).delete()
        match = cls.objects.create(
            night=night,
            game_slug=game_slug,
            options=options,
            first_dealer=first_dealer,
            sits_out=sits_out,
        )
        Seat.objects.bulk_create(
            Seat(match=match, position=position, player=player, name=player.name)
            for position, player in enumerate(players)
        )
        for player in players:
            player.sits_down()
        match.table  # noqa: B018 - raises Refused for bad options, before anything is committed
        match_started.send(Match, match=match)
        match.rescore()
        did(match)
        return match

    def enter(self, record: dict[str, Any], seen: int, by: str, key: str = "") -> Entry:
        """Save a record as the match's next entry, and return the entry."""
        if self.last_number != seen:
            raise Stale
        again = self._undone_next
        if again is not None and key in ("", again.key) and self.is_dealt(record):
            key = again.key  # what waits for the round after it is that round's still
        else:
            again = None
            key = key if key and all(entry.key != key for entry in self.all_entries) else new_key("entry")
        [entry] = self.enter_all([(key, record)], by, again)
        return entry

    def enter_all(
        self, rounds: Iterable[tuple[str, dict[str, Any]]], by: str, again: Entry | None = None
    ) -> list[Entry]:
        """Save these (key, record) as the match's next entries, score the match once, and return the entries."""
        entries = [
            Entry(match=self, number=number, key=key, record={**record}, by=by)
            for number, (key, record) in enumerate(rounds, self.last_number + 1)
        ]
        if again is not None:
            entries = [again.entered_again(entries[0])]
        if not entries:
            return []
        if entries[-1].number > MOST_ENTRIES:
            raise Refused([Problem("", TOO_MANY(most=MOST_ENTRIES))])
        course = self.course_with(entries)
        new = course.rows[len(self.active) :]
        for row in new:
            row.check()
        self.newcomers(course)
        with self._step(by) as step:
            for row in new:
                if row.dealer:  # the record keeps its dealer when another round is corrected
                    row.record["dealer"] = row.dealer
                row.entry.derive(row.derived)
            if again is None:
                Entry.objects.bulk_create(entries)
            else:
                entries[0].save()
            if (first := next((row.entry for row in new if row.number is not None), None)) is not None:
                self.drafts.filter(after=self.last_dealt, corrects=None).update(became=first.key)
            for entry in entries:
                step.write(Verb.ADDED, entry, after=entry.record)
            step.course = course
        return entries

    def correct(self, entry: Entry, record: dict[str, Any], seen: int, by: str) -> None:
        """Replace the record of an entry. Nothing changes if it is the same record."""
        if entry.version != seen or entry.removed_at is not None:
            raise Stale
        if "dealer" not in record and entry.record.get("dealer") and self.is_dealt(record):
            record = {**record, "dealer": entry.record["dealer"]}
        before = entry.record
        if record == before:
            return
        course, row = self.preview(record, instead_of=entry)
        row.check()
        self.newcomers(course)
        with self._step(by) as step:
            entry.rewrite(record)
            step.write(Verb.CORRECTED, entry, before, record)
            step.course = course.with_entry(row, entry)

    def remove(self, entry: Entry, by: str) -> None:
        """Mark an entry as removed, so that it no longer counts; it can be restored."""
        with self._step(by) as step:
            if entry.removed_at is None:
                entry.mark_removed()
                step.write(Verb.REMOVED, entry, before=entry.record)

    def restore_entry(self, entry: Entry, by: str) -> None:
        """Restore a removed entry. Raise Refused as `newcomers` does."""
        with self._step(by) as step:
            if entry.removed_at is not None:
                entry.restore()
                step.write(Verb.RESTORED, entry, after=entry.record)

    def close(self, by: str) -> None:
        """End the game before its rules end it; do nothing if it is over."""
        if not self.course.engine.over:
            self._set(Verb.CLOSED, by)

    def reopen(self, by: str) -> None:
        if self._set(Verb.REOPENED, by):
            match_reopened.send(Match, match=self)

    def exclude_from_statistics(self, by: str) -> None:
        """Leave the game out of all statistics, because it was misplayed."""
        self._set(Verb.LEFT_OUT, by)

    def include_in_statistics(self, by: str) -> None:
        self._set(Verb.COUNTED, by)

    def soft_delete(self, by: str) -> None:
        """Mark the match as deleted. It can be restored for thirty days."""
        if self.deleted_at is None:
            self._set(Verb.DELETED, by, timezone.now())
            Match.objects.expired().filter(night__group=self.night.group_id).delete()

    def restore(self, by: str) -> None:
        """Undo the deletion of the match; do nothing if it is not deleted."""
        deletion = self.changes.filter(verb=Verb.DELETED, undone_at=None).first()
        if deletion is not None:
            self.revert([deletion], by)

    def change_options(self, options: dict[str, Any], by: str) -> None:
        """Change the house rules of the whole match. Raise Refused as `table_with_new` does."""
        self.table_with_new(options)
        self._set(Verb.OPTIONS, by, options)

    def deal_first(self, seat: int, by: str) -> None:
        """Let the player on the seat with this position deal first."""
        engine = self.course.engine
        if self.draft.form or WHO_DEALS in self.draft.parts or engine.deals or engine.unknown or engine.over:
            raise Stale
        if self.seat_changes:
            self.name_dealer(seat, by)
        else:
            self._set(Verb.FIRST_DEALER, by, seat)

    def name_dealer(self, seat: int, by: str) -> None:
        """Let the player on the seat with this position deal the coming round, out of turn."""
        engine = self.course.engine
        seats = {engine.seating.number_of(player): player for player in engine.seating.seated}
        if engine.over or seat not in seats:
            raise Stale
        if seats[seat] != engine.next_dealer:
            self.draft.put({WHO_DEALS: {"dealer": [str(seat)]}}, self.draft.version, by)
            did(self, self.draft)

    @property
    def is_untouched(self) -> bool:
        """Return whether the match has no entry, not even a removed one, and nothing is saved of a round."""
        return not (self.last_number or self.draft.parts.keys() - {WHO_DEALS})

    @cached_property
    def draft(self) -> Draft:
        """The draft of the coming round."""
        return Draft.of(self)

    @property
    def sleeping(self) -> Draft | None:
        """A round that was begun and never entered, because another one was entered in its place; None without one."""
        found = self.drafts.filter(became="", corrects=None).exclude(after=self.last_dealt)
        return next((each for each in found if each.form), None)

    @cached_property
    def last_dealt(self) -> str:
        """The key of the last dealt round that was not undone, "" without one. A removed round keeps its place."""
        undone = self._undone
        dealt = [each for each in self.all_entries if each.round is not None and each.pk not in undone]
        return dealt[-1].key if dealt else ""

    @property
    def _undone(self) -> set[int]:
        """The ids of the removed entries that are removed because entering them was undone."""
        removed = [each.pk for each in self.all_entries if each.removed_at is not None]
        if not removed:
            return set()
        said = self.changes.filter(verb=Verb.REMOVED, entry__in=removed, undone_at=None)
        return {*removed} - {*said.values_list("entry", flat=True)}

    @property
    def _undone_next(self) -> Entry | None:
        """The undone round that came after `last_dealt`; None if no round was undone there."""
        undone, found = self._undone, None
        for each in reversed(self.all_entries):
            if each.key == self.last_dealt:
                break
            found = each if each.pk in undone and each.round is not None else found
        return found

    @property
    def last_step(self) -> Change | None:
        """The last change that has not been undone; None if there is none. `undo` would undo this one."""
        return self.changes.filter(undone_at=None).order_by("-pk").first()

    def undo(self, by: str, step: str | None = None) -> Change | None:
        """Undo `last_step` and return it; return None if there is nothing to undo."""
        change = self.last_step
        if step is not None and (change is None or change.key != step):
            done = self.changes.filter(key=step).exclude(undone_at=None).first()
            if done is None:
                raise Stale
            return done
        if change is None:
            return None
        if change.verb == Verb.OPTIONS:
            self.table_with(change.before or {})
        self.revert([change], by)
        return change

    def _set(self, verb: Change.Verb, by: str, value: Any = True) -> bool:
        """Set what this verb sets: a flag, or a field to `value`. Return False if it was so before."""
        field, value = FLAGS.get(verb) or (VALUES[verb], value)
        before = getattr(self, field)
        if before == value:
            return False
        with self._step(by) as step:
            setattr(self, field, value)
            if verb in (Verb.OPTIONS, Verb.FIRST_DEALER):
                step.write(verb, before=before, after=value)
            else:
                step.write(verb)
        return True

    @contextmanager
    def _step(self, by: str) -> Iterator[Step]:
        """Make one step: the body changes the match and its entries, and writes the changes into the `Step`."""
        before = {*self.sitting_seats}
        step = Step(self, by)
        yield step
        did(self, *step.changes)
        if not step.changes:
            return
        Change.objects.bulk_create(step.changes)
        self.forget("course", "all_entries", "table", "house_rules", "last_dealt", "draft")
        if step.course is not None and not self.draft.fields(WHO_DEALS):  # who deals is set where all is scored anew
            self.course = step.course
        if self.is_readable:
            self._seat_newcomers()
        self.rescore()
        self.forget("all_entries", "last_dealt")  # they were read before this step was scored
        self._show_all_but(before)

    def _show_all_but(self, before: set[int]) -> None:
        """Make hidden players visible who sit on a seat that is not in `before`: they now begin to play."""
        for position in {*self.sitting_seats} - before:
            self.seated[position].player.canonical.sits_down()

    def _seat_newcomers(self) -> None:
        """Give a seat to each player who joins by an entry and has none yet. Raise Refused as `newcomers` does."""
        new = self.newcomers(self.course)
        for position, (name, player) in enumerate(new.items(), len(self.seated)):
            if player:
                player.has_name(name)
            else:
                player = self.night.group.players.create(name=names.tidy(name))
            Seat.objects.create(match=self, position=position, player=player, name=name, from_start=False)
        if new:
            self.forget("seated", "signs")

    def revert(self, changes: Iterable[Change], by: str) -> None:
        """Undo these changes, then score the match once."""
        ended_early, before = self.ended_early, {*self.sitting_seats}
        entries: dict[int | None, Entry | None] = {}
        for change in changes:
            change.entry = entries.setdefault(change.entry_id, change.entry)
            self._put_back(change)
            change.undone_at, change.undone_by = event_time(), by
            change.save(update_fields=["undone_at", "undone_by"])
            did(self, change)
        self.refresh()
        self.rescore()
        self._show_all_but(before)
        if ended_early and not self.ended_early:
            match_reopened.send(Match, match=self)

    def _put_back(self, change: Change) -> None:
        """Put back what was before this change. An entry is saved, the match is not."""
        entry = change.entry
        if change.verb in FLAGS:
            field, value = FLAGS[change.verb]
            setattr(self, field, not value)
        elif change.verb in VALUES:
            setattr(self, VALUES[change.verb], change.before)
        elif entry is None:
            raise ValueError(f"{change.verb} without an entry")
        elif change.verb == Verb.CORRECTED:
            entry.rewrite(change.before or {})
        elif change.verb == Verb.REMOVED:
            entry.restore()
        else:
            entry.mark_removed()

    # Judged tricks, saved for the coming round

    def save_trick(self, trick: dict[str, Any], by: str = "") -> None:
        """Save a judged trick for the coming round. It replaces each saved trick that has one of the same cards."""
        cards = {code for _, code in trick["plays"]}
        saved = self.draft.of_kind("judged")
        same = [n for n, part in saved.items() if not cards.isdisjoint(code for _, code in part["fields"]["plays"])]
        new = max(map(int, saved), default=0) + 1
        replaced = {f"judged {n}": None for n in same}
        self.draft.put({**replaced, f"judged {new}": trick}, self.draft.version, by)

    def forget_tricks(self, by: str = "") -> None:
        self.draft.put({f"judged {n}": None for n in self.draft.of_kind("judged")}, self.draft.version, by)

    # The tag and the derived fields

    def lock(self) -> None:
        """Lock the match's row until the end of the transaction. If the row has another tag by now, read it again."""
        locked = Match.objects.select_for_update(no_key=True).filter(pk=self.pk)
        if list(locked.values_list("tag", flat=True)) != [self.tag]:
            self.refresh_from_db()
            self.refresh()

    def touch(self) -> None:
        """Renew the tag, so that phones that follow the match load it again."""
        self.save(update_fields=["tag"])

    def rescore(self) -> None:
        """Score all entries. Store their derived fields, and those of the match: totals, finished, winners, seating."""
        if self.is_readable:
            stale = [row.entry for row in self.course.rows if row.entry.derive(row.derived)]
            Entry.objects.bulk_update(stale, DERIVED)
            self.totals, self.finished, self.winners, self.seating = self.summary()
            self.forget("seat_changes")
        self.save()
        match_rescored.send(Match, match=self)

    # The state of the game, read from stored results

    @property
    def sides(self) -> list[Sign]:
        """The sides of the game now, clockwise: the players who sit here, or their teams."""
        return self.sides_of(self.sitting_seats, self._totals)

    @property
    def ever_sat(self) -> list[Seat]:
        """The seats of all who have ever sat here. If a player's joining was undone, their seat is left out."""
        came = {name for entry in self.seat_changes for name in entry.record["players"]}
        return [seat for seat in self.seated if seat.from_start or seat.name in came]

    @property
    def have_left(self) -> list[Sign]:
        """The signs of the players who have left, in the order of their seats' positions."""
        return [self.signs[seat.position] for seat in self.ever_sat if seat.position not in self.sitting_seats]

    @property
    def _totals(self) -> list[int]:
        return self.totals or [0] * len(self.seated)

    @property
    def sitting_seats(self) -> list[int]:
        """The positions of the seats of the players who sit here now, clockwise."""
        return [seat.position for seat in self.starters] if self.seating is None else self.seating

    @property
    def sitting_now(self) -> list[Seat]:
        """The seats of the players who sit here now, clockwise."""
        return [self.seated[seat] for seat in self.sitting_seats]

    @property
    def names_now(self) -> list[str]:
        """The current names of the players who sit here now, clockwise. The records can have older names."""
        return [seat.player.canonical.name for seat in self.sitting_now]

    @property
    def title(self) -> Phrase | Typed:
        """The game's name. It can depend on the house rules and on how many people play now."""
        pauses = [entry.record["sits_out"] for entry in self.seat_changes if "sits_out" in entry.record]
        sits_out = bool(pauses[-1]) if pauses else self.sits_out
        return self.game.title(len(self.sitting_seats) - sits_out, self.house_rules)

    @property
    def places(self) -> dict[int, int]:
        """The places of the players who sit here now, by seat: 1 is the best. Sides with equal totals share a place."""
        sides = self.sides
        places = self.game.places(self.house_rules, [self._totals[side.seat] for side in sides])
        return {each.seat: place for side, place in zip(sides, places, strict=True) for each in side.people}

    @property
    def standing(self) -> list[Sign]:
        """The sides, the best first. Sides that share a place are in clockwise order."""
        places = self.places
        return sorted(self.sides, key=lambda side: places[side.seat])

    @property
    def winning(self) -> list[Sign]:
        """The sides that have won."""
        return [side for side in self.sides if side.seat in self.winners]

    @cached_property
    def seat_changes(self) -> list[Entry]:
        """The entries that changed who plays. Removed entries, and entries with problems, are left out."""
        if self.seating is None:
            return []
        known = self.__dict__.get("all_entries")
        found = self.entries.filter(record__kind=SEATS) if known is None else known
        return [each for each in found if each.removed_at is None and each.kind == SEATS and each.points is not None]

    # The derived fields, computed from the entries. `rescore` stores them.

    def summary(self) -> tuple[list[int], bool, list[int], list[int] | None]:
        """Return the derived fields, computed from the match's course."""
        course, engine = self.course, self.course.engine
        seats = engine.seating.number_of
        changed = any(row.score and row.record.get("kind") == SEATS for row in course.rows)
        return (
            course.totals,
            engine.over,
            [seats(name) for name in engine.winners],
            [seats(name) for name in engine.seating.players] if changed else None,
        )
