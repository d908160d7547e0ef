"""The 32 cards of Rufmariasch; their German and French faces are in faces.py."""

from __future__ import annotations

from games.kernel.cards import Card, Deck, plain_name
from games.kernel.words import Phrase

SUITS = {
    "E": Phrase("acorns", de="Eichel ♣", en="acorns ♣"),
    "G": Phrase("leaves", de="Grün ♠", en="leaves ♠"),
    "H": Phrase("hearts", de="Herz ♥", en="hearts ♥"),
    "S": Phrase("bells", de="Schellen ♦", en="bells ♦"),
}
LOW_TO_HIGH = ("7", "8", "9", "U", "O", "K", "10", "A")
COUNTING = ("10", "A")
EACH_COUNTS = 10
ALL_CARDS_COUNT = len(SUITS) * len(COUNTING) * EACH_COUNTS
TRICKS = 8

DECK = Deck(
    Card(
        code=suit + label,
        suit=suit,
        rank=rank,
        name=plain_name(suit + label),
        points=EACH_COUNTS if label in COUNTING else 0,
    )
    for suit in SUITS
    for rank, label in enumerate(LOW_TO_HIGH)
)
