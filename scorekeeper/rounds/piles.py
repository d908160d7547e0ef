"""The draft of a round in parts: each player enters a part of their own, such as a pile of cards."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Self

from games.kernel.parts import EVERYBODY
from games.kernel.posted import Fields, Posted
from games.kernel.problems import MISSING_KEY, PLAYER_MISSING, Problem
from games.kernel.screen import AnyScreen
from games.kernel.words import Message, Phrase
from scorekeeper.nights.models import FORM, TRICKS, Entry, Match, Refused, Row, Stale
from scorekeeper.people.keys import did
from scorekeeper.rounds.bids import Bids
from scorekeeper.rounds.drafted import Drafted, code_of, parts_of_who_plays


class Piles(Drafted):
    """The coming round, as players enter their own parts of it, such as a pile: parts `pile` of the match's draft."""

    def __init__(self, match: Match, parts: dict[str, Any] | None = None, screen_code: str = "") -> None:
        self.match, self.draft = match, match.draft
        if parts is None:
            self._read()
        else:
            self.screen_code, self.parts = screen_code, parts

    def _read(self) -> None:
        """Read what is saved."""
        self.screen_code = "" if self.draft.form == TRICKS else self.draft.form
        self.parts = parts_of_who_plays(self.match, "pile", self.screen, self.match.table)
        self.has_dropped_parts = False  # whether something was dropped that the present screens cannot read
        self.__dict__.pop("row", None)
        if self.screen_code and self.screen is None:
            self._move_to_present_screen()

    @classmethod
    def current(cls, match: Match) -> Self | None:
        """Return the round as it was begun in parts; None if it was not, or if no screen has parts any more."""
        if match.draft.form in ("", TRICKS) or not any(each.own for each in match.game.screens(match.table)):
            return None
        return cls(match)

    @property
    def begun(self) -> bool:
        """Return whether a part is saved, or the kind of round is chosen."""
        return self.draft.form not in ("", TRICKS)

    def _move_to_present_screen(self) -> None:
        """Move to a screen that still exists for this kind of round, with what it asks, too."""
        table, common = self.match.table, self.parts.get(EVERYBODY, {"fields": {}})
        said = common["fields"]
        screens = self.match.game.screens(table)
        screen = next((each for each in screens if each.own and each.made_by and each.made_by.field in said), None)
        asked = {name: values for name, values in said.items() if screen and name in screen.binding(table)}
        kept = {EVERYBODY: {**common, "fields": asked}} if asked else {}
        self.has_dropped_parts = self.parts != kept
        self.screen_code = screen.code if screen else ""
        self.parts = kept

    @property
    def screen(self) -> AnyScreen | None:
        """The screen on which the parts are entered; None if none is chosen, or the house rules no longer have it."""
        return self._screen(self.screen_code)

    def _screen(self, code: str) -> AnyScreen | None:
        screens = self.match.game.screens(self.match.table)
        return next((each for each in screens if each.code == code and each.own), None)

    def _kind_of_round(self, code: str) -> Phrase | None:
        screen = self._screen(code)
        return screen.kind_of_round if screen else None

    @property
    def given(self) -> set[str]:
        """The seats (as text) whose parts are saved, and EVERYBODY if the common part is saved."""
        screen = self.screen
        said = {screen.made_by.field} if screen and screen.made_by else set()
        return {seat for seat, part in self.parts.items() if seat != EVERYBODY or part["fields"].keys() - said}

    @property
    def waiting(self) -> list[int]:
        """The seats of this round's players whose parts are not saved."""
        return [seat for seat, _ in self.match.table.numbered if str(seat) not in self.parts]

    @property
    def derived_seat(self) -> int | None:
        """The seat whose part is missing and follows from all other parts; None if there is no such seat."""
        waiting = self.waiting
        return waiting[0] if len(waiting) == 1 and self.rest_follows else None

    @property
    def missing(self) -> list[int]:
        """The seats whose parts are not saved and do not follow, as a whole, from the other parts."""
        asks_more = self.screen is not None and self.screen.own is not None and self.screen.own.asks_more
        return [seat for seat in self.waiting if asks_more or seat != self.derived_seat]

    @property
    def rest_follows(self) -> bool:
        """Return whether the last missing part will follow from all other parts, once these are saved."""
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
        """The fields of the whole form that are known so far; {} without a screen."""
        screen, table = self.screen, self.match.table
        if screen is None or screen.own is None:
            return {}
        known = screen.known_fields(table, self.match.course.engine.coming)
        given = {seat: screen.own.complete(part["fields"], seat) for seat, part in self.parts.items()}
        return known | screen.own.whole(self.bids | given, table)

    def of_waiting(self, fields: Fields) -> Fields:
        """Return the fields that belong to seats without a saved part. Without a screen, return all fields."""
        screen, table = self.screen, self.match.table
        if screen is None or screen.own is None:
            return fields
        waiting = map(str, self.waiting)
        return screen.own.whole({seat: screen.own.part(fields, seat, table) for seat in waiting}, table)

    @cached_property
    def bids(self) -> dict[str, Fields]:
        """The fields of the bids for this round that everybody may see, by seat."""
        return Bids.shown_parts(self.match)

    def fields(self) -> Fields:
        """Return the fields of the whole form, as the screen reads them."""
        told, derived, screen = self.told, self.derived_seat, self.screen
        if derived is None or screen is None or screen.own is None:
            return {**told, "waiting": [str(seat) for seat in self.waiting]}
        saved = self.of_waiting(screen.from_judged(self.match.judged_tricks(self.match.table), self.match.table))
        return {**saved, **told, **{name: [str(derived)] for name in ("rest", *screen.own.unclaimed(told))}}

    def with_parts(self, parts: Mapping[str, Fields], screen_code: str) -> Self:
        """Return the round on this screen as it would be with these parts (fields by seat)."""
        given = {seat: {"fields": fields} for seat, fields in parts.items()}
        return type(self)(self.match, {**self.parts, **given}, screen_code)

    @property
    def record(self) -> dict[str, Any]:
        """The record of the round, made from the saved parts and the bids; {} without a screen."""
        screen = self.screen
        return screen.record(Posted(self.fields()), self.match.table) if screen else {}

    @cached_property
    def row(self) -> Row:
        """The row that the round would have on the pad with the parts saved so far."""
        return self.match.preview(self.match.with_dealer(self.record))[1]

    @property
    def conflicting_claims(self) -> list[Problem]:
        """A problem for each thing that several players claim, but only one player can have."""
        screen, table = self.screen, self.match.table
        if screen is None or screen.own is None:
            return []
        return [screen.own.problem(*found, table) for found in screen.own.claimed_twice(self.fields())]

    @property
    def is_told(self) -> bool:
        """Return whether the required fields that concern everybody are filled in."""
        return not self._untold

    @property
    def _untold(self) -> list[str]:
        """The names of the empty required fields that concern everybody (`Screen.binding`)."""
        told, screen = self.told, self.screen
        return [name for name in screen.binding(self.match.table) if not any(told.get(name, ()))] if screen else []

    @property
    def is_ready(self) -> bool:
        """Return whether the round can be saved: nothing is missing, and there is no problem."""
        return self.is_told and not (self.missing or self.conflicting_claims or self.row.problems)

    @property
    def question(self) -> Message | None:
        """The question to confirm before a doubtful round is saved."""
        if not self.is_ready or self.screen is None:
            return None
        bids = Bids.of(self.match)
        return self.question_of_screen or (bids.question(self.record) if bids and bids.is_secret else None)

    @property
    def question_of_screen(self) -> Message | None:
        """The screen's question to confirm before a doubtful round is saved."""
        if not self.is_ready or self.screen is None:
            return None
        return self.screen.question(Posted(self.fields()), self.record, self.match.table)

    # Writing

    def choose(self, screen_code: str, seen: int, by: str, made_by: Fields | None = None) -> None:
        """Begin the round on this screen, or replace the screen that was chosen before."""
        there = self.parts.get(EVERYBODY, {"fields": {}})["fields"]
        if self.screen_code == screen_code and all(there.get(name) == value for name, value in (made_by or {}).items()):
            return
        if self.given or self.draft.form == TRICKS:
            raise Stale
        self._put({**self._nothing, EVERYBODY: made_by}, screen_code, seen, by)

    def save_part(self, seat: str, fields: Fields, screen_code: str, seen: int, by: str) -> None:
        """Save the part of a seat, or of EVERYBODY, as typed on this screen; this may begin the round."""
        there = self.parts.get(seat)
        if there and there["fields"] == fields and self.screen_code == screen_code:
            return
        if self.draft.form == TRICKS or (self.screen_code != screen_code and self.given - {seat}):
            raise Stale
        same = self.begun and self._kind_of_round(screen_code) == self._kind_of_round(self.screen_code)
        parts = {} if same else self._nothing
        if self.has_dropped_parts:
            parts = self._nothing | {each: part["fields"] for each, part in self.parts.items()}
            seen = self.version
        self._put({**parts, seat: fields}, screen_code, seen, by)

    @property
    def _nothing(self) -> dict[str, Fields | None]:
        return dict.fromkeys(self.draft.of_kind("pile"))

    def _put(self, parts: Mapping[str, Fields | None], screen_code: str, seen: int, by: str) -> None:
        saved: dict[str, Any] = {code_of("pile", seat): fields for seat, fields in parts.items()}
        self.draft.put({**saved, FORM: {"screen": [screen_code]}}, seen, by)
        self._read()

    def withdraw(self, seat: str, seen: int, by: str = "") -> None:
        """Take back the part of a seat, or of EVERYBODY. Raise Stale if it was saved after the version `seen`."""
        left = self.draft.of_kind("pile").keys() - {seat}
        self.draft.put({code_of("pile", seat): None, **({} if left else {FORM: None})}, seen, by)

    def discard(self, seen: int, by: str = "") -> None:
        """Take back all parts. Raise Stale if something was saved after the version `seen`."""
        self.draft.drop(["pile", FORM], seen, by)

    def can_assign(self, field: str) -> bool:
        """Return whether this field is for a thing that only one player can have, such as a card."""
        screen = self.screen
        return screen is not None and screen.own is not None and screen.own.is_once(field)

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
        self.draft.put(parts, self.version, by)

    def finish(self, seen: int, by: str) -> Entry:
        """Enter the round, and return the entry. Raise Stale if `seen` is not the draft's version."""
        self.draft.expect(seen)
        players = self.match.table.everyone
        missing = [Problem("", PLAYER_MISSING(name=players[seat])) for seat in self.missing]
        untold = [Problem(name, MISSING_KEY(key=name)) for name in self._untold]
        if problems := [*missing, *self.conflicting_claims, *untold]:
            raise Refused(problems)
        did(self.draft)
        return self.match.enter(self.record, self.match.last_number, by, self.key)

    def finish_if_given(self, by: str) -> Entry | None:
        """Enter the round and return its entry, if everything is entered; else return None."""
        if self.waiting or not self.is_ready or self.question:
            return None
        return self.finish(self.version, by)
