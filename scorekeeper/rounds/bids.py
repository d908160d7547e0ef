"""The bids, which are written down before a round is played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Self

from games.kernel.game import Bid
from games.kernel.parts import EVERYBODY, OwnFields
from games.kernel.posted import Fields, Posted
from games.kernel.problems import Problem, Problems
from games.kernel.record import RawRecord, Record
from games.kernel.seats import AnyTable
from games.kernel.words import Message, Phrase
from scorekeeper.nights.models import Match, Refused
from scorekeeper.rounds.drafted import code_of, parts_of_who_plays

BID_OTHERWISE = Phrase(
    "bid_otherwise",
    de="{players: und } {count:hat|haben} etwas anderes angesagt. Stimmt es so?",
    en="{players: and } bid something else. Is this right?",
)


class Bids:
    """The bids for the coming round, which are filled into its form. They are parts `bid` of the match's draft."""

    def __init__(self, match: Match, parts: dict[str, Any] | None = None, table: AnyTable | None = None) -> None:
        self.match, self.table, self.draft = match, table or match.table, match.draft
        screen = match.game.before_round(self.table)
        if screen is None:
            raise LookupError("nothing is written down before a round")
        self.screen = screen
        self.parts = parts_of_who_plays(match, "bid", screen, self.table) if parts is None else parts

    @classmethod
    def of(cls, match: Match, table: AnyTable | None = None) -> Self | None:
        """Return the bids for the coming round; None if the game is over, or has no bids."""
        if match.course.engine.over or match.game.before_round(table or match.table) is None:
            return None
        return cls(match, table=table)

    @classmethod
    def shown_parts(cls, match: Match, of: str | None = None) -> dict[str, Fields]:
        """Return the fields of the coming round's saved bids, by seat, as far as they may be shown (`open_parts`)."""
        bids = cls.of(match)
        return bids.open_parts(of) if bids else {}

    @property
    def version(self) -> int:
        """The version of the latest bid; 0 without one."""
        return max((part["version"] for part in self.parts.values()), default=0)

    @property
    def round(self) -> int:
        """The number of the coming round."""
        return self.match.course.rounds_played + 1

    @property
    def own(self) -> OwnFields:
        return self.screen.own or OwnFields(has_common_part=True)

    def fields_of(self, seat: str) -> Fields:
        part = self.parts.get(seat)
        return part["fields"] if part else {}

    def divided(self, fields: Fields) -> dict[str, Fields]:
        """Return the form's fields divided into parts, by the seat's number as text."""
        seats = [str(number) for number, _ in self.table.numbered]
        return {seat: self.own.part(fields, seat, self.table) for seat in (*seats, EVERYBODY)}

    @property
    def missing(self) -> list[int]:
        """The seats of the players whose bids are missing or incomplete."""
        table, screen = self.table, self.screen
        posted = {str(number): Posted(self.fields_of(str(number))) for number, _ in table.numbered}
        return [number for number, player in table.numbered if screen.untold(posted[str(number)], player, table)]

    @cached_property
    def complete(self) -> bool:
        """Return whether everybody has bid, and no other value of the bids is missing."""
        common = self.fields_of(EVERYBODY)
        told = all(any(common.get(name, ())) for name in self.screen.binding(self.table))
        if not self.parts or not told or self.missing:
            return False
        return not any(each.gap for each in self.problems({seat: self.fields_of(seat) for seat in self.parts}))

    @property
    def is_secret(self) -> bool:
        """Return whether players may see only their own bids: in a game with secret bids, until all are complete."""
        return self.match.game.keeps_bids_secret(self.table.options) and not self.complete

    def open_parts(self, of: str | None = None) -> dict[str, Fields]:
        """Return the fields of the parts, by seat, that a viewer on seat `of` may see; None: nobody's secret bid."""
        return {seat: part["fields"] for seat, part in self.parts.items() if seat == of or not self.is_secret}

    def with_round(self, told: Fields) -> Self:
        """Return a copy in which bids from the round's form (`told`) replace saved ones. Never save the copy."""
        entered = {seat: {"fields": fields} for seat, fields in self.divided(told).items() if fields}
        return type(self)(self.match, {**self.parts, **entered}, self.table)

    def form(self, parts: Mapping[str, Fields]) -> Fields:
        """Put these parts together into one form, and add the fields that need no typing, such as the dealer."""
        table = self.table
        known = self.screen.known_fields(table, self.match.course.engine.coming)
        return known | self.own.whole(parts, table)

    def record(self, parts: Mapping[str, Fields]) -> RawRecord:
        return self.screen.record(Posted(self.form(parts)), self.table)

    def problems(self, parts: Mapping[str, Fields]) -> list[Problem]:
        """Return every problem of these parts, taken together as the bids for the coming round."""
        problems, table = Problems(), self.table
        self.match.game.check_before_round(Record(self.record(parts), table, problems), self.match.course.engine.coming)
        return [*problems]

    def in_words(self, parts: Mapping[str, Fields] | None = None) -> Sequence[Bid]:
        """Return the bids of these parts in words. If `parts` is None, return the bids that everybody may see."""
        record = self.record(self.open_parts() if parts is None else parts)
        return self.match.game.bids_in_words(self.table, record, self.match.course.engine.coming)

    @property
    def saved_bids(self) -> dict[str, Mapping[str, Any]]:
        """The saved bids, secret ones included: for each field of the record, the bids by player."""
        saved = self.record({seat: part["fields"] for seat, part in self.parts.items()})
        return {name: bids for name, bids in saved.items() if isinstance(bids, dict)}

    def fill(self, typed: Fields) -> Fields:
        """Return the fields of the round's form with the saved bids, also secret ones, where nothing was typed."""
        saved = self.form({seat: part["fields"] for seat, part in self.parts.items()})
        return {**saved, **{name: values for name, values in typed.items() if any(values)}}

    def question(self, record: RawRecord) -> Message | None:
        """Return the question to ask if bids in this record of the round differ from the saved ones; else None."""
        pairs = [(bids, record.get(name) or {}) for name, bids in self.saved_bids.items()]
        others = {player for bids, now in pairs for player in bids if now.get(player) != bids[player]}
        players = [player for player in self.table.players if player in others]  # not their bids: they may be secret
        return BID_OTHERWISE(players=players, count=len(players)) if players else None

    # Writing

    def save_parts(self, parts: Mapping[str, Fields], seen: int, by: str, *, hidden: bool = False) -> None:
        """Save these parts, by seat. Raise Refused if the bids have problems, except missing values."""
        secret = self.is_secret  # then only the parts that change are checked, so that no answer tells of the others
        changed = {
            seat: fields for seat, fields in parts.items() if self._changes(seat, fields, seen, secret or hidden)
        }
        if not changed:
            return
        after = {**{seat: part["fields"] for seat, part in self.parts.items()}, **changed}
        known = {seat: fields for seat, fields in after.items() if seat in changed or not secret}
        if problems := [each for each in self.problems(known) if not each.gap]:  # missing values can be typed later
            raise Refused(problems)
        saved = {
            code_of("bid", seat): fields if fields or seat == EVERYBODY else None for seat, fields in changed.items()
        }
        self.draft.put(saved, seen, by, blindly=secret)

    def _changes(self, seat: str, fields: Fields, seen: int, keeps: bool) -> bool:
        """Return whether saving these fields changes the part of the seat. With `keeps`, none is taken back."""
        saved = self.parts.get(seat)
        if saved is None:
            return bool(fields) or seat == EVERYBODY
        if not fields and (keeps or saved["version"] > seen):
            return False
        return self.is_secret or bool(fields != saved["fields"])

    def clear(self, seen: int, by: str) -> None:
        """Take all bids back; raise Stale if `seen` is not the draft's version."""
        self.draft.drop(["bid"], seen, by)
