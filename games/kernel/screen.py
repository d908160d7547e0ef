"""The screens of a game: how a round is entered, and what becomes of the fields of its form.

A screen turns fields into a record of the score file and a record back into fields. Nothing is judged here: the
record holds what was typed, and the scoring reports every problem of it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from .cards import Card
from .parts import Own
from .posted import Fields, Posted
from .problems import Problem
from .record import RawRecord
from .seats import Deal, HasStake, Table
from .tricks import Trick, Verdict
from .words import Message, Phrase

KIND_AND_WAY = Phrase("kind_and_way", de="{kind} · {way}", en="{kind} · {way}")


class MadeBy(NamedTuple):
    """The field for the seat of the player who decided the kind of round, and the question for it."""

    field: str
    ask: Phrase


type Context = dict[str, Any]
"""The variables that a template is given."""


class Screen[C: Card, O: HasStake, P](ABC):
    """One way to enter a round: a template of the game and what its fields mean. A subclass sets what has no default."""

    code: str
    label: Phrase  # how it is entered
    template: ClassVar[str]
    remembered: ClassVar[bool] = False  # whether the next round opens it too, where several screens write the same kind
    dealt: ClassVar[bool] = True  # whether what it enters is a dealt round; else it goes by its label
    asks_dealer: ClassVar[bool] = False  # whether its own template asks who dealt; else the page does
    own: Own | None = None  # what is a player's own on it, where every player may type a part

    # If there are several kinds of round: the kind that it enters, and who decides on that kind. Both are chosen first.
    kind_of_round: ClassVar[Phrase | None] = None
    made_by: ClassVar[MadeBy | None] = None

    @property
    def title(self) -> Phrase | Message:
        """The name among several screens: the kind of round, and how it is entered."""
        return self.label if self.kind_of_round is None else KIND_AND_WAY(kind=self.kind_of_round, way=self.label)

    @abstractmethod
    def record(self, posted: Posted, table: Table[O, C]) -> RawRecord:
        """Return the record these fields describe, as typed."""

    @abstractmethod
    def fields(self, record: RawRecord, table: Table[O, C]) -> Fields:
        """Return the fields that would give this record, to correct it."""

    def shows(self, record: RawRecord) -> bool:
        """Return whether this screen can show the record."""
        return bool(record.get("kind") == self.code)

    def filled(self, posted: Posted, record: RawRecord, table: Table[O, C]) -> dict[str, str | Message]:
        """Return the fields that follow from what is typed: `{"gold-3": "15"}` for the last player's gold.

        A message goes where the template has `{% live %}` with its name.
        """
        typed = {name for name, values in posted.fields.items() if any(values)}
        whole = self.fields(record, table)
        return {name: values[-1] for name, values in whole.items() if values and values[-1] and name not in typed}

    def question(self, posted: Posted, record: RawRecord, table: Table[O, C]) -> Message | None:
        """Return the question before a doubtful record is saved, though it has no problem; saving again confirms it."""
        return None

    def from_saved_tricks(self, played: Sequence[tuple[Trick[C], Verdict[C]]], table: Table[O, C]) -> Fields:
        """Return the fields that the saved tricks of the coming round (judged while it was played) already fill in."""
        return {}

    def rest_follows(self, table: Table[O, C]) -> bool:
        """Return whether the last player's part follows from all the others.

        It is what the others leave: of a number, the difference to the total; of cards, all that are left, for which
        the field `rest` then holds that player's seat. `own.rest_from` names the other numbers that are needed for
        that.
        """
        return False

    def binding(self, table: Table[O, C]) -> Sequence[str]:
        """Return the fields of what concerns everybody that must be filled in: who took the pot, what is trumps."""
        return ()

    def untold(self, posted: Posted, player: str, table: Table[O, C]) -> Sequence[Problem]:
        """Return problems for what is missing in a player's own part, if the part tells anything at all.

        These are things that a record could do without.
        """
        return ()

    def context(self, table: Table[O, C]) -> Context:
        """Return further context for the template.

        The context's `seats` are those whose fields are drawn: one seat on a player's own part (`own` is its sign), and
        none for what concerns everybody (`common`). With `asks_all` also the player's own part asks for what is
        `binding`.
        """
        return {}

    # What depends on the rounds before; `deal` is what the scoring gets too

    def known_fields(self, table: Table[O, C], deal: Deal[P]) -> Fields:
        """Return the fields of what concerns everybody that nobody need type, such as who dealt."""
        return {}

    def who_knows(self, told: Posted, table: Table[O, C], deal: Deal[P]) -> str | None:
        """Return the player who can tell what concerns everybody, as far as that follows from what is told by now."""
        return None

    def is_offered(self, table: Table[O, C], deal: Deal[P]) -> bool:
        """Return whether this screen can be chosen now; the first one offered opens by default."""
        return True

    def live_context(self, posted: Posted, record: RawRecord, table: Table[O, C], deal: Deal[P]) -> Context:
        """Return further context for the template, from the rounds before and from what is typed so far.

        What follows from what is typed stands inside `{% live %}`, which each preview renders anew.
        """
        return {}

    def slot(self, slot: str, record: RawRecord, table: Table[O, C]) -> str:
        """Return the field beside which this screen shows the problems of a path; the path itself by default."""
        return slot


type AnyScreen = Screen[Any, Any, Any]  # for what is the same in every game


@dataclass(frozen=True)
class TrickByTrick:
    """A game's questions beside the tricks of a round that is written down trick by trick.

    `kind` is the round's kind in the score file, `before` is asked before the first trick (trumps, who declares
    what), `after` when the last one is played; None: nothing is asked then.
    """

    kind: str = "tricks"
    before: AnyScreen | None = None
    after: AnyScreen | None = None
