"""The cards of Bettler und Diebe: thieves (trumps) and beggars of three colours."""

from __future__ import annotations

from collections.abc import Mapping

from games.kernel.cards import Card, Deck, plain_name

THIEF = "D"
BEGGARS = {"B": "blue", "G": "green", "R": "red"}
THIEVES_RANKS, BEGGARS_RANKS = range(1, 15), range(1, 9)
WITH_POINTS = {"thieves": range(5, 15), "beggars": range(5, 9)}  # 1 to 4 are worth nothing
ALL_POINTS = 120

REMOVED: dict[int, tuple[str, ...]] = {
    5: ("B1",),
    4: (),  # ruling: no card is removed, since 4 hands of 9 cards and a pot of 2 make 38
    3: ("B1", "B2", "G1", "G2", "R1"),
    2: ("B1", "B2", "G1", "G2", "R1", "R2"),
}
HAND_SIZE = {5: 7, 4: 9, 3: 10, 2: 16}
POT = {5: 2, 4: 2, 3: 3, 2: 0}

type CardValues = Mapping[str, Mapping[str, int]]
"""The points of each rank: {"thieves": {"5": n, …}, "beggars": {"5": n, …}}."""


def whole_deck(values: CardValues | None = None) -> Deck[Card]:
    """Return all 38 cards of the game. `values` are the group's card values; without them no card has points."""
    thieves = values["thieves"] if values else {}
    beggars = values["beggars"] if values else {}
    return Deck(
        [
            *(_card(THIEF, rank, thieves) for rank in THIEVES_RANKS),
            *(_card(colour, rank, beggars) for colour in BEGGARS for rank in BEGGARS_RANKS),
        ]
    )


def deck_for(seats: int, values: CardValues | None) -> Deck[Card]:
    """Return the cards in play with this number of players; without `values` no card has points."""
    return whole_deck(values).without(*REMOVED[seats])


def _card(suit: str, rank: int, values: Mapping[str, int]) -> Card:
    code = f"{suit}{rank}"
    return Card(code=code, suit=suit, rank=rank, name=plain_name(code), points=values.get(str(rank), 0))
