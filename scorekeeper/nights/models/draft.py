"""A round that is not finished: written down trick by trick, or typed in parts by those who know them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.kernel.lines import Revoke
from games.kernel.parts import EVERYBODY
from games.kernel.posted import Fields, Posted
from games.kernel.problems import PLAYER_MISSING, Problem
from games.kernel.screen import AnyScreen
from games.kernel.unfinished import TrickProgress, progress_of
from games.kernel.words import Phrase
from scorekeeper.people.keys import new_key

from .course import Row
from .entry import Entry
from .match import Match
from .refusals import Refused, Stale


class Draft(models.Model):
    """The round of a match that is not finished yet; with an entry, one that is being corrected.

    It is written down trick by trick, or, with a `screen`, typed in parts: `parts` has what each seat, by its
    number as text, and "" for what concerns everybody, has given: its fields, by whom, when, and in which version.

    `record` is a round of tricks without them. Each trick carries the key of the form it was sent with: one that
    somebody else has changed meanwhile has another key. `key` is the one of the entry it becomes. `seen` is the last
    entry of the match when the round was begun; of a correction the version of its entry. `version` grows with every
    step, the last of which was done `by` somebody.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="drafts")
    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, null=True, related_name="draft")
    key = models.CharField(max_length=36, default=new_key, editable=False)
    record = models.JSONField(default=dict)
    tricks = models.JSONField(default=list)
    screen_code = models.CharField(max_length=40, blank=True)
    parts = models.JSONField(default=dict)
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

    @classmethod
    def of(cls, match: Match, entry: Entry | None = None) -> Draft:
        """The round that is being written down, or an old one that is being corrected; not saved before its first step."""
        found = cls.objects.filter(match=match, entry=entry).first()
        if found is not None:
            found.match, found.entry = match, entry
            return found
        if entry is None:
            by_trick = match.game.trick_by_trick(match.table)
            record = match.with_dealer({"kind": by_trick.kind if by_trick else ""})
            return cls(match=match, record=record, seen=match.last_number)
        record = {key: value for key, value in entry.record.items() if key != "tricks"}
        tricks = [{**trick, "key": f"{entry.version}-{index}"} for index, trick in enumerate(entry.record["tricks"])]
        return cls(match=match, entry=entry, record=record, tricks=tricks, seen=entry.version)

    @classmethod
    def begun(cls, match: Match) -> Draft | None:
        """The round of the match that somebody has begun to write down."""
        found = cls.objects.filter(match=match, entry=None).first()
        if found is not None:
            found.match = match
        return found

    # What is typed in parts so far

    @classmethod
    def in_parts(cls, match: Match) -> Draft:
        """The unfinished round of the match; not saved before its first part."""
        return cls.begun(match) or cls(match=match, seen=match.last_number)

    @property
    def in_tricks(self) -> bool:
        """Return whether it is written down trick by trick, and not in parts."""
        return self.pk is not None and not self.screen_code

    @property
    def screen(self) -> AnyScreen | None:
        """The screen whose parts are typed; None where the house rules no longer have it."""
        return self._screen(self.screen_code)

    def _screen(self, code: str) -> AnyScreen | None:
        screens = self.match.game.screens(self.match.table)
        return next((each for each in screens if each.code == code and each.own), None)

    def _kind_of_round(self, code: str) -> Phrase | None:
        screen = self._screen(code)
        return screen.kind_of_round if screen else None

    @property
    def given(self) -> set[str]:
        """Whose parts are typed. Who made it a round of its kind is no part yet: that is said as it begins."""
        screen = self.screen
        said = {screen.made_by.field} if screen and screen.made_by else set()
        return {seat for seat, part in self.parts.items() if seat != EVERYBODY or part["fields"].keys() - said}

    @property
    def waiting(self) -> list[int]:
        """The seats that have not given their part."""
        return [seat for seat in range(len(self.match.table.players)) if str(seat) not in self.parts]

    @property
    def last(self) -> int | None:
        """The seat whose part follows from all the others."""
        waiting = self.waiting
        return waiting[0] if len(waiting) == 1 and self.rest_follows else None

    @property
    def rest_follows(self) -> bool:
        """Return whether all that nobody has told yet would follow: nothing is held twice, and what it follows from is told."""
        screen, table = self.screen, self.match.table
        if screen is None or screen.own is None or not screen.rest_follows(table):
            return False
        told = self.told
        numbers = [Posted(told).number(name) for name in screen.own.rest_from]
        return all(isinstance(each, int) for each in numbers) and not any(screen.own.claimed_twice(told))

    @property
    def told(self) -> Fields:
        """The form that the parts make, without what follows from them."""
        screen, table = self.screen, self.match.table
        if screen is None or screen.own is None:
            return {}
        known = screen.known_fields(table, self.match.course.engine.coming)
        given = {seat: screen.own.complete(part["fields"], seat) for seat, part in self.parts.items()}
        return known | screen.own.whole(given, table)

    def fields(self) -> Fields:
        """The form that the parts make; `rest` is the seat that gets what the others leave, `waiting` who does not."""
        told, last, screen = self.told, self.last, self.screen
        if last is None or screen is None or screen.own is None:
            return {**told, "waiting": [str(seat) for seat in self.waiting]}
        return {**told, **{name: [str(last)] for name in ("rest", *screen.own.unclaimed(told))}}

    def with_parts(self, parts: Mapping[str, Fields], screen_code: str) -> Draft:
        """Return what it would be with these parts, not to be saved."""
        given = {seat: {"fields": fields} for seat, fields in parts.items()}
        return Draft(match=self.match, screen_code=screen_code, parts={**self.parts, **given})

    @property
    def typed(self) -> dict[str, Any]:
        """The record that the parts make."""
        screen = self.screen
        return screen.record(Posted(self.fields()), self.match.table) if screen else {}

    @property
    def claimed_twice(self) -> list[Problem]:
        """Return what more than one player says to have, though one only can."""
        screen, table = self.screen, self.match.table
        if screen is None or screen.own is None:
            return []
        return [screen.own.problem(*found, table) for found in screen.own.claimed_twice(self.fields())]

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
        """Return those that the last trick brought to light."""
        known = self.read(self.tricks[:-1]).revokes if self.progress.revokes else ()
        return [revoke for revoke in self.progress.revokes if revoke not in known]

    @property
    def number_of_tricks(self) -> int:
        """How many the round will have, as far as one can tell."""
        return len(self.tricks) + max(0, self.progress.hand)

    @property
    def newer(self) -> list[Row]:
        """The rounds entered since this one was begun: perhaps the same, otherwise counted."""
        return self.match.rounds_after(self.seen) if self.entry is None else []

    @property
    def overtaken(self) -> bool:
        return bool(self.newer)

    @property
    def current_trick(self) -> int:
        return len(self.tricks) + 1

    @property
    def complete(self) -> bool:
        return self.progress.hand <= 0

    # Methods that write. They raise Stale if there is something newer than the phone has seen.

    def describe(self, record: Mapping[str, Any], seen: int, by: str) -> None:
        """Take what is noted beside the tricks; begin the round if nobody has."""
        after = _without_gaps({**self.record, **record})
        if self.version != seen and self.record != after:
            raise Stale
        self.record = after
        self._step(by)

    def add(self, trick: Mapping[str, Any], place: int, key: str, by: str) -> None:
        """Write down the next trick, once; begin the round if nobody has. Refused with every problem of the trick."""
        if self._is_at(place, trick):
            return
        if place != len(self.tricks) or self.complete:
            raise Stale
        after = [*self.tricks, {**trick, "key": key}]
        self._refuse_new(self.read(after).problems)
        self.tricks = after
        self._step(by)

    def change(self, place: int, trick: Mapping[str, Any], seen: str, key: str, by: str) -> None:
        """Another trick in the place of one; the later ones are judged anew.

        Refused for what is wrong in the trick itself; that it does not fit the others is shown beside them.
        """
        if self._is_at(place, trick):
            return
        if place >= len(self.tricks) or self.tricks[place]["key"] != seen:
            raise Stale
        after = [*self.tricks]
        after[place] = {**trick, "key": key}
        self._refuse_new(self.read(after).problems_within(place))
        self.tricks = after
        self._step(by)

    def take_back(self, key: str, by: str) -> None:
        """Take back the last trick."""
        if not self.tricks or self.tricks[-1]["key"] != key:
            raise Stale
        self.tricks = self.tricks[:-1]
        self._step(by)

    @classmethod
    def taken_over(cls, match: Match, version: int) -> None:
        """Delete this version of the round: somebody has typed the rest of it alone and saved it as a whole."""
        cls.objects.filter(match=match, version=version).exclude(screen_code="").delete()

    @classmethod
    def forget_finished(cls, group: int) -> None:
        """Delete the rounds that were never finished in games of this group that are over."""
        cls.objects.filter(match__night__group=group, match__finished=True, entry=None).delete()

    def throw_away(self, seen: int) -> None:
        """Forget the round, or what was changed in an old one."""
        if self.version != seen:
            raise Stale
        if self.pk:
            self.delete()
            self.match.touch()

    def choose(self, screen_code: str, seen: int, by: str, made_by: Fields | None = None) -> None:
        """Begin the round in parts, on this screen, if nobody has; `made_by` is the field with the seat of who made it one.

        `seen` is the version of the draft that the phone saw: another screen, or player, that was chosen since stays.
        """
        chosen = {EVERYBODY: self._part(made_by, by)} if made_by else {}
        there = self.parts.get(EVERYBODY, {"fields": {}})["fields"]
        if self.screen_code == screen_code and all(there.get(name) == value for name, value in (made_by or {}).items()):
            return
        if self.in_tricks or self.given or self.version != seen:
            raise Stale
        self.screen_code, self.parts = screen_code, chosen
        self._step(by)

    def _part(self, fields: Fields, by: str) -> dict[str, Any]:
        return {"fields": fields, "by": by, "at": timezone.now().isoformat(), "version": self.version + 1}

    def save_part(self, seat: str, fields: Fields, screen_code: str, seen: int, by: str) -> None:
        """Take in the part of a seat, or of what concerns everybody; begin the round if nobody has.

        `seen` is the version of this part that the phone saw, 0 for none. Another screen may be taken as long as nobody
        else has given a part.
        """
        there = self.parts.get(seat)
        if there and there["fields"] == fields and self.screen_code == screen_code:
            return
        otherwise = self.screen_code != screen_code and self.given - {seat}
        if self.in_tricks or otherwise or seen != (there["version"] if there else 0):
            raise Stale
        parts = self.parts if self._kind_of_round(screen_code) == self._kind_of_round(self.screen_code) else {}
        self.screen_code, self.parts = screen_code, {**parts, seat: self._part(fields, by)}
        self._step(by)

    def take_part_back(self, seat: str, seen: int, by: str = "") -> None:
        """Take a part back, and with the last one the whole round; nothing happens where it is gone already."""
        there = self.parts.get(seat)
        if there is None:
            return
        if there["version"] != seen:
            raise Stale
        self.parts = {other: part for other, part in self.parts.items() if other != seat}
        if self.parts:
            self._step(by)
        else:
            self.throw_away(self.version)

    def can_assign(self, field: str) -> bool:
        """Return whether one player only can have what this field is about."""
        screen = self.screen
        return screen is not None and screen.own is not None and screen.own.is_once(field)

    def assign(self, field: str, seat: str, by: str = "") -> None:
        """Give what more than one or nobody has to this seat, which has given its part; Stale where it is settled."""
        claims = self.fields().get(field, [])
        if claims == [seat]:
            return
        if len(claims) == 1 or seat not in self.parts:
            raise Stale
        parts = {}
        for other, part in self.parts.items():
            fields = {name: values for name, values in part["fields"].items() if name != field}
            if other == seat:
                fields[field] = [seat]
            parts[other] = part if fields == part["fields"] else {**part, "fields": fields, "version": self.version + 1}
        self.parts = parts
        self._step(by)

    def rebase(self, last_seen: int, by: str) -> None:
        """It is another round than those entered meanwhile, the last of which the phone saw is `last_seen`."""
        if self.match.rounds_after(last_seen):
            raise Stale
        self.seen = self.match.last_number
        self._step(by)

    def save_parts(self, seen: int, last_seen: int, by: str) -> Entry:
        """Make the parts a round of the pad; `last_seen` as `seen` of the match's own verbs. Refused with every problem,
        also with those of parts that are missing and do not follow.
        """
        if self.version != seen:
            raise Stale
        players = self.match.table.players
        missing = [Problem("", PLAYER_MISSING(name=players[seat])) for seat in self.waiting if seat != self.last]
        if problems := [*missing, *self.claimed_twice]:
            raise Refused(problems)
        entry = self.match.enter(self.typed, self.key, last_seen, by)
        self.delete()
        return entry

    def finish(self, record: Mapping[str, Any], seen: int, last_seen: int, by: str) -> Entry:
        """Make it a round of the pad, or correct that round. `last_seen` as `seen` of the match's own verbs."""
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
        return _without_gaps({**self.whole, **record})

    def _is_at(self, place: int, trick: Mapping[str, Any]) -> bool:
        """Return whether this very trick stands there already: sent twice, or written down on another phone too."""
        there = self.tricks[place : place + 1]
        return bool(there) and self.with_tricks(there) == self.with_tricks([trick])

    def _refuse_new(self, problems: Iterable[Problem]) -> None:
        """Only what was not wrong before."""
        new = [problem for problem in problems if problem not in self.progress.problems]
        if new:
            raise Refused(new)

    def _step(self, by: str) -> None:
        self.__dict__.pop("progress", None)
        self.by = by or self.by
        self.version += 1
        self.save()
        self.match.touch()


def _without_gaps(record: Mapping[str, Any]) -> dict[str, Any]:
    """A record without what was left open."""
    return {key: value for key, value in record.items() if value is not None}
