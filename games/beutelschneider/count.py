"""The count after a round of Beutelschneider, in both editions: the gold and the cutpurses."""

from __future__ import annotations

from games.kernel.counting import Count, Measure
from games.kernel.giving import Giving
from games.kernel.seats import AnyTable

from .cards import Person
from .screens import Captured, Counted, counts
from .words import CUTPURSES_NAME, GOLD_NAME

GOLD, CUTPURSES = "gold", "cutpurses"


def count(table: AnyTable, screen: Captured) -> Count:
    """Return the things to count after a round, with the same piles and marks as on this screen."""
    cards, seats = table.deck.where(counts), len(table.players)
    cutpurses = sum(card.is_cutpurse for card in cards)
    return Count(
        [_item(screen.to_give(card, table), card) for card in cards],
        (
            Measure(GOLD, GOLD_NAME, table.deck.points, "beutelschneider/gold"),
            Measure(CUTPURSES, CUTPURSES_NAME, cutpurses, "dolch"),
        ),
        table.hand_size * seats,
        sides=screen.sides(table),
        trick=0 if screen.discard_pile else seats,
        lossless=not screen.spoils(table),  # no pile has the Bard's couple, or the tricks of special cards only
        screens=(screen.code, Counted.code),
        sums_for=Counted.code,
    )


def _item(given: Giving, card: Person) -> Giving:
    return given._replace(worth={GOLD: card.points} if card.is_gold else {CUTPURSES: 1}, row=card.suit)
