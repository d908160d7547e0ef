"""The count after a round of Bettler und Diebe: the cards that have points."""

from __future__ import annotations

from games.kernel.cards import Card
from games.kernel.counting import POINTS, Count, Measure
from games.kernel.giving import Giving, Side

from .cards import ALL_POINTS, POT, THIEF, WITH_POINTS
from .options import BettlerTable
from .screens import (
    ASIDE,
    PotCapturedScreen,
    RamschCapturedScreen,
    SnearCapturedScreen,
    face_of,
)
from .words import CARDS_WITH_POINTS, COULD_BE_OF_THE_POT, OF_THE_POT, WHICH_OF_THE_POT


def count(table: BettlerTable) -> Count:
    """Return the things to count after a round. If the group has set the card values, card points are added up."""
    seats = len(table.players)
    room = POT[seats]
    sides = (Side(ASIDE, OF_THE_POT, COULD_BE_OF_THE_POT, WHICH_OF_THE_POT, room=room),) if room else ()
    cards = sorted(table.deck.where(_carries_points), key=lambda card: (card.suit != THIEF, card.suit))
    known = bool(table.options.card_values)
    places = (ASIDE,) if room else ()
    items = [
        Giving(face_of(card), worth, sides=places, worth={"points": worth}, row=card.suit)
        for card in cards
        if (worth := card.points if known else 1)
    ]
    points = (
        Measure("points", POINTS, ALL_POINTS) if known else Measure("points", CARDS_WITH_POINTS, len(items), "deal")
    )
    screens = (
        ((PotCapturedScreen.code, RamschCapturedScreen.code) if room else (SnearCapturedScreen.code,)) if known else ()
    )
    return Count(items, (points,), table.hand_size * seats, sides, trick=seats, screens=screens)


def _carries_points(card: Card) -> bool:
    return card.rank in WITH_POINTS["thieves" if card.suit == THIEF else "beggars"]
