"""The 32 cards of Beutelschneider's first edition: green, yellow and red, and blue as the trump suit."""

from __future__ import annotations

from games.beutelschneider.cards import ADVENTURER, ASSASSIN, COUNTESS, GUARD, SOVEREIGN, TRUMPS, Person, colour_cards
from games.kernel.cards import Deck

CUTPURSE = "RD"
ASIDE = {3: 2, 4: 0}  # cards laid aside unseen, by number of players
HAND_SIZE = {3: 10, 4: 8}
IN_PLAY = (GUARD, ASSASSIN, ADVENTURER, COUNTESS, SOVEREIGN)

DECK: Deck[Person] = Deck(
    [
        *colour_cards("G", "K"),
        *colour_cards("Y", "K"),
        *colour_cards("R", "D"),
        *(card for card in TRUMPS if card.code in IN_PLAY),
    ]
)
