"""The cards of the trick game, and the building cards of each player."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.kernel.cards import Card, Deck, plain_name
from games.kernel.words import Phrase

TRUMP = "T"
SUITS = {"red": "R", "grey": "S", "green": "G"}
SUIT_NAMES = {
    "red": Phrase("red", de="Rot (Palast)", en="red (palace)"),
    "grey": Phrase("grey", de="Grau (Obelisk)", en="grey (obelisk)"),
    "green": Phrase("green", de="Grün (Oase)", en="green (oasis)"),
}
LETTER_NAMES = {
    **{letter: SUIT_NAMES[suit] for suit, letter in SUITS.items()},
    TRUMP: Phrase("trump", de="Trumpf", en="trumps"),
}
POINTS_OF_A_SUIT = 20
MASTER_ROMAN = 7


@dataclass(frozen=True, slots=True, kw_only=True)
class CourtCard(Card):
    """A card of the trick game. `points` count towards winning its suit, `roman` for the building order."""

    roman: int = 0


def _suit_cards(letter: str) -> list[CourtCard]:
    """Return the nine cards of a suit, low to high: three slaves, four of material, foreman, master."""
    labels = (("S2", 0), ("S3", 0), ("S4", 0), ("M2", 2), ("M3", 3), ("M4", 4), ("M5", 5), ("F", 6), ("V", 0))
    return [
        CourtCard(
            code=letter + label,
            suit=letter,
            rank=rank,
            name=plain_name(letter + label),
            points=points,
            roman=MASTER_ROMAN if label == "V" else 0,
        )
        for rank, (label, points) in enumerate(labels)
    ]


def _trump(letter: str, roman: int, name: Phrase) -> CourtCard:
    """Return a trump, which ranks by its roman number. Of the two with XII, the one played later wins."""
    return CourtCard(code=TRUMP + letter, suit=TRUMP, rank=roman, name=name, roman=roman)


MAID, SON, WIFE, PHARAOH = "TM", "TS", "TW", "TK"
ROYALS = frozenset((WIFE, PHARAOH))

ALL_CARDS: Deck[CourtCard] = Deck(
    [
        *(card for letter in SUITS.values() for card in _suit_cards(letter)),
        _trump("M", 3, Phrase("TM", de="Magd", en="Maid")),
        _trump("C", 5, Phrase("TC", de="Hauptmann", en="Captain")),
        _trump("S", 7, Phrase("TS", de="Sohn des Pharaos", en="Son of the Pharaoh")),
        _trump("P", 10, Phrase("TP", de="Priester", en="Priest")),
        _trump("W", 12, Phrase("TW", de="Frau des Pharaos", en="Pharaoh’s wife")),
        _trump("K", 12, Phrase("TK", de="Pharao", en="Pharaoh")),
    ]
)
DECKS = {3: ALL_CARDS, 4: ALL_CARDS.without(SON)}
HAND_SIZE = {3: 11, 4: 8}
ROUNDS = {3: 8, 4: 6}

# Building cards

OASIS, OBELISK_SINGLE, OBELISK_DOUBLE = "oasis", "obelisk_single", "obelisk_double"
PALACE_SMALL, PALACE_BIG = "palace_small", "palace_big"


@dataclass(frozen=True, slots=True)
class BuildingCard:
    """A building card."""

    code: str
    kind: str
    halves: int  # how many halves of a space it fills
    suit: str  # its points are doubled for a player who won this suit
    worth: frozenset[int]  # all numbers of points that it can earn before doubling
    name: Phrase

    def text(self, language: str) -> str:
        return self.name.template(language)


BUILDINGS: Mapping[str, BuildingCard] = {
    card.code: card
    for card in (
        BuildingCard(OASIS, "oasis", 2, "green", frozenset({3}), Phrase(OASIS, de="Oase", en="oasis")),
        BuildingCard(
            OBELISK_SINGLE,
            "obelisk",
            1,
            "grey",
            frozenset(range(1, 13)),
            Phrase(OBELISK_SINGLE, de="einzelner Obelisk", en="single obelisk"),
        ),
        BuildingCard(
            OBELISK_DOUBLE,
            "obelisk",
            2,
            "grey",
            frozenset(range(2, 13)),
            Phrase(OBELISK_DOUBLE, de="doppelter Obelisk", en="double obelisk"),
        ),
        BuildingCard(
            PALACE_SMALL,
            "palace",
            1,
            "red",
            frozenset(range(5)),
            Phrase(PALACE_SMALL, de="kleiner Palast", en="small palace"),
        ),
        BuildingCard(
            PALACE_BIG,
            "palace",
            2,
            "red",
            frozenset({0, 2, 3, 4}),
            Phrase(PALACE_BIG, de="großer Palast", en="big palace"),
        ),
    )
}

OWNED = {
    3: {OASIS: 1, OBELISK_SINGLE: 2, OBELISK_DOUBLE: 1, PALACE_SMALL: 3, PALACE_BIG: 1},
    4: {OASIS: 1, OBELISK_SINGLE: 1, OBELISK_DOUBLE: 1, PALACE_SMALL: 2, PALACE_BIG: 1},
}
"""The number of each building card that every player has, by number of players. Each uses one card a round."""


def roman_total(seats: int, with_masters: bool) -> int:
    """Return the sum of the roman numbers of all trumps in play and, with `with_masters`, of the masters."""
    return sum(card.roman for card in DECKS[seats].values() if with_masters or card.suit == TRUMP)
