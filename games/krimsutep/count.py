"""The count after the trick game of Krimsutep: the points of each suit, and the roman numbers."""

from __future__ import annotations

from games.kernel.counting import Count, Measure
from games.kernel.giving import Giving

from . import words
from .cards import POINTS_OF_A_SUIT, SUITS, TRUMP, CourtCard, roman_total
from .faces import SIGNS, SUIT_SHORT, face_of
from .options import KrimsutepTable
from .screens import SuitsScreen

ROMAN = "roman"
LETTERS = {letter: suit for suit, letter in SUITS.items()}


def count(table: KrimsutepTable) -> Count:
    """Return the count of a trick game: the points of each suit, and the roman numbers."""
    options = table.options
    seats = len(table.players)
    items = [_item(card, options.roman_masters) for card in table.deck.values()]
    suits = [
        Measure(suit, SUIT_SHORT[suit], POINTS_OF_A_SUIT, SIGNS[letter][1], SIGNS[letter][0])
        for suit, letter in SUITS.items()
    ]
    roman = Measure(ROMAN, words.ROMAN_NAME, roman_total(seats, options.roman_masters), *reversed(SIGNS[TRUMP]))
    return Count(
        [item for item in items if any(item.worth.values())],
        (*suits, roman),
        table.hand_size * seats,
        trick=seats,
        screens=(SuitsScreen.code,),
        sums_for=SuitsScreen.code,
        one_figure=False,
    )


def _item(card: CourtCard, with_masters: bool) -> Giving:
    worth = {LETTERS[card.suit]: card.points} if card.points else {}
    if card.roman and (with_masters or card.suit == TRUMP):
        worth[ROMAN] = card.roman
    layout = "titled" if card.suit == TRUMP else ""  # the title tells the two trumps with XII apart
    face = face_of(card)
    spoken = face._replace(name=words.PRINTED(corner=face.corner, name=face.name))
    return Giving(spoken, card.points, worth=worth, row=card.suit, layout=layout)
