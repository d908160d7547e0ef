"""What Suns and Moons says: its names, reasons and lines."""

from games.kernel.words import Phrase

SUITS = {"S": Phrase("suns", de="Sonnen", en="suns"), "M": Phrase("moons", de="Monde", en="moons")}

HIGHEST = Phrase(
    "highest_of_led",
    de="{card} von {player} ist die höchste Karte in {suit}.",
    en="{player}’s {card} is the highest card in {suit}.",
)
WON = Phrase(
    "tricks", de="{player}: {amount:ein Stich|{amount} Stiche}", en="{player}: {amount:1 trick|{amount} tricks}"
)
ALL = Phrase("all", de="{player}: alle Stiche, {amount:+}", en="{player}: all the tricks, {amount:+}")
EVERYBODY_GETS_FOUR = Phrase("four_each", de="Jeder bekommt vier Karten.", en="Four cards each.")
