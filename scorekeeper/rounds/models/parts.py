"""A round in parts: every player enters their own part, such as their pile, and one part concerns everybody."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from django.db import models

from games.kernel.parts import EVERYBODY
from games.kernel.posted import Fields, Posted
from games.kernel.problems import MISSING_KEY, PLAYER_MISSING, Problem
from games.kernel.screen import AnyScreen
from games.kernel.words import Message, Phrase
from scorekeeper.nights.models import Entry, Match, Refused, Row, Stale
from scorekeeper.people.keys import did

from .bids import BidsDraft
from .draft import DraftInParts
from .tricks import TrickDraft


class PartsDraft(DraftInParts):
    """The coming round of a match, entered in parts."""

    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="parts_draft")
    screen_code = models.CharField(max_length=40, blank=True)

    @classmethod
    def get_or_new(cls, match: Match) -> PartsDraft:
        """Return the coming round of the match; a new one is not saved before its first part."""
        return cls.current(match) or cls(match=match, seen=match.last_number)

    @property
    def screen(self) -> AnyScreen | None:
        """The screen whose parts are entered; None if the house rules no longer have it."""
        return self._screen(self.screen_code)

    def _screen(self, code: str) -> AnyScreen | None:
        screens = self.match.game.screens(self.match.table)
        return next((each for each in screens if each.code == code and each.own), None)

    def _kind_of_round(self, code: str) -> Phrase | None:
        screen = self._screen(code)
        return screen.kind_of_round if screen else None

    @property
    def given(self) -> set[str]:
        """The seats (as text) whose parts are given.

        The field for the player who decided the kind of round is filled in at the start, and does not make the part that
        concerns everybody count as given.
        """
        screen = self.screen
        said = {screen.made_by.field} if screen and screen.made_by else set()
        return {seat for seat, part in self.parts.items() if seat != EVERYBODY or part["fields"].keys() - said}

    @property
    def waiting(self) -> list[int]:
        """The seats that have not saved their part."""
        return [seat for seat, _ in self.match.table.numbered if str(seat) not in self.parts]

    @property
    def derived_seat(self) -> int | None:
        """The seat whose part follows from all the others; None as long as there is no such seat."""
        waiting = self.waiting
        return waiting[0] if len(waiting) == 1 and self.rest_follows else None

    @property
    def missing(self) -> list[int]:
        """The seats whose part is missing and does not follow from the others."""
        return [seat for seat in self.waiting if seat != self.derived_seat]

    @property
    def rest_follows(self) -> bool:
        """Return whether the last missing part would follow from the others.

        The screen must allow it, nothing may be claimed twice, and the fields on which it depends must be filled in.
        """
        screen, table = self.screen, self.match.table
        if screen is None or screen.own is None or not screen.rest_follows(table):
            return False
        if any(
            screen.untold(Posted(self.bids.get(str(seat), {})), table.everyone[seat], table) for seat in self.waiting
        ):
            return False
        told = self.told
        numbers = [Posted(told).number(name) for name in screen.own.rest_from]
        return all(isinstance(each, int) for each in numbers) and not any(screen.own.claimed_twice(told))

    @property
    def told(self) -> Fields:
        """The fields of the form that the parts fill together, without what follows from them."""
        screen, table = self.screen, self.match.table
        if screen is None or screen.own is None:
            return {}
        known = screen.known_fields(table, self.match.course.engine.coming)
        given = {seat: screen.own.complete(part["fields"], seat) for seat, part in self.parts.items()}
        return known | screen.own.whole(self.bids | given, table)

    @cached_property
    def bids(self) -> dict[str, Fields]:
        """The parts of the bids for this round that everybody may see."""
        return BidsDraft.shown_parts(self.match)

    def fields(self) -> Fields:
        """Return the form that the parts fill together.

        If the last part follows from the others, `rest` is its seat; otherwise `waiting` has the seats without a part.
        """
        told, derived, screen = self.told, self.derived_seat, self.screen
        if derived is None or screen is None or screen.own is None:
            return {**told, "waiting": [str(seat) for seat in self.waiting]}
        return {**told, **{name: [str(derived)] for name in ("rest", *screen.own.unclaimed(told))}}

    def with_parts(self, parts: Mapping[str, Fields], screen_code: str) -> PartsDraft:
        """Return a copy of the draft with these parts added, which must not be saved."""
        given = {seat: {"fields": fields} for seat, fields in parts.items()}
        return PartsDraft(match=self.match, screen_code=screen_code, parts={**self.parts, **given})

    @property
    def record(self) -> dict[str, Any]:
        """The record of the round, from all parts saved so far; empty before a screen is chosen."""
        screen = self.screen
        return screen.record(Posted(self.fields()), self.match.table) if screen else {}

    @cached_property
    def row(self) -> Row:
        """The row of the pad that the parts would become."""
        return self.match.preview(self.match.with_dealer(self.record))[1]

    @property
    def conflicting_claims(self) -> list[Problem]:
        """The things that several players claim although only one can have them."""
        screen, table = self.screen, self.match.table
        if screen is None or screen.own is None:
            return []
        return [screen.own.problem(*found, table) for found in screen.own.claimed_twice(self.fields())]

    @property
    def is_told(self) -> bool:
        """Return whether everything that concerns everybody and is required was told."""
        return not self._untold

    @property
    def _untold(self) -> list[str]:
        """The required fields that are empty, including those that a record could do without."""
        told, screen = self.told, self.screen
        return [name for name in screen.binding(self.match.table) if not any(told.get(name, ()))] if screen else []

    @property
    def is_ready(self) -> bool:
        """Return whether the round can be saved: every part is given or follows, required fields are told, and nothing
        is wrong.
        """
        return self.is_told and not (self.missing or self.conflicting_claims or self.row.problems)

    @property
    def question(self) -> Message | None:
        """The question that the screen asks before the round is saved; None without one, or if the round is not ready."""
        if not self.is_ready or self.screen is None:
            return None
        return self.screen.question(Posted(self.fields()), self.record, self.match.table)

    @property
    def is_entered_otherwise(self) -> bool:
        return TrickDraft.current(self.match) is not None

    # Methods that write. They raise Stale if there is something newer than the phone has seen.

    @classmethod
    def delete_version(cls, match: Match, version: int) -> None:
        """Delete the draft if it still has this version, after somebody has saved the whole round from its form."""
        cls.objects.filter(match=match, version=version).delete()

    def choose(self, screen_code: str, seen: int, by: str, made_by: Fields | None = None) -> None:
        """Begin the round on this screen; do nothing if somebody has made the same choice.

        `made_by` is the field for the seat of the player who decided the kind of round. If another choice was made, it is
        replaced; but raise Stale if a part is given already, or the draft is no longer the version `seen`.
        """
        chosen = {EVERYBODY: self._part(made_by, by)} if made_by else {}
        there = self.parts.get(EVERYBODY, {"fields": {}})["fields"]
        if self.screen_code == screen_code and all(there.get(name) == value for name, value in (made_by or {}).items()):
            return
        if self.given or self.version != seen:
            raise Stale
        self.screen_code, self.parts = screen_code, chosen
        self._step(by)

    def save_part(self, seat: str, fields: Fields, screen_code: str, seen: int, by: str) -> None:
        """Save the part of a seat, or of what concerns everybody; begin the round if nobody has.

        `seen` is the version of this part that the phone showed, 0 for none; raise Stale if it is another one by now. Also
        raise Stale if the screen differs from that of the draft, and somebody else has saved a part on it.
        """
        there = self.parts.get(seat)
        if there and there["fields"] == fields and self.screen_code == screen_code:
            return
        otherwise = self.screen_code != screen_code and self.given - {seat}
        if otherwise or seen != (there["version"] if there else 0):
            raise Stale
        parts = self.parts if self._kind_of_round(screen_code) == self._kind_of_round(self.screen_code) else {}
        self.screen_code, self.parts = screen_code, {**parts, seat: self._part(fields, by)}
        self._step(by)

    def withdraw(self, seat: str, seen: int, by: str = "") -> None:
        """Remove a part, and with the last part the draft; do nothing if the part was removed already.

        Raise Stale if the part is no longer the version `seen`.
        """
        there = self.parts.get(seat)
        if there is None:
            return
        if there["version"] != seen:
            raise Stale
        self.parts = {other: part for other, part in self.parts.items() if other != seat}
        if self.parts:
            self._step(by)
        else:
            self.discard(self.version)

    def can_assign(self, field: str) -> bool:
        """Return whether this field is of something that only one player can have."""
        screen = self.screen
        return screen is not None and screen.own is not None and screen.own.is_once(field)

    def assign(self, field: str, seat: str, by: str = "") -> None:
        """Give something that several players claim, or nobody, to this seat.

        Raise Stale if only one player claims it by now, or this seat has not given its part.
        """
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
        """Confirm that the draft is not one of the rounds entered since it was begun.

        `last_seen` is the number of the last of these rounds that the phone showed; raise Stale if there are later ones.
        """
        if self.match.rounds_after(last_seen):
            raise Stale
        self.seen = self.match.last_number
        self._step(by)

    def finish(self, seen: int, last_seen: int, by: str) -> Entry:
        """Save the round on the pad. `last_seen` is the `seen` of `Match.enter`.

        Raise Stale if the draft is no longer the version `seen`, Refused with every problem, including parts that are
        missing and do not follow.
        """
        if self.version != seen:
            raise Stale
        players = self.match.table.everyone
        missing = [Problem("", PLAYER_MISSING(name=players[seat])) for seat in self.missing]
        untold = [Problem(name, MISSING_KEY(key=name)) for name in self._untold]
        if problems := [*missing, *self.conflicting_claims, *untold]:
            raise Refused(problems)
        did(self)
        entry = self.match.enter(self.record, last_seen, by, key=self.key)
        self.delete()
        return entry

    def finish_if_given(self, by: str) -> Entry | None:
        """Save the round if every seat has given its part, it is ready, and no question is asked; else return None."""
        if self.waiting or not self.is_ready or self.question:
            return None
        return self.finish(self.version, self.match.last_number, by)

    def _step(self, by: str) -> None:
        self.__dict__.pop("row", None)
        super()._step(by)
