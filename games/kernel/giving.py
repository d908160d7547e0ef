"""The cards on a form that gives each of them to the player who captured it, or to a pile that belongs to nobody."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .faces import Face
from .words import Message, Phrase


class Side(NamedTuple):
    """A button on the form: a pile that belongs to no player, or a button that marks cards (`marks`).

    - `said`: the words for the place of a card in this pile.
    - `ask`: the question while the button is chosen.
    - `out`: whether the cards of the pile are struck through.
    - `marks`: True for a button that marks cards. While it is chosen, a tap on a card ticks the checkbox named `code`.
    """

    code: str
    name: Phrase
    said: Phrase
    ask: Phrase | Message
    out: bool = False
    marks: bool = False


class Giving(NamedTuple):
    """A card on the form, or another thing that goes to a pile, such as the last trick.

    - `points`: what it counts there.
    - `needed`: whether it must be in a pile before the round can be saved.
    - `short`: its name in "Not placed yet: Red 4, Green 3".
    - `cost`: the points that it costs the player who gets it. One button gives a player all missing cards; it states
      the sum of their costs.
    - `twice`: what a second tap on the card does. The code of a side: the card goes there. "mark": the card's checkbox
      is ticked.
    - `mark`, `mark_said`: the name and the label of the card's checkbox.
    - `spoils`: whether a ticked card counts nothing.
    - `named`: whether the card's name is printed on it.
    - `sides`: the codes of the sides to which the card may go.
    - `own_field`: for a thing that is not a card, the name of its field. The thing then has a row of its own.
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
