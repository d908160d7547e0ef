"""The count after a round of Bettler und Diebe: the cards that have points."""

from __future__ import annotations

from games.kernel.cards import Card
from games.kernel.counting import POINTS, Count, Counted, Measure, Numbers
from games.kernel.giving import Giving, Side
from games.kernel.posted import Fields

from .cards import ALL_POINTS, POT, THIEF, WITH_POINTS
from .options import BettlerTable
from .screens import (
    ASIDE,
    PotCapturedScreen,
    PotCountedScreen,
    RamschCapturedScreen,
    RamschScreen,
    SnearCapturedScreen,
    SnearScreen,
    face_of,
)
from .words import CARDS_WITH_POINTS, COULD_BE_OF_THE_POT, OF_THE_POT, POINTS_IN_PILE, WHICH_OF_THE_POT


class PointCount(Count):
    """A count for a group without card values. Its result fills in the points typed for each pile, but no cards."""

    def into(self, screen: str, found: Counted) -> Fields:
        name, rest = ("counted", "buried") if screen == PotCountedScreen.code else ("points", "pot")
        fields: Fields = {
            f"{name}-{pile.place}": [str(pile.points)] for pile in found.players if pile.points is not None
        }
        if found.side_points is not None:
            fields[rest] = [str(found.side_points)]
        return fields


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
    played = table.hand_size * seats
    if known:
        screens = (PotCapturedScreen.code, RamschCapturedScreen.code) if room else (SnearCapturedScreen.code,)
        points = Measure("points", POINTS, ALL_POINTS)
        return Count(items, (points,), played, sides, trick=seats, screens=screens)
    screens = (PotCountedScreen.code, RamschScreen.code) if room else (SnearScreen.code,)
    return PointCount(
        items,
        (Measure("points", CARDS_WITH_POINTS, len(items), "deal"),),
        played,
        sides,
        trick=seats,
        screens=screens,
        numbers=Numbers("points", POINTS_IN_PILE, ALL_POINTS, OF_THE_POT if room else None),
    )


def _carries_points(card: Card) -> bool:
    return card.rank in WITH_POINTS["thieves" if card.suit == THIEF else "beggars"]
