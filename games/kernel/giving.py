"""The cards on a form that gives each of them to the player who captured it, or to a pile that belongs to nobody."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .faces import Face
from .words import Message, Phrase


class Side(NamedTuple):
    """A button on the form: a pile that belongs to no player, or a button that marks cards (`marks`)."""

    code: str
    name: Phrase
    said: Phrase  # words for the place of a card in this pile
    ask: Phrase | Message  # question while the button is chosen
    out: bool = False  # whether the cards of the pile are struck through
    # True for a button that marks cards. While it is chosen, a tap on a card ticks the checkbox named `code`
    marks: bool = False


class Giving(NamedTuple):
    """A card on the form, or another thing that goes to a pile, such as the last trick."""

    face: Face
    points: int  # what it counts there
    needed: bool = True  # whether it must be in a pile before the round can be saved
    short: Phrase | Message | None = None  # its name in "Not placed yet: Red 4, Green 3"
    # points that it costs the player who gets it. One button gives a player all missing cards; it states the sum of
    # their costs
    cost: int = 0
    # what a second tap on the card does. The code of a side: the card goes there. "mark": the card's checkbox is
    # ticked
    twice: str = ""
    mark: str = ""  # this and `mark_said`: the name and the label of the card's checkbox
    mark_said: Phrase | None = None
    spoils: bool = False  # whether a ticked card counts nothing
    named: bool = False  # whether the card's name is printed on it
    sides: Sequence[str] = ()  # codes of the sides to which the card may go
    own_field: str = ""  # for a thing that is not a card, the name of its field. The thing then has a row of its own

    @property
    def code(self) -> str:
        return self.face.code

    @property
    def field(self) -> str:
        return self.own_field or f"card-{self.code}"

    @property
    def name(self) -> str | Phrase | Message:
        return self.face.name
