"""The cards of Beutelschneider: four colours, violet trumps, special cards."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Literal

from games.kernel.cards import Card, Deck, plain_name
from games.kernel.words import Phrase

COLOURS = {"R": "red", "G": "green", "Y": "yellow", "B": "blue"}
TRUMP = "T"
CALLS = {**{word: letter for letter, word in COLOURS.items()}, "trump": TRUMP}
"""The words that the Fortune teller may name for the next lead, each with the letter of the suit that it means."""

SPECIAL = "special"
COUNTS_AS_COIN = 4  # the most points of a coin; a sack has 10

CUTPURSE_COST = 20
BONUS = 10


@dataclass(frozen=True, kw_only=True)
class Person(Card):
    """A card of Beutelschneider. Only gold has points."""

    sex: Literal["m", "f"] | None = None  # None if the card shows no person
    # role of the person on a colour card ("beggar", "wench", "innkeeper", "merchant" or "cutpurse"), else ""
    role: str = ""

    @cached_property
    def is_colour(self) -> bool:
        return self.suit in COLOURS

    @cached_property
    def is_trump(self) -> bool:
        return self.suit == TRUMP

    @cached_property
    def is_special(self) -> bool:
        return self.suit == SPECIAL

    @cached_property
    def is_gold(self) -> bool:
        return self.points > 0

    @cached_property
    def is_coin(self) -> bool:
        return 0 < self.points <= COUNTS_AS_COIN

    @cached_property
    def is_cutpurse(self) -> bool:
        return self.role == "cutpurse"

    @cached_property
    def is_wench(self) -> bool:
        return self.role == "wench"


_GOLD = {"1": 1, "2": 2, "3": 3, "4": 4, "10": 10}
_PERSONS: dict[str, tuple[str, Literal["m", "f"]]] = {
    "B": ("beggar", "m"),
    "S": ("wench", "f"),
    "W": ("innkeeper", "m"),
    "K": ("merchant", "m"),
    "D": ("cutpurse", "m"),
}
_LOW_TO_HIGH = ("1", "2", "3", "4", "B", "S", "W", "10")


def colour_cards(colour: str, top: Literal["K", "D"]) -> list[Person]:
    """Return the nine cards of one colour, low to high. The highest is a merchant (`top` "K") or a cutpurse ("D")."""
    cards = []
    for rank, label in enumerate((*_LOW_TO_HIGH, top)):
        role, sex = _PERSONS.get(label, ("", None))
        code = colour + label
        cards.append(
            Person(
                code=code,
                suit=colour,
                rank=rank,
                name=plain_name(code),
                points=_GOLD.get(label, 0),
                sex=sex,
                role=role,
            )
        )
    return cards


def trump_card(letter: str, rank: int, name: Phrase) -> Person:
    """Return a trump. Among the trumps only the Countess is a woman."""
    return Person(code=TRUMP + letter, suit=TRUMP, rank=rank, name=name, sex="f" if letter == "C" else "m")


NIGHT_WATCHMAN, GUARD, ASSASSIN, ADVENTURER, COUNTESS = "TN", "TG", "TM", "TA", "TC"
PHYSICIAN, CHANCELLOR, BISHOP, SOVEREIGN = "TH", "TK", "TB", "TF"
LEADERS = frozenset((PHYSICIAN, CHANCELLOR, BISHOP, SOVEREIGN))
COUPLE = frozenset((ADVENTURER, COUNTESS))

TRUMPS = (
    trump_card("N", 0, Phrase("TN", de="Nachtwächter", en="Night watchman")),
    trump_card("G", 1, Phrase("TG", de="Gardist", en="Guard")),
    trump_card("M", 2, Phrase("TM", de="Meuchelmörder", en="Assassin")),
    trump_card("A", 3, Phrase("TA", de="Abenteurer", en="Adventurer")),
    trump_card("C", 3, Phrase("TC", de="Comtesse", en="Countess")),
    trump_card("H", 4, Phrase("TH", de="Hofarzt", en="Court physician")),
    trump_card("K", 5, Phrase("TK", de="Kanzler", en="Chancellor")),
    trump_card("B", 6, Phrase("TB", de="Bischof", en="Bishop")),
    trump_card("F", 7, Phrase("TF", de="Fürst", en="Sovereign")),
)

LEFT_OUT = {3: (PHYSICIAN, CHANCELLOR, BISHOP), 4: (PHYSICIAN,), 5: ()}
HAND_SIZE = {3: 14, 4: 11, 5: 9}

ALCHEMIST, BARD, HYPNOTIST, ILLUSIONIST = "alchimist", "barde", "hypnotiseur", "illusionist"
JUGGLER, MUSCLEMAN, FOOL, CON_ARTIST = "jongleur", "muskelmann", "narr", "schwindler"
DANCER, FORTUNE_TELLER, MAID = "taenzerin", "wahrsager", "zofe"


def _special(code: str, sex: Literal["m", "f"] | None, de: str, en: str) -> Person:
    return Person(code=code, suit=SPECIAL, rank=0, name=Phrase(code, de=de, en=en), sex=sex)


SPECIALS = (
    _special(ALCHEMIST, "m", "Alchimist", "Alchemist"),
    _special(BARD, "m", "Barde", "Bard"),
    _special(HYPNOTIST, "m", "Hypnotiseur", "Hypnotist"),
    _special(ILLUSIONIST, "m", "Illusionist", "Illusionist"),
    _special(JUGGLER, "m", "Jongleur", "Juggler"),
    _special(MUSCLEMAN, "m", "Muskelmann", "Muscleman"),
    _special(FOOL, "m", "Narr", "Fool"),
    _special(CON_ARTIST, "m", "Schwindler", "Con artist"),
    _special(DANCER, "f", "Tänzerin", "Dancer"),
    _special(FORTUNE_TELLER, "m", "Wahrsager", "Fortune teller"),
    _special(MAID, "f", "Zofe", "Maid"),
    # The last three have no rules: they may be played, but they are not persons and have no effect.
    _special("krimsu", None, "Krimsu", "Krimsu"),
    _special("sandfox", None, "Sandfox", "Sandfox"),
    _special("emilia-tim", None, "Emilia & Tim", "Emilia & Tim"),
)


@cache
def deck_for(seats: int, cutpurse_colours: tuple[str, ...], special_cards: bool) -> Deck[Person]:
    """Return the cards in play: all colours, the trumps for this number of players, special cards if they are used."""
    colours = [card for colour in COLOURS for card in colour_cards(colour, "D" if colour in cutpurse_colours else "K")]
    trumps = [card for card in TRUMPS if card.code not in LEFT_OUT[seats]]
    return Deck([*colours, *trumps, *(SPECIALS if special_cards else ())])
