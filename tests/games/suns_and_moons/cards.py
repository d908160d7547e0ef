"""The deck: suns and moons from 1 to twice the number of players, but at least to 6."""

from __future__ import annotations

from functools import cache

from games.kernel.cards import Card, Deck, plain_name
from games.kernel.faces import Face

from .words import SUITS

TRICKS = 4
MOST_PLAYERS = 8
NO_CARDS: Deck[Card] = Deck(())
ICONS = {"S": "suns-and-moons/sun", "M": "suns-and-moons/moon"}


@cache
def deck(seats: int) -> Deck[Card]:
    ranks = range(1, 2 * max(seats, 3) + 1)
    return Deck(
        Card(code=f"{suit}{rank}", suit=suit, rank=rank, name=plain_name(f"{suit}{rank}"))
        for suit in SUITS
        for rank in ranks
    )


def face(card: Card) -> Face:
    return Face(card.code, str(card.rank), [ICONS[card.suit]], "", card.name)
