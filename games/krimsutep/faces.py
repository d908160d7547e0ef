"""The faces of the cards of the trick game, and their names."""

from __future__ import annotations

from games.kernel.faces import Face
from games.kernel.words import Noun, Phrase

from .cards import TRUMP, CourtCard

SIGNS = {
    "R": ("red", "krimsutep/palast"),
    "S": ("grey", "krimsutep/obelisk"),
    "G": ("grn", "krimsutep/oase"),
    TRUMP: ("vio", "krone"),
}
COLOURS = {
    "R": Phrase("red", de="Rot", en="Red"),
    "S": Phrase("grey", de="Grau", en="Grey"),
    "G": Phrase("green", de="Grün", en="Green"),
}
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
