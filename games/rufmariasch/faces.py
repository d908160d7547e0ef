"""How the cards of Rufmariasch are drawn and called. Every suit has a German and a French name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.kernel.choices import Candidate
from games.kernel.faces import Face
from games.kernel.words import Message, Phrase

from .cards import DECK, SUITS

# How each suit is drawn: its ink, the German and the French symbol.
SIGNS = {
    "E": ("", ("rufmariasch/eichel", "rufmariasch/treff")),
    "G": ("grn", ("rufmariasch/laub", "rufmariasch/pik")),
    "H": ("red", ("rufmariasch/herz",)),
    "S": ("yel", ("rufmariasch/schellen", "rufmariasch/karo")),
}
GERMAN = {
    "E": Phrase("acorns", de="Eichel", en="acorns"),
    "G": Phrase("leaves", de="Grün", en="leaves"),
    "H": Phrase("hearts", de="Herz", en="hearts"),
    "S": Phrase("bells", de="Schellen", en="bells"),
}
FRENCH = {
    "E": Phrase("clubs", de="Kreuz", en="clubs"),
    "G": Phrase("spades", de="Pik", en="spades"),
    "H": Phrase("hearts", de="Herz", en="hearts"),
    "S": Phrase("diamonds", de="Karo", en="diamonds"),
}
RANKS = {
    "A": (Phrase("A", de="A", en="A"), Phrase("ace", de="Ass", en="ace")),
    "K": (Phrase("K", de="K", en="K"), Phrase("king", de="König", en="king")),
    "O": (Phrase("O", de="O/D", en="O/Q"), Phrase("ober", de="Ober oder Dame", en="Ober or queen")),
    "U": (Phrase("U", de="U/B", en="U/J"), Phrase("unter", de="Unter oder Bube", en="Unter or jack")),
}
CARD_NAME = Phrase("card", de="{suit} {rank}", en="{rank} of {suit}")
BOTH_NAMES = Phrase("suit", de="{german} / {french}", en="{german} / {french}")
BOTH_FACES = {
    "O": Phrase("ober", de="Ober/Dame", en="ober/queen"),
    "U": Phrase("unter", de="Unter/Bube", en="unter/jack"),
}


class Suit(NamedTuple):
    """A suit as the screen shows it, by its German and its French name."""

    code: str
    ink: str
    icons: Sequence[str]
    name: Phrase
    french: Phrase | None


def suit_of(code: str) -> Suit:
    ink, icons = SIGNS[code]
    return Suit(code, ink, icons, GERMAN[code], FRENCH[code] if len(icons) > 1 else None)


def face_of(code: str) -> Face:
    suit, label = code[0], code[1:]
    short, long = RANKS.get(label, (label, label))
    ink, icons = SIGNS[suit]
    return Face(code, short, icons, ink, CARD_NAME(suit=GERMAN[suit], rank=long), points=DECK[code].points)


# In a sentence


def called(code: str) -> Message:
    """As players say it: "ace of hearts"."""
    suit, label = code[0], code[1:]
    _, long = RANKS.get(label, (label, label))
    return CARD_NAME(suit=GERMAN[suit], rank=BOTH_FACES.get(label, long))


def trump_suits() -> list[Candidate]:
    """The suits as buttons, each by its German and its French name."""
    return [Candidate(suit, _both_names(suit_of(suit)), icons=SIGNS[suit][1], ink=SIGNS[suit][0]) for suit in SUITS]


def _both_names(suit: Suit) -> Phrase | Message:
    return BOTH_NAMES(german=suit.name, french=suit.french) if suit.french else suit.name
