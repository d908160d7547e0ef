"""The cards on a page that gives each of them to the player who captured it, or to a pile that belongs to nobody."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from .faces import Face
from .words import Message, Phrase


class Side(NamedTuple):
    """A button on the page: a pile that belongs to no player, or a button that marks cards (`marks`)."""

    code: str
    name: Phrase
    said: Phrase  # words for the place of a card in this pile, also in a list: "… or discarded"
    ask: Phrase | Message  # question while the button is chosen
    out: bool = False  # whether the cards of the pile were played in tricks; they are struck through
    # True for a button that marks cards. While it is chosen, a tap on a card ticks the checkbox named `code`
    marks: bool = False
    room: int | None = None  # the number of cards that belong there; None: any number


class Giving(NamedTuple):
    """A card on the page, or another thing that goes to a pile, such as the last trick."""

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
    worth: Mapping[str, int] = {}  # how much it adds to its pile, by the code of a measure of the count
    row: str = ""  # neighbours with the same row are drawn in one row of the count
    layout: str = ""  # the layout of that row: "four" (cards side by side) or "titled" (three cards, with titles)

    @property
    def code(self) -> str:
        return self.face.code

    @property
    def field(self) -> str:
        return self.own_field or f"card-{self.code}"

    @property
    def is_card(self) -> bool:
        return not self.own_field

    @property
    def name(self) -> str | Phrase | Message:
        return self.face.name
