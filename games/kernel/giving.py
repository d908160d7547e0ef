"""Cards that are given out on a form: to the players who captured them, or to a pile that belongs to nobody."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .faces import Face
from .words import Message, Phrase


class Side(NamedTuple):
    """A pile that belongs to no player.

    - `said`: the words for the place of a card in this pile.
    - `ask`: the question while this pile is chosen.
    - `out`: whether its cards are struck through.
    - `marks`: True for a button that is not a pile. While it is chosen, a tap on a card ticks the checkbox named
      `code`.
    """

    code: str
    name: Phrase
    said: Phrase
    ask: Phrase | Message
    out: bool = False
    marks: bool = False


class Giving(NamedTuple):
    """A card to be given to a pile, and its points there. It can also be another thing, such as the last trick.

    - `needed`: whether it must be in a pile before the round can be saved.
    - `short`: its name in "Not placed yet: Red 4, Green 3".
    - `cost`: the points that it costs its player. The button that gives all missing cards to one player states their
      sum.
    - `twice`: what a second tap does: the code of the side that gets the card, or "mark" to tick its checkbox.
    - `mark`, `mark_said`: the name and the label of its checkbox. `spoils`: whether the card counts nothing if ticked.
    - `named`: whether its name is printed on it.
    - `sides`: the codes of the sides to which it may be given.
    - `own_field`: the name of its field if it is not a card. Then it has a row of its own.
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
