"""House rules of Krimsutep."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from games.kernel.options import OneOf, Option, Options, Switch, option
from games.kernel.posted import Fields, Posted
from games.kernel.problems import NAMED_TWICE, Problems
from games.kernel.record import JsonObject, Record
from games.kernel.seats import Table
from games.kernel.words import Message, Phrase

from . import words
from .board import Map, Space
from .cards import CourtCard

LINES, GROUP = "lines", "group"
SIZES = ((6, 5), (5, 6))
NILE_CARDS = 6
PORTRAIT, LANDSCAPE = "portrait", "landscape"
KEYS = ("rows", "cols", "cards", "nile")


def read_space(record: JsonObject, field: str, value: object) -> Space | None:
    """Return the space in a record, [row, column] counted from 0; None with problems."""
    if isinstance(value, list) and len(value) == 2 and all(type(number) is int for number in value):
        return value[0], value[1]
    record.wrong_type(field, value, words.A_SPACE)
    return None


def shown_space(space: Space) -> Message:
    """Return a space in words, with row and column counted from 1."""
    return words.SPACE(row=space[0] + 1, col=space[1] + 1)


def typed_space(text: str) -> Any:
    """Return [3, 4] for "3,4"; any other text unchanged, so that `read_space` adds a problem."""
    parts = text.split(",")
    if len(parts) == 2 and all(part.isascii() and part.isdigit() and len(part) < 4 for part in parts):
        return [int(part) for part in parts]
    return text


def space_text(space: Sequence[int]) -> str:
    """Return "3,4" for [3, 4]."""
    return ",".join(map(str, space))


@dataclass(frozen=True, slots=True)
class MapOption(Option[Map]):
    """The option for the group's board: its size, portrait or landscape cards, the spaces of the Nile."""

    widget: ClassVar[str] = "krimsutep/map.html"

    def typed(self, posted: Posted, name: str) -> object:
        """Return the map in a form; None for the default map, and if all fields are missing or empty."""
        size, cards, nile = posted.one(f"{name}_size"), posted.one(f"{name}_cards"), posted.many(f"{name}_nile")
        if not (size or cards or nile):
            return None
        known = next((each for each in SIZES if size == size_text(*each)), None)
        rows, cols = known or (size, size)
        spaces = [typed_space(each) for each in nile]
        if known:
            spaces = [each for each in spaces if not _out_of_sight(each, known)]
        drawn = {"rows": rows, "cols": cols, "cards": cards, "nile": spaces}
        return None if self.read(JsonObject({name: drawn}, Problems()), name) == Map() else drawn

    def fields(self, value: Map, name: str) -> Fields:
        return {
            f"{name}_size": [size_text(value.rows, value.cols)],
            f"{name}_cards": [PORTRAIT if value.portrait else LANDSCAPE],
            f"{name}_nile": [space_text(space) for space in sorted(value.nile)],
        }

    def words(self, value: Map) -> Phrase:
        return words.USUAL_MAP if value == Map() else words.OWN_MAP

    def describe(self, value: Map) -> Phrase | None:
        return None if value == Map() else words.OWN_MAP

    def read(self, given: JsonObject, key: str) -> Map | None:
        before = given.problems.added
        drawn = given.within(key, given.raw[key])
        if drawn is None:
            return None
        drawn.allow(KEYS)
        for part in KEYS:
            drawn.needs(part)
        cards = drawn.choice("cards", (PORTRAIT, LANDSCAPE)) if "cards" in drawn else None
        size = self._read_size(drawn)
        nile = self._read_nile(drawn, size) if "nile" in drawn else []
        if given.problems.added > before or size is None:
            return None
        return Map(*size, portrait=cards == PORTRAIT, nile=frozenset(nile))

    def _read_size(self, drawn: JsonObject) -> tuple[int, int] | None:
        if "rows" not in drawn or "cols" not in drawn:
            return None
        size = drawn.raw["rows"], drawn.raw["cols"]
        if all(type(number) is int for number in size) and size in SIZES:
            return size
        drawn.add("rows", words.BAD_SIZE())
        return None

    def _read_nile(self, drawn: JsonObject, size: tuple[int, int] | None) -> list[Space]:
        value = drawn.listed("nile", drawn.raw["nile"])
        if value is None:
            return []
        spaces: list[Space] = []
        for index, each in enumerate(value):
            space = read_space(drawn, f"nile.{index}", each)
            if space is None:
                continue
            if size and not Map(*size).holds(space):
                drawn.add(f"nile.{index}", words.OFF_THE_MAP(space=shown_space(space)))
            spaces.append(space)
            if spaces.count(space) == 2:
                drawn.add(f"nile.{value.index(each)}", NAMED_TWICE(what=shown_space(space)))
        if len(value) != NILE_CARDS:
            drawn.add("nile", words.SIX_NILE_CARDS(count=len(value)))
        return spaces


def size_text(rows: int, cols: int) -> str:
    """Return a map's size as the value of its field, such as "6x5"."""
    return f"{rows}x{cols}"


def _out_of_sight(space: Any, size: tuple[int, int]) -> bool:
    """Return whether a form hides this space: it is in the grid of 6 × 6 checkboxes, but not on a map of this size."""
    return isinstance(space, list) and max(space) < max(size) and not Map(*size).holds((space[0], space[1]))


@dataclass(frozen=True, slots=True, kw_only=True)
class KrimsutepOptions(Options):
    roman_masters: bool = option(
        True,  # ruling: the source says that the masters count, but leaves them out of its totals
        Switch(
            Phrase(
                "roman_masters",
                de="Meister zählen bei den römischen Zahlen",
                en="Masters count among the Roman numerals",
            ),
            on=Phrase(
                "roman_masters",
                de="Meister zählen bei den römischen Zahlen mit",
                en="masters count among the Roman numerals",
            ),
            off=Phrase(
                "roman_masters",
                de="Meister zählen bei den römischen Zahlen nicht mit",
                en="masters don’t count among the Roman numerals",
            ),
        ),
    )
    obelisk_chain: str = option(
        LINES,  # ruling: only straight lines count
        OneOf(
            Phrase("obelisk_chain", de="Verbundene Obelisken", en="Joined obelisks"),
            {
                LINES: Phrase("lines", de="in geraden Linien", en="in straight lines"),
                GROUP: Phrase("group", de="auch um die Ecke", en="round corners too"),
            },
            summary=Phrase("obelisk_chain", de="Obelisken zählen {value}", en="obelisks count {value}"),
        ),
    )
    map: Map = option(Map(), MapOption(Phrase("map", de="Plan", en="Map")))


type KrimsutepTable = Table[KrimsutepOptions, CourtCard]
type KrimsutepRecord = Record[KrimsutepOptions, CourtCard]
