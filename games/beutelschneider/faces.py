"""How the cards of Beutelschneider are drawn. Serves both editions."""

from __future__ import annotations

from games.kernel.faces import Face
from games.kernel.words import Phrase, Said

from .cards import Person

COLOUR_NAMES = {
    "R": Phrase("red", de="Rot", en="Red"),
    "G": Phrase("green", de="Grün", en="Green"),
    "Y": Phrase("yellow", de="Gelb", en="Yellow"),
    "B": Phrase("blue", de="Blau", en="Blue"),
}
SIGNS = {"R": ("red", "rot"), "G": ("grn", "gruen"), "Y": ("yel", "gelb"), "B": ("blu", "blau"), "T": ("vio", "krone")}
NO_SUIT = ("", "maske")  # special cards
ROLES = {
    "beggar": Phrase("beggar", de="{colour} B, Bettler", en="{colour} B, beggar"),
    "wench": Phrase("wench", de="{colour} S, Schankmagd", en="{colour} S, wench"),
    "innkeeper": Phrase("innkeeper", de="{colour} W, Wirt", en="{colour} W, innkeeper"),
    "merchant": Phrase("merchant", de="{colour} K, Kaufmann", en="{colour} K, merchant"),
    "cutpurse": Phrase("cutpurse", de="{colour} D, Beutelschneider", en="{colour} D, cutpurse"),
}
TITLES = {
    "beggar": Phrase("beggar", de="Bettler", en="Beggar"),
    "wench": Phrase("wench", de="Schank\u00admagd", en="Wench"),
    "innkeeper": Phrase("innkeeper", de="Wirt", en="Inn\u00adkeeper"),
    "merchant": Phrase("merchant", de="Kauf\u00admann", en="Mer\u00adchant"),
    "cutpurse": Phrase("cutpurse", de="Beutel\u00adschneider", en="Cut\u00adpurse"),
}
COIN = Phrase("coin", de="{colour} {rank}", en="{colour} {rank}")
SACK = Phrase("sack", de="{colour} {rank}, Goldsack", en="{colour} {rank}, gold sack")


def short_name(card: Person) -> Said | Phrase:
    """As in "still with nobody: Red 4, Green 3"."""
    return COIN(colour=COLOUR_NAMES[card.suit], rank=card.code[1:]) if card.is_colour else card.name


def full_name(card: Person) -> Said | Phrase:
    """As somebody hears it who does not see the card."""
    if not card.is_colour or card.is_coin:
        return short_name(card)
    colour = COLOUR_NAMES[card.suit]
    return ROLES[card.role](colour=colour) if card.role else SACK(colour=colour, rank=card.code[1:])


def face_of(card: Person) -> Face:
    ink, icon = SIGNS.get(card.suit, NO_SUIT)
    title = TITLES.get(card.role) if card.is_colour else card.name
    icons = ("dolch",) if card.is_cutpurse else (icon,)
    corner = "" if card.is_special else card.code[1:]
    return Face(card.code, corner, icons, ink, full_name(card), title, card.points)
