"""The count after a round of Beutelschneider, in both editions: the gold and the cutpurses."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from games.kernel.cards import Deck
from games.kernel.counting import Count, Counted, Item, Mark, Measure, Side
from games.kernel.posted import Fields
from games.kernel.seats import AnyTable

from .cards import Person
from .faces import face_of
from .screens import ASIDE, OUT, Captured
from .screens import Counted as CountedScreen
from .words import (
    ASIDE_PILE,
    COSTS_NOTHING,
    COULD_BE_ASIDE,
    COULD_BE_DISCARDED,
    CUTPURSES_NAME,
    DISCARDED_PILE,
    GOLD_NAME,
    IS_WORTHLESS,
    WHICH_ASIDE,
    WHICH_DISCARDED,
    WHICH_WORTHLESS,
    WORTHLESS_GOLD,
)

GOLD, CUTPURSES = "gold", "cutpurses"


DISCARDED = Side(
    OUT,
    DISCARDED_PILE,
    WHICH_DISCARDED,
    COULD_BE_DISCARDED,
    played=True,
)
WORTHLESS = Mark(
    "worthless",
    IS_WORTHLESS,
    WORTHLESS_GOLD,
    WHICH_WORTHLESS,
)
CANCELLED = Mark(
    "discarded",
    COSTS_NOTHING,
)


class GoldCount(Count):
    """A count whose result fills in one of two screens."""

    def into(self, screen: str, found: Counted) -> Fields:
        if screen != CountedScreen.code:
            return super().into(screen, found)
        return {
            f"{measure.code}-{pile.place}": [str(pile.sums[measure.code])]
            for measure in self.measures
            for pile in found.players
            if pile.done or not found.open(measure.code)
        }


def laid_aside(room: int) -> Side:
    """Return the pile of the cards that were laid aside unseen; `room` is their number."""
    return Side(
        ASIDE,
        ASIDE_PILE,
        WHICH_ASIDE,
        COULD_BE_ASIDE,
        room=room,
    )


def gold_and_cutpurses(deck: Deck[Person]) -> Sequence[Person]:
    """Return the cards of the deck that count: gold and cutpurses."""
    return deck.where(lambda card: card.is_gold or card.is_cutpurse)


def measures(deck: Deck[Person]) -> tuple[Measure, Measure]:
    """Return the two measures of the count, with their totals: gold in points, and the number of cutpurses."""
    cutpurses = len(deck.where(lambda card: card.is_cutpurse))
    gold = Measure(GOLD, GOLD_NAME, deck.points, "beutelschneider/gold")
    return gold, Measure(CUTPURSES, CUTPURSES_NAME, cutpurses, "dolch")


def item_of(card: Person, sides: Collection[str], markable: bool) -> Item:
    """Return the count's item for a card."""
    worth = {GOLD: card.points} if card.is_gold else {CUTPURSES: 1}
    twice = OUT if OUT in sides else ""
    return Item(f"card-{card.code}", face_of(card), worth, card.suit, sides, markable, figure=card.points, twice=twice)


def count(table: AnyTable) -> Count:
    """Return the count of the edition of 2018, in which cutpurses can be discarded."""
    special: bool = table.options.special_cards
    return GoldCount(
        [
            item_of(card, (OUT,) if card.is_cutpurse else (), special and card.is_gold)
            for card in gold_and_cutpurses(table.deck)
        ],
        measures(table.deck),
        table.hand_size * len(table.players),
        sides=(DISCARDED,),
        mark=WORTHLESS if special else None,
        lossless=not special,  # no pile has the Bard's couple, or the tricks of special cards only
        screens=(Captured.code, CountedScreen.code),
    )
