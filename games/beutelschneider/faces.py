"""The faces of the cards of Beutelschneider, and their names, in both editions."""

from __future__ import annotations

from games.kernel.faces import Face
from games.kernel.words import Message, Noun, Phrase, numbered_card

from .cards import Person
from .words import COLOUR_WORDS

COLOUR_NAMES = {
    "R": Phrase("red", de="Rot", en="Red"),
    "G": Phrase("green", de="Grün", en="Green"),
    "Y": Phrase("yellow", de="Gelb", en="Yellow"),
    "B": Phrase("blue", de="Blau", en="Blue"),
}
SIGNS = {"R": ("red", "rot"), "G": ("grn", "gruen"), "Y": ("yel", "gelb"), "B": ("blu", "blau"), "T": ("vio", "krone")}
NO_SUIT = ("", "beutelschneider/maske")  # for special cards
ROLES = {
    "beggar": Phrase("beggar", de="{colour} B, Bettler", en="{colour} B, beggar"),
    "wench": Phrase("wench", de="{colour} S, Schankmagd", en="{colour} S, wench"),
    "innkeeper": Phrase("innkeeper", de="{colour} W, Wirt", en="{colour} W, innkeeper"),
    "merchant": Phrase("merchant", de="{colour} K, Kaufmann", en="{colour} K, merchant"),
    "cutpurse": Phrase("cutpurse", de="{colour}, Beutelschneider", en="{colour}, cutpurse"),
}
TITLES = {
    "beggar": Phrase("beggar", de="Bettler", en="Beggar"),
    "wench": Phrase("wench", de="Schank\u00admagd", en="Wench"),
    "innkeeper": Phrase("innkeeper", de="Wirt", en="Inn\u00adkeeper"),
    "merchant": Phrase("merchant", de="Kauf\u00admann", en="Mer\u00adchant"),
    "cutpurse": Phrase("cutpurse", de="Beutel\u00adschnei\u00adder", en="Cut\u00adpurse"),
}
HYPHENATED = {
    "TN": Phrase("TN", de="Nacht\u00adwächter", en="Night watch\u00adman"),
    "TM": Phrase("TM", de="Meu\u00adchel\u00admör\u00adder", en="Assas\u00adsin"),
    "TA": Phrase("TA", de="Aben\u00adteurer", en="Adven\u00adturer"),
    "TC": Phrase("TC", de="Com\u00adtesse", en="Count\u00adess"),
    "TK": Phrase("TK", de="Kanz\u00adler", en="Chan\u00adcellor"),
    "TH": Phrase("TH", de="Hof\u00adarzt", en="Court phy\u00adsician"),
    "TF": Phrase("TF", de="Fürst", en="Sove\u00adreign"),
    "alchimist": Phrase("alchimist", de="Alchi\u00admist", en="Alche\u00admist"),
    "hypnotiseur": Phrase("hypnotiseur", de="Hypno\u00adtiseur", en="Hypno\u00adtist"),
    "illusionist": Phrase("illusionist", de="Illu\u00adsionist", en="Illu\u00adsionist"),
    "jongleur": Phrase("jongleur", de="Jong\u00adleur", en="Juggler"),
    "muskelmann": Phrase("muskelmann", de="Muskel\u00admann", en="Muscle\u00adman"),
    "schwindler": Phrase("schwindler", de="Schwind\u00adler", en="Con artist"),
    "taenzerin": Phrase("taenzerin", de="Tän\u00adzerin", en="Dancer"),
    "wahrsager": Phrase("wahrsager", de="Wahr\u00adsager", en="Fortune teller"),
}
COIN = Phrase("coin", de="{colour} {rank}", en="{colour} {rank}")
DAGGER = Phrase("dagger", de="Beutelschneider {colour}", en="{colour} cutpurse")
SACK = Phrase("sack", de="{colour} {rank}, Goldsack", en="{colour} {rank}, gold sack")


def short_name(card: Person) -> Message | Phrase:
    """Return a card's name for a list, such as "Red 4"; a cutpurse is "Red cutpurse"."""
    if card.role == "cutpurse":
        return DAGGER(colour=COLOUR_NAMES[card.suit])
    return COIN(colour=COLOUR_NAMES[card.suit], rank=card.code[1:]) if card.is_colour else card.name


def full_name(card: Person) -> Message | Phrase:
    """Return the card's name for a screen reader."""
    if not card.is_colour or card.is_coin:
        return short_name(card)
    colour = COLOUR_NAMES[card.suit]
    return ROLES[card.role](colour=colour) if card.role else SACK(colour=colour, rank=card.code[1:])


def face_of(card: Person) -> Face:
    ink, icon = SIGNS.get(card.suit, NO_SUIT)
    title = TITLES.get(card.role) if card.is_colour else HYPHENATED.get(card.code, card.name)
    icons = ("dolch", icon) if card.is_cutpurse else (icon,)
    corner = "" if card.is_special or card.is_cutpurse else card.code[1:]  # no letter is printed on a cutpurse
    return Face(card.code, corner, icons, ink, full_name(card), title, card.points)


# Names within a sentence

PERSONS = {
    "beggar": Noun("beggar", de="Bettler", en="beggar"),
    "wench": Noun("wench", de="Schankmagd", en="wench", gender="f"),
    "innkeeper": Noun("innkeeper", de="Wirt", en="innkeeper"),
    "merchant": Noun("merchant", de="Kaufmann", en="merchant"),
    "cutpurse": Noun("cutpurse", de="Beutelschneider", en="cutpurse"),
}
FEMININE = {"TC", "taenzerin", "zofe"}
DECLINED = {  # the German accusative and dative, if they differ from the nominative
    "TG": "Gardisten",
    "TF": "Fürsten",
    "alchimist": "Alchimisten",
    "barde": "Barden",
    "illusionist": "Illusionisten",
    "narr": "Narren",
}


def called(card: Person) -> Noun:
    """Return a card's name within a sentence: "red 4", "red cutpurse", "Countess"."""
    if not card.is_colour:
        gender = "f" if card.code in FEMININE else "m"
        return Noun(card.code, card.name.de, card.name.en, gender, DECLINED.get(card.code, ""))
    colour = COLOUR_WORDS[card.suit]
    noun = PERSONS.get(card.role)
    if noun is None:
        return numbered_card("coin", colour, card.code[1:])
    return Noun(noun.code, f"{noun.de} in {colour.de}", f"{colour.en} {noun.en}", noun.gender)
