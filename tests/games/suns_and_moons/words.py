"""The sentences of Suns and Moons."""

from games.kernel.lines import Reason
from games.kernel.words import SHARED_PHRASES, Phrase, by_code

SUITS = {"S": Phrase("suns", de="Sonnen", en="suns"), "M": Phrase("moons", de="Monde", en="moons")}

HIGHEST = Phrase(
    "highest_of_led",
    de="{card:Der} von {player} ist die höchste Karte in {suit}.",
    en="{player}’s {card} is the highest card in {suit}.",
)
WON = Reason("tricks", de="{amount:ein Stich|{amount} Stiche}", en="{amount:1 trick|{amount} tricks}")
ALL = Reason("all", de="alle Stiche", en="all the tricks")
EVERYBODY_GETS_FOUR = Phrase("four_each", de="Jeder bekommt vier Karten.", en="Four cards each.")

# Sentences of the templates

PHRASES = {
    **SHARED_PHRASES,
    **by_code(
        Phrase("how_many", de="Wie viele Stiche hat jeder gemacht?", en="How many tricks has each one won?"),
        Phrase("trick", de="Stich {number}", en="Trick {number}"),
    ),
}
