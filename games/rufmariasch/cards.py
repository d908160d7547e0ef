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
TRICKS = 8

# Card points
LAST_TRICK = 10
ALL_POINTS = len(SUITS) * len(COUNTING) * EACH_COUNTS + LAST_TRICK
DECLARED, DECLARED_IN_TRUMPS = 20, 40
TARGET_WITHOUT = 50
TARGET_WITH = 40  # for a team that has declared; its declared points are added to it

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
