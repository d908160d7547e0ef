"""The cards of the trick game, the suits and the building cards as the screens show them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from games.kernel.faces import Face
from games.kernel.words import Noun, Phrase

from .buildings import Past
from .cards import BUILDINGS, OWNED, SUIT_NAMES, SUITS, TRUMP, BuildingCard, CourtCard
from .options import KrimsutepTable

SIGNS = {
    "R": ("red", "krimsutep/palast"),
    "S": ("grey", "krimsutep/obelisk"),
    "G": ("grn", "krimsutep/oase"),
    TRUMP: ("vio", "krone"),
}
SUIT_SHORT = {
    "red": Phrase("red", de="Rot", en="Red"),
    "grey": Phrase("grey", de="Grau", en="Grey"),
    "green": Phrase("green", de="Grün", en="Green"),
}
COLOURS = {letter: SUIT_SHORT[suit] for suit, letter in SUITS.items()}
ROLES = {
    "S": Phrase("slave", de="Sklave", en="Slave"),
    "M": Phrase("material", de="Mate\u00adrial", en="Mate\u00adrial"),
    "F": Phrase("foreman", de="Vor\u00adarbeiter", en="Fore\u00adman"),
    "V": Phrase("master", de="Meis\u00adter", en="Master"),
}
NAME = Phrase("card", de="{colour}, {role}", en="{colour}, {role}")
NAME_WITH_NUMBER = Phrase("card", de="{colour}, {role} {number}", en="{colour}, {role} {number}")
TRUMP_NAME = Phrase("trump_card", de="{name}, Trumpf {number}", en="{name}, trump {number}")
ROMAN = {3: "III", 5: "V", 7: "VII", 10: "X", 12: "XII"}


def face_of(card: CourtCard) -> Face:
    ink, icon = SIGNS[card.suit]
    if card.suit == TRUMP:
        number = ROMAN[card.roman]
        return Face(card.code, number, (icon,), ink, TRUMP_NAME(name=card.name, number=number), card.name)
    kind, number = card.code[1], card.code[2:]
    role = ROLES[kind]
    if number:
        name = NAME_WITH_NUMBER(colour=COLOURS[card.suit], role=role, number=number)
    else:
        name = NAME(colour=COLOURS[card.suit], role=role)
    corner = number or (ROMAN[card.roman] if card.roman else str(card.points))
    return Face(card.code, corner, (icon,), ink, name, role, card.points)


# Names within a sentence

PERSONS = {
    "S": Noun("slave", de="Sklave", en="slave", accusative="Sklaven"),
    "M": Noun("material", de="Material", en="material", gender="n"),
    "F": Noun("foreman", de="Vorarbeiter", en="foreman"),
    "V": Noun("master", de="Meister", en="master"),
}
IN_COLOUR = {
    "R": Phrase("red", de="Rot", en="red"),
    "S": Phrase("grey", de="Grau", en="grey"),
    "G": Phrase("green", de="Grün", en="green"),
}
FEMININE = {"TM", "TW"}


def called(card: CourtCard) -> Noun:
    """Return a card's name within a sentence: "red master", "Maid"."""
    if card.suit == TRUMP:
        return Noun(card.code, card.name.de, card.name.en, "f" if card.code in FEMININE else "m")
    noun, colour = PERSONS[card.code[1]], IN_COLOUR[card.suit]
    german, english = (
        (f" {card.code[2:]} in {colour.de}", f" {card.code[2:]}") if card.code[2:] else (f" in {colour.de}", "")
    )
    return Noun(
        noun.code,
        f"{noun.de}{german}",
        f"{colour.en} {noun.en}{english}",
        noun.gender,
        f"{noun.accusative}{german}" if noun.accusative else "",
    )


# A building card's short name, which tells it from others of its suit
SHORT = {
    "oasis": Phrase("short", de="Oase", en="oasis"),
    "obelisk_single": Phrase("short", de="einzeln", en="single"),
    "obelisk_double": Phrase("short", de="doppelt", en="double"),
    "palace_small": Phrase("short", de="klein", en="small"),
    "palace_big": Phrase("short", de="groß", en="big"),
}
ALL_WORTHS = sorted(set(chain.from_iterable(card.worth for card in BUILDINGS.values())))


class Suit(NamedTuple):
    """A suit as the screens show it; `ink` is its CSS class."""

    code: str
    name: Phrase
    short: Phrase
    ink: str
    icon: str


SUIT_FACES = [Suit(code, SUIT_NAMES[code], SUIT_SHORT[code], *SIGNS[letter]) for code, letter in SUITS.items()]


class Site(NamedTuple):
    """A building card as the screens show it."""

    code: str
    name: Phrase
    short: Phrase
    ink: str
    icons: Sequence[str]
    halves: int
    worth: Sequence[int]
    left: int  # how many of these cards the player has left
    only: bool  # whether the player has no other kind of card left


def site(card: BuildingCard, left: int, only: bool = False) -> Site:
    """Return a building card for the screens; `left` and `only` are as in `Site`."""
    ink, icon = SIGNS[SUITS[card.suit]]
    icons = [icon] * (1 if card.kind == "oasis" else card.halves)
    return Site(card.code, card.name, SHORT[card.code], ink, icons, card.halves, sorted(card.worth), left, only)


def sites_left(past: Past | None, player: str, table: KrimsutepTable) -> list[Site]:
    """Return every kind of building card, with the number that the player has left (it can be 0)."""
    owned = OWNED[len(table.players)]
    used = list(past.used.get(player, ())) if past else []
    left = {code: max(0, owned[code] - used.count(code)) for code in BUILDINGS}
    only = sum(count > 0 for count in left.values()) == 1
    return [site(card, left[code], only and left[code] > 0) for code, card in BUILDINGS.items()]
