"""How the cards of the trick game are drawn."""

from __future__ import annotations

from games.kernel.faces import Face
from games.kernel.words import Message, Phrase

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


# In a sentence

CALLED = {
    "S": Phrase("slave", de="Sklave {number} in {colour}", en="{colour} slave {number}"),
    "M": Phrase("material", de="Material {number} in {colour}", en="{colour} material {number}"),
    "F": Phrase("foreman", de="Vorarbeiter in {colour}", en="{colour} foreman"),
    "V": Phrase("master", de="Meister in {colour}", en="{colour} master"),
}
IN_COLOUR = {
    "R": Phrase("red", de="Rot", en="red"),
    "S": Phrase("grey", de="Grau", en="grey"),
    "G": Phrase("green", de="Grün", en="green"),
}
WON_WITH = {
    "TM": Phrase("won_with", de="mit der Magd", en="with the Maid"),
    "TC": Phrase("won_with", de="mit dem Hauptmann", en="with the Captain"),
    "TS": Phrase("won_with", de="mit dem Sohn des Pharaos", en="with the Son of the Pharaoh"),
    "TP": Phrase("won_with", de="mit dem Priester", en="with the Priest"),
    "TW": Phrase("won_with", de="mit der Frau des Pharaos", en="with Pharaoh’s wife"),
    "TK": Phrase("won_with", de="mit dem Pharao", en="with the Pharaoh"),
}
WON_WITH_COLOUR_CARD = {
    "S": Phrase("won_with", de="mit dem {card}", en="with the {card}"),
    "M": Phrase("won_with", de="mit {card}", en="with {card}"),
    "F": Phrase("won_with", de="mit dem {card}", en="with the {card}"),
    "V": Phrase("won_with", de="mit dem {card}", en="with the {card}"),
}


def called(card: CourtCard) -> Phrase | Message:
    """As players say it: "red master", "Maid"."""
    if card.suit == TRUMP:
        return card.name
    return CALLED[card.code[1]](colour=IN_COLOUR[card.suit], number=card.code[2:])


def won_with(card: CourtCard) -> Phrase | Message:
    if card.suit == TRUMP:
        return WON_WITH[card.code]
    return WON_WITH_COLOUR_CARD[card.code[1]](card=called(card))
