"""House rules of Beutelschneider."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from games.kernel.options import Option, Options, Switch, WholeNumber, option
from games.kernel.posted import Fields, Posted
from games.kernel.problems import EMPTY, NAMED_TWICE, UNKNOWN_VALUE
from games.kernel.record import JsonObject
from games.kernel.seats import Table
from games.kernel.words import Message, Phrase, abbreviated

from .cards import COLOURS, Person
from .words import COLOUR_WORDS, COLOURS_TOGETHER


@dataclass(frozen=True, slots=True)
class Colours(Option[tuple[str, ...]]):
    """An option whose value is one to four colours, e.g. ("R", "B"): the first letters of cards' codes."""

    widget: ClassVar[str] = "beutelschneider/cutpurse_colours.html"
    choices: ClassVar[Mapping[str, Phrase]] = COLOUR_WORDS

    def typed(self, posted: Posted, name: str) -> object:
        """Return the ticked colours. If the form does not have the field, return None, that is, the default."""
        return posted.many(name) if name in posted.fields else None

    def fields(self, value: tuple[str, ...], name: str) -> Fields:
        return {name: list(value)}

    def words(self, value: tuple[str, ...]) -> Message | Phrase | str:
        return COLOURS_TOGETHER(colours=[COLOUR_WORDS[colour] for colour in value])

    def read(self, given: JsonObject, key: str) -> tuple[str, ...] | None:
        value = given.listed(key, given.raw[key])
        if value is None:
            return None
        if not value:
            given.add(key, EMPTY())
        for index, colour in enumerate(value):
            if not isinstance(colour, str) or colour not in COLOURS:
                given.add(f"{key}.{index}", UNKNOWN_VALUE(value=abbreviated(colour), allowed=list(COLOURS)))
            elif value.index(colour) == index and value.count(colour) > 1:
                given.add(f"{key}.{index}", NAMED_TWICE(what=colour))
        return tuple(value)


TARGET = WholeNumber(
    Phrase("target", de="Bis wie viele Punkte?", en="Play to how many points?"),
    10,
    1000,
    summary=Phrase("target", de="ihr spielt bis {value}", en="you play to {value}"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class BeutelschneiderOptions(Options):
    target: int = option(100, TARGET)
    cutpurse_colours: tuple[str, ...] = option(
        # Ruling: the source names no colours. This is only a default; each group sets the colours of its own deck.
        ("R", "B"),
        Colours(
            Phrase("cutpurse_colours", de="Farben mit Beutelschneider", en="Colours with a cutpurse"),
            summary=Phrase("cutpurse_colours", de="Beutelschneider in {value}", en="cutpurses in {value}"),
        ),
    )
    special_cards: bool = option(
        False,
        Switch(
            Phrase("special_cards", de="Sonderkarten", en="Special cards"),
            on=Phrase("special_cards", de="mit Sonderkarten", en="with special cards"),
            off=Phrase("special_cards", de="ohne Sonderkarten", en="without special cards"),
        ),
    )


type BeutelschneiderTable = Table[BeutelschneiderOptions, Person]
