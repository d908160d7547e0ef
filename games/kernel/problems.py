"""Problems: what is wrong with a record or a header, each with its path."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from .words import Message, Phrase, abbreviated, sentence


@dataclass(frozen=True, slots=True)
class Gap(Phrase):
    """A phrase that says only that something is missing."""


class Problem(NamedTuple):
    """A problem of an entry or of a game's header."""

    field: str  # path of the wrong value, keys and indexes joined by dots; "" stands for the whole entry or header
    message: Message

    @property
    def code(self) -> str:
        return self.message.code

    @property
    def gap(self) -> bool:
        """Return whether the problem is only that something is missing."""
        return isinstance(self.message.phrase, Gap)

    def text(self, language: str) -> str:
        return sentence(self.message, language)


class Problems(list[Problem]):
    """The problems found while one record or header is read. Only the first MOST are kept."""

    MOST = 10_000
    added = 0

    def add(self, field: str, message: Message) -> None:
        self.added += 1
        if len(self) < self.MOST:
            self.append(Problem(field, message))


UNKNOWN_KEY = Phrase("unknown_key", de="„{key}“ gehört hier nicht hin.", en="“{key}” has no place here.")
MISSING_KEY = Gap("missing_key", de="„{key}“ fehlt.", en="“{key}” is missing.")
WRONG_TYPE = Phrase("wrong_type", de="{value}: Hier gehört {wanted} hin.", en="{value}: {wanted} belongs here.")
OUT_OF_RANGE = Phrase(
    "out_of_range",
    de="{value} geht nicht: Möglich sind {low} bis {high}.",
    en="{value} isn’t possible: choose {low} to {high}.",
)
ONLY = Phrase(
    "out_of_range", de="{value} geht nicht: Möglich ist nur {low}.", en="{value} isn’t possible: only {low} is."
)
TOO_SMALL = Phrase(
    "out_of_range", de="{value} geht nicht: mindestens {low}.", en="{value} isn’t possible: choose {low} or more."
)
UNKNOWN_VALUE = Phrase(
    "unknown_value",
    de="{value} gibt es hier nicht; möglich ist: {allowed}.",
    en="{value} isn’t possible here; choose from: {allowed}.",
)
NAMED_TWICE = Phrase("named_twice", de="{what} ist doppelt genannt.", en="{what} is named twice.")
UNKNOWN_PLAYER = Phrase("unknown_player", de="{name} sitzt nicht am Tisch.", en="{name} isn’t at the table.")
DEALER_SITS_OUT = Phrase(
    "unknown_player", de="{name} hat gegeben und setzt aus.", en="{name} dealt and sits out this round."
)
NOBODY_NAMED = Gap("unknown_player", de="Hier fehlt ein Name.", en="A name is missing here.")
WHO_DEALT = Gap("missing_key", de="Wer hat gegeben?", en="Who dealt?")
PLAYER_MISSING = Gap("player_missing", de="Für {name} fehlt die Angabe.", en="Nothing is entered for {name}.")
WRONG_SUM = Phrase(
    "wrong_sum",
    de="Zusammen {sum:ist es {sum}|sind es {sum}} statt {wanted}: {off:+}.",
    en="That adds up to {sum} instead of {wanted}: {off:+}.",
)
SUM_TOO_HIGH = Phrase(
    "wrong_sum",
    de="Zusammen {sum:ist es {sum}|sind es {sum}}, {most:höchstens 1 ist|höchstens {most} sind} möglich.",
    en="That adds up to {sum}; at most {most} {most:is|are} possible.",
)
UNKNOWN_CARD = Phrase(
    "unknown_card",
    de="{card} gibt es in diesem Spiel mit {seats} Spielern nicht.",
    en="{card} isn’t in this game with {seats} players.",
)
NO_CARD = Gap("unknown_card", de="Hier fehlt eine Karte.", en="A card is missing here.")
CARD_TAKEN_TWICE = Phrase("card_taken_twice", de="{card:Der} liegt {places: und }.", en="{card:The} is {places: and }.")
CARDS_MISSING = Gap(
    "cards_missing",
    de="{count:1 Karte fehlt|{count} Karten fehlen}: {cards}.",
    en="{count:1 card is|{count} cards are} missing: {cards}.",
)
NOT_TOGETHER = Phrase("not_together", de="Nur eines davon: {keys: oder }.", en="Only one of these: {keys: or }.")
ONE_OF = Gap("one_of_these_missing", de="Eines davon fehlt: {keys: oder }.", en="One of these is missing: {keys: or }.")
EMPTY = Phrase("empty", de="Hier fehlt mindestens ein Eintrag.", en="At least one entry is needed here.")

A_TEXT = Phrase("text", de="ein Text", en="a text")
A_LIST = Phrase("list", de="eine Liste", en="a list")
AN_OBJECT = Phrase("object", de="ein Objekt", en="an object")
A_WHOLE_NUMBER = Phrase("whole_number", de="eine ganze Zahl", en="a whole number")
TRUE_OR_FALSE = Phrase("true_or_false", de="true oder false", en="true or false")
A_NAME = Phrase("name", de="der Name eines Mitspielers", en="the name of a player")
A_CARD = Phrase("card", de="der Code einer Karte", en="the code of a card")
A_PAIR = Phrase("pair", de="ein Paar aus Name und Wert", en="a pair of a name and a value")


def out_of_range(value: int, low: int, high: int) -> Message:
    """Return the message for a number that is below `low` or above `high`."""
    phrase = ONLY if low == high else OUT_OF_RANGE
    return phrase(value=abbreviated(value), low=low, high=high)
