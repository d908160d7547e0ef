"""The faces and the names of the cards of Rufmariasch: German, French, or both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.kernel.choices import Candidate
from games.kernel.faces import Face
from games.kernel.words import Noun, Phrase

from .cards import DECK, SUITS

BOTH, GERMAN, FRENCH = "both", "german", "french"
NAMES = {
    BOTH: Phrase(BOTH, de="Deutsch und französisch", en="German and French"),
    GERMAN: Phrase(GERMAN, de="Deutsch", en="German"),
    FRENCH: Phrase(FRENCH, de="Französisch", en="French"),
}
INKS = {"E": "", "G": "grn", "H": "red", "S": "yel"}
ICONS = {
    GERMAN: {"E": "eichel", "G": "laub", "H": "herz", "S": "schellen"},
    FRENCH: {"E": "treff", "G": "pik", "H": "herz", "S": "karo"},
}
SUIT_NAMES = {
    GERMAN: {
        "E": Phrase("acorns", de="Eichel", en="acorns"),
        "G": Phrase("leaves", de="Grün", en="leaves"),
        "H": Phrase("hearts", de="Herz", en="hearts"),
        "S": Phrase("bells", de="Schellen", en="bells"),
    },
    FRENCH: {
        "E": Phrase("clubs", de="Kreuz", en="clubs"),
        "G": Phrase("spades", de="Pik", en="spades"),
        "H": Phrase("hearts", de="Herz", en="hearts"),
        "S": Phrase("diamonds", de="Karo", en="diamonds"),
    },
}
# {rank: (text in the corner of the card, name)} for each rank that is not a number
RANKS = {
    GERMAN: {
        "A": (Phrase("A", de="A", en="A"), Noun("ace", de="Ass", en="ace", gender="n")),
        "K": (Phrase("K", de="K", en="K"), Noun("king", de="König", en="king")),
        "O": (Phrase("O", de="O", en="O"), Noun("ober", de="Ober", en="Ober")),
        "U": (Phrase("U", de="U", en="U"), Noun("unter", de="Unter", en="Unter")),
    },
}
RANKS[FRENCH] = RANKS[GERMAN] | {
    "O": (Phrase("Q", de="D", en="Q"), Noun("queen", de="Dame", en="queen", gender="f")),
    "U": (Phrase("J", de="B", en="J"), Noun("jack", de="Bube", en="jack", accusative="Buben")),
}


class Suit(NamedTuple):
    """A suit as the screens show it. `also` is the French name if both names are shown and differ, else None."""

    code: str
    ink: str
    icons: Sequence[str]
    name: Phrase
    also: Phrase | None

    @property
    def names(self) -> Phrase:
        """The name or, if there are two, both with a slash: "Eichel/Kreuz"."""
        return _slashed([self.name, self.also or self.name])


@dataclass(frozen=True, slots=True)
class Faces:
    """The faces that a group has chosen: `code` is BOTH, GERMAN or FRENCH."""

    code: str

    @property
    def _first(self) -> str:
        return GERMAN if self.code == BOTH else self.code

    def suit(self, code: str) -> Suit:
        icons = dict.fromkeys(ICONS[faces][code] for faces in self._drawn)
        name, *others = dict.fromkeys(SUIT_NAMES[faces][code] for faces in self._drawn)
        return Suit(code, INKS[code], [f"rufmariasch/{icon}" for icon in icons], name, others[0] if others else None)

    def face(self, code: str) -> Face:
        suit, label = code[0], code[1:]
        corners = [RANKS[faces][label][0] if label in RANKS[faces] else _plain(label) for faces in self._drawn]
        card = self.called(code)
        return Face(code, _slashed(corners), self.suit(suit).icons, INKS[suit], card, points=DECK[code].points)

    def called(self, code: str) -> Noun:
        """Return a card's name within a sentence: "Herz-Ass", or with both faces "Schellen-Ober (Karo-Dame)"."""
        suit, label = code[0], code[1:]
        name = _named(self._first, suit, label)
        if self.code != BOTH:
            return name
        other = _named(FRENCH, suit, label)
        if other == name:
            return name
        same_rank = label not in RANKS[FRENCH] or RANKS[FRENCH][label] == RANKS[GERMAN][label]
        if same_rank:
            also = SUIT_NAMES[FRENCH][suit]
        elif SUIT_NAMES[FRENCH][suit] == SUIT_NAMES[GERMAN][suit]:
            also = RANKS[FRENCH][label][1]
        else:
            also = other
        return Noun(
            name.code,
            de=f"{name.de} ({also.de})",
            en=f"{name.en} ({also.en})",
            gender=name.gender,
        )

    def rank(self, label: str) -> Phrase:
        """Return the name of a rank that is not a number: "Ober", or with both faces "Ober/Dame"."""
        return _slashed([RANKS[faces][label][1] for faces in self._drawn])

    def trump_suits(self) -> list[Candidate]:
        """Return the suits, from which trumps can be chosen."""
        return [Candidate(suit.code, suit.names, icons=suit.icons, ink=suit.ink) for suit in map(self.suit, SUITS)]

    @property
    def _drawn(self) -> Sequence[str]:
        return (GERMAN, FRENCH) if self.code == BOTH else (self.code,)


def _plain(label: str) -> Phrase:
    return Phrase(label, de=label, en=label)


def _slashed(names: Sequence[Phrase]) -> Phrase:
    """Return the different names, joined by slashes: "O" and "D" become "O/D", but "A" and "A" become "A"."""
    different = list(dict.fromkeys(names))
    if len(different) == 1:
        return different[0]
    return Phrase(
        different[0].code, de="/".join(each.de for each in different), en="/".join(each.en for each in different)
    )


def _named(faces: str, suit: str, label: str) -> Noun:
    """Return the name of a card. `faces`: GERMAN or FRENCH."""
    of = SUIT_NAMES[faces][suit]
    rank = RANKS[faces][label][1] if label in RANKS[faces] else Noun(label, de=label, en=label, gender="f")
    declined = f"{of.de}-{rank.accusative}" if rank.accusative else ""
    return Noun(rank.code, f"{of.de}-{rank.de}", f"{rank.en} of {of.en}", rank.gender, declined)


FACES = {code: Faces(code) for code in NAMES}
