"""The screens of a game: the forms on which a round is entered."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any, ClassVar, NamedTuple

from .cards import Card
from .parts import OwnFields
from .posted import Fields, Posted
from .problems import Problem
from .record import RawRecord
from .seats import Deal, HasStake, Table
from .tricks import Trick, Verdict
from .words import Message, Phrase

KIND_AND_WAY = Phrase("kind_and_way", de="{kind} · {way}", en="{kind} · {way}")


class MadeBy(NamedTuple):
    """The question who decided the kind of round, and its form field. The field's value is the player's seat."""

    field: str
    ask: Phrase


type Context = dict[str, Any]
"""The variables of a template, by name."""


class Screen[C: Card, O: HasStake, P](ABC):
    """A form on which a round can be entered: its template, and what its fields mean."""

    code: str
    label: Phrase  # how the round is entered on this screen
    template: ClassVar[str]
    remembered: ClassVar[bool] = False  # whether it opens by default after a round that it can show
    dealt: ClassVar[bool] = True  # whether it enters a dealt round; if not, its label is the page's heading
    dealer_decides: ClassVar[bool] = False  # whether who is asked depends on who dealt
    own: OwnFields | None = None  # which fields are a player's own; None: players cannot enter parts
    choosing: Sequence[str] = ()  # patterns of fields whose values are seats, besides `dealer`, `made_by` and `own`

    # Only in a game with several kinds of round: the kind of this screen, and the question who decided on it. If
    # players enter parts, both are asked before the parts.
    kind_of_round: ClassVar[Phrase | None] = None
    made_by: ClassVar[MadeBy | None] = None

    @property
    def title(self) -> Phrase | Message:
        """The screen's name in a choice of screens: its kind of round, if it has one, and its label."""
        return self.label if self.kind_of_round is None else KIND_AND_WAY(kind=self.kind_of_round, way=self.label)

    @abstractmethod
    def record(self, posted: Posted, table: Table[O, C]) -> RawRecord:
        """Return the record that these fields describe, with all values as typed."""

    @abstractmethod
    def fields(self, record: RawRecord, table: Table[O, C]) -> Fields:
        """Return the fields for a correction of this record: those from which `record` makes it."""

    def chooses_players(self, name: str) -> bool:
        """Return whether the values of this field are seats, and not just numbers that could be seats."""
        patterns = ["dealer", *self.choosing]
        if self.made_by:
            patterns.append(self.made_by.field)
        if self.own:
            patterns += [*self.own.exclusive, *self.own.shared]
        return any(fnmatchcase(name, pattern) for pattern in patterns)

    def asks_for(self, name: str, table: Table[O, C]) -> bool:
        """Return whether the screen asks for this field at this table. The number of players can decide that."""
        return True

    def shows(self, record: RawRecord) -> bool:
        """Return whether this screen can show the record; by default, if the record's kind is the screen's code."""
        return bool(record.get("kind") == self.code)

    def filled(self, posted: Posted, record: RawRecord, table: Table[O, C]) -> dict[str, str | Message]:
        """Return the values of empty fields that follow from other fields, such as the last player's gold."""
        typed = {name for name, values in posted.fields.items() if any(values)}
        whole = self.fields(record, table)
        return {name: values[-1] for name, values in whole.items() if values and values[-1] and name not in typed}

    def question(self, posted: Posted, record: RawRecord, table: Table[O, C]) -> Message | None:
        """Return the question about a valid but doubtful record; None if there is no question."""
        return None

    def from_judged(self, played: Sequence[tuple[Trick[C], Verdict[C]]], table: Table[O, C]) -> Fields:
        """Return the fields that follow from `played`: the tricks that were judged and saved during the round."""
        return {}

    def rest_follows(self, table: Table[O, C]) -> bool:
        """Return whether the last missing part follows from the others: a number from the total, cards as those left."""
        return False

    def binding(self, table: Table[O, C]) -> Sequence[str]:
        """Return the names of the required fields that concern everybody: who took the pot, what is trumps."""
        return ()

    def untold(self, posted: Posted, player: str, table: Table[O, C]) -> Sequence[Problem]:
        """Return a problem for each required value that is missing in this player's part."""
        return ()

    def context(self, table: Table[O, C]) -> Context:
        """Return this screen's own variables for the template.

        The pages add these variables:
        - `seats`: the signs (objects with a name, a seat and a colour) of all players. On the page of one player's
          part, only that player's sign.
        - `own`: on the page of one player's part, that player's sign.
        - `common`: true on the page of the fields that concern everybody. No player's fields are drawn there.
        - `asks_all`: whether the page of a player's part also asks for the fields that concern everybody.
        """
        return {}

    # Methods whose results depend on the rounds before. `deal` is the deal with which the record is scored

    def known_fields(self, table: Table[O, C], deal: Deal[P]) -> Fields:
        """Return the fields that concern everybody and need not be typed, such as who dealt."""
        return {}

    def who_knows(self, told: Posted, table: Table[O, C], deal: Deal[P]) -> str | None:
        """Return the player who is asked for the fields that concern everybody, such as who took the pot."""
        return None

    def is_offered(self, table: Table[O, C], deal: Deal[P]) -> bool:
        """Return whether this screen can be chosen for this deal. The first screen that is offered opens by default."""
        return True

    def live_context(self, posted: Posted, record: RawRecord, table: Table[O, C], deal: Deal[P]) -> Context:
        """Return the variables for the template that depend on the rounds before or on the fields typed so far."""
        return {}

    # The problems on the page

    def slot(self, slot: str, record: RawRecord, table: Table[O, C]) -> str:
        """Return the slot of the template (`{% at %}`) for the problems of the path `slot`."""
        return slot


type AnyScreen = Screen[Any, Any, Any]  # for code that is the same for every game


@dataclass(frozen=True)
class TrickByTrick:
    """The forms before and after the tricks of a round that is written down trick by trick."""

    kind: str = "tricks"  # round's kind in the score file
    # form before the first trick (trumps, who declares what); None if there is no such form
    before: AnyScreen | None = None
    after: AnyScreen | None = None  # form after the last trick; None if there is no such form
