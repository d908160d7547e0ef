"""Cards to be given out on a form: to those who captured them, or to a pile that belongs to nobody."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .faces import Face
from .words import Message, Phrase


class Side(NamedTuple):
    """A pile that belongs to no player.

    `said` is the sentence for a card there, `ask` the question while the pile is open. With `out` its cards are struck
    through. With `marks` it is no pile: a tap ticks the card's checkbox, whose field is named by the side's code.
    """

    code: str
    name: Phrase
    said: Phrase
    ask: Phrase | Message
    out: bool = False
    marks: bool = False


class Giving(NamedTuple):
    """A card to be given out, with what it counts for its pile.

    `short` is its name in "Not placed yet: Red 4, Green 3". A card that is `needed` must be in some pile before the
    round can be saved. `cost` is what it costs its player; the form says so before all missing cards go to one player.
    A second tap gives it to the side `twice`, or ticks its checkbox `mark`, if `twice` is "mark"; `spoils` says that it
    counts nothing when it is ticked. `named`: its name is printed on it. `sides` are the codes of the sides it may lie
    on. `own_field` is the name of its field, if that is not "card-" and its code; a thing with such a field is no card,
    and takes a row of its own.
    """

    face: Face
    points: int
    needed: bool = True
    short: Phrase | Message | None = None
    cost: int = 0
    twice: str = ""
    mark: str = ""
    mark_said: Phrase | None = None
    spoils: bool = False
    named: bool = False
    sides: Sequence[str] = ()
    own_field: str = ""

    @property
    def code(self) -> str:
        return self.face.code

    @property
    def field(self) -> str:
        return self.own_field or f"card-{self.code}"

    @property
    def name(self) -> str | Phrase | Message:
        return self.face.name
