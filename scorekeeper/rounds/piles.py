"""The draft of a round in parts: each player enters a part of their own, such as a pile of cards."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Self

from games.kernel.parts import EVERYBODY, OwnFields
from games.kernel.posted import Fields, Posted
from games.kernel.problems import MISSING_KEY, PLAYER_MISSING, Problem
from games.kernel.screen import AnyScreen
from games.kernel.words import Message
from scorekeeper.nights.models import FORM, Entry, Match, Refused, Row, Stale
from scorekeeper.people.keys import did
from scorekeeper.rounds.bids import Bids
from scorekeeper.rounds.drafted import code_of, parts_of_who_plays


class Piles:
    """The coming round, as players enter their own parts of it, such as a pile: parts `pile` of the match's draft."""

    def __init__(self, match: Match, parts: dict[str, Any] | None = None, screen_code: str | None = None) -> None:
        self.match, self.draft, self.table = match, match.draft, match.table
        # None if no kind of round is chosen, or if the players or the house rules no longer have this screen
        self.screen = self._screen(self.draft.form if screen_code is None else screen_code)
        self.own = (self.screen.own if self.screen else None) or OwnFields()
        saved = parts_of_who_plays(match, "pile", self.screen, self.table) if self.screen else {}
        self.parts = saved if parts is None else parts

    @classmethod
    def current(cls, match: Match) -> Self | None:
        """Return the round as it was begun in parts; None if it was not."""
        found = cls(match)
        return found if found.begun else None

    @property
    def begun(self) -> bool:
        """Return whether a part is saved, or the kind of round is chosen."""
        return self.screen is not None

    def _screen(self, code: str) -> AnyScreen | None:
        screens = self.match.game.screens(self.table)
        return next((each for each in screens if each.code == code and each.own), None)

    @property
    def given(self) -> set[str]:
        """The seats (as text) whose parts are saved, and EVERYBODY if the common part is saved."""
        said = {self.screen.made_by.field} if self.screen and self.screen.made_by else set()
        return {seat for seat, part in self.parts.items() if seat != EVERYBODY or part["fields"].keys() - said}

    @property
    def waiting(self) -> list[int]:
        """The seats of this round's players whose parts are not saved."""
        return [seat for seat, _ in self.table.numbered if str(seat) not in self.parts]

    @property
    def derived_seat(self) -> int | None:
        """The seat whose part is missing and follows from all other parts; None if there is no such seat."""
        waiting = self.waiting
        return waiting[0] if len(waiting) == 1 and self.rest_follows else None

    @property
    def missing(self) -> list[int]:
        """The seats whose parts are not saved and do not follow, as a whole, from the other parts."""
        return [seat for seat in self.waiting if self.own.asks_more or seat != self.derived_seat]

    @property
    def rest_follows(self) -> bool:
        """Return whether the last missing part will follow from all other parts, once these are saved."""
        screen, table = self.screen, self.table
        if screen is None or not screen.rest_follows(table):
            return False
        if any(
            screen.untold(Posted(self.bids.get(str(seat), {})), table.everyone[seat], table) for seat in self.waiting
        ):
            return False
        told = self.told
        numbers = [Posted(told).number(name) for name in self.own.rest_from]
        return all(isinstance(each, int) for each in numbers) and not any(self.own.claimed_twice(told))

    @property
    def told(self) -> Fields:
        """The fields of the whole form that are known so far; {} without a screen."""
        if self.screen is None:
            return {}
        known = self.screen.known_fields(self.table, self.match.course.engine.coming)
        given = {seat: self.own.complete(part["fields"], seat) for seat, part in self.parts.items()}
        return known | self.own.whole(self.bids | given, self.table)

    def of_waiting(self, fields: Fields) -> Fields:
        """Return the fields that belong to seats without a saved part."""
        waiting = map(str, self.waiting)
        return self.own.whole({seat: self.own.part(fields, seat, self.table) for seat in waiting}, self.table)

    @cached_property
    def bids(self) -> dict[str, Fields]:
        """The fields of the bids for this round that everybody may see, by seat."""
        return Bids.shown_parts(self.match)

    def fields(self) -> Fields:
        """Return the fields of the whole form, as the screen reads them."""
        told, derived = self.told, self.derived_seat
        if derived is None or self.screen is None:
            return {**told, "waiting": [str(seat) for seat in self.waiting]}
        saved = self.of_waiting(self.screen.from_judged(self.match.judged_tricks(self.table), self.table))
        return {**saved, **told, **{name: [str(derived)] for name in ("rest", *self.own.unclaimed(told))}}

    def with_parts(self, parts: Mapping[str, Fields], screen_code: str) -> Self:
        """Return the round on this screen as it would be with these parts (fields by seat)."""
        given = {seat: {"fields": fields} for seat, fields in parts.items()}
        return type(self)(self.match, {**self.parts, **given}, screen_code)

    @property
    def record(self) -> dict[str, Any]:
        """The record of the round, made from the saved parts and the bids; {} without a screen."""
        return self.screen.record(Posted(self.fields()), self.table) if self.screen else {}

    @cached_property
    def row(self) -> Row:
        """The row that the round would have on the pad with the parts saved so far."""
        return self.match.preview(self.match.with_dealer(self.record))[1]

    @property
    def conflicting_claims(self) -> list[Problem]:
        """A problem for each thing that several players claim, but only one player can have."""
        return [self.own.problem(*found, self.table) for found in self.own.claimed_twice(self.fields())]

    @property
    def is_told(self) -> bool:
        """Return whether the required fields that concern everybody are filled in."""
        return not self._untold

    @property
    def _untold(self) -> list[str]:
        """The names of the empty required fields that concern everybody (`Screen.binding`)."""
        told, screen = self.told, self.screen
        return [name for name in screen.binding(self.table) if not any(told.get(name, ()))] if screen else []

    @property
    def is_ready(self) -> bool:
        """Return whether the round can be saved: nothing is missing, and there is no problem."""
        return self.is_told and not (self.missing or self.conflicting_claims or self.row.problems)

    @property
    def doubt(self) -> Message | None:
        """The question to confirm before a doubtful round is saved, also one about secret bids."""
        bids = Bids.of(self.match) if self.is_ready else None
        return self.doubt_of_screen or (bids.question(self.record) if bids and bids.is_secret else None)

    @property
    def doubt_of_screen(self) -> Message | None:
        """The screen's question to confirm before a doubtful round is saved."""
        if not self.is_ready or self.screen is None:
            return None
        return self.screen.question(Posted(self.fields()), self.record, self.table)

    # Writing (what is saved is read by the next `Piles`)

    def choose(self, screen_code: str, seen: int, by: str, made_by: Fields | None = None) -> None:
        """Begin the round on this screen, or replace the screen that was chosen before."""
        there = self.parts.get(EVERYBODY, {"fields": {}})["fields"]
        if self.draft.form == screen_code and all(there.get(name) == value for name, value in (made_by or {}).items()):
            return
        self._put({EVERYBODY: made_by} if made_by else {}, screen_code, seen, by)

    def save_part(self, seat: str, fields: Fields, screen_code: str, seen: int, by: str) -> None:
        """Save the part of a seat, or of EVERYBODY, as typed on this screen; this may begin the round."""
        now, said = self._screen(screen_code), self.parts.get(EVERYBODY)
        if (
            said
            and EVERYBODY not in self.given
            and now
            and self.screen
            and now.kind_of_round == self.screen.kind_of_round
        ):
            self._put({EVERYBODY: said["fields"], seat: fields}, screen_code, seen, by)
        else:
            self._put({seat: fields}, screen_code, seen, by)

    def _put(self, parts: Mapping[str, Fields], screen_code: str, seen: int, by: str) -> None:
        saved: dict[str, Any] = {code_of("pile", seat): fields for seat, fields in parts.items()}
        if self.draft.form != screen_code:  # what was said about the kind of round on the other screen goes
            gone = self.draft.of_kind("pile").keys() - self.given
            saved = {code_of("pile", seat): None for seat in gone} | saved
        self.draft.put({**saved, FORM: {"screen": [screen_code]}}, seen, by)

    def withdraw(self, seat: str, seen: int, by: str = "") -> None:
        """Take back the part of a seat, or of EVERYBODY. Raise Stale if it was saved after the version `seen`."""
        left = self.draft.of_kind("pile").keys() - {seat}
        self.draft.put({code_of("pile", seat): None, **({} if left else {FORM: None})}, seen, by)

    def discard(self, seen: int, by: str = "") -> None:
        """Take back all parts. Raise Stale if something was saved after the version `seen`."""
        self.draft.drop(["pile", FORM], seen, by)

    def assign(self, field: str, seat: str, by: str = "") -> None:
        """Give the thing of this field to this seat, if nobody or several players have claimed it."""
        claims = self.fields().get(field, [])
        if claims == [seat]:
            return
        if len(claims) == 1 or seat not in self.parts:
            raise Stale
        parts = {}
        for other, part in self.parts.items():
            fields = {name: values for name, values in part["fields"].items() if name != field}
            parts[code_of("pile", other)] = fields | ({field: [seat]} if other == seat else {})
        self.draft.put(parts, self.draft.version, by)

    def finish(self, seen: int, by: str) -> Entry:
        """Enter the round, and return the entry. Raise Stale if `seen` is not the draft's version."""
        self.draft.expect(seen)
        players = self.match.table.everyone
        missing = [Problem("", PLAYER_MISSING(name=players[seat])) for seat in self.missing]
        untold = [Problem(name, MISSING_KEY(key=name)) for name in self._untold]
        if problems := [*missing, *self.conflicting_claims, *untold]:
            raise Refused(problems)
        did(self.draft)
        return self.match.enter(self.record, self.match.last_number, by, self.draft.entry_key)

    def finish_if_given(self, by: str) -> Entry | None:
        """Enter the round and return its entry, if everything is entered; else return None."""
        if self.waiting or not self.is_ready or self.doubt:
            return None
        return self.finish(self.draft.version, by)
