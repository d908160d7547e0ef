"""House rules of Beutelschneider."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.kernel.options import Option, Options, Switch, WholeNumber, option
from games.kernel.problems import A_LIST, EMPTY, NAMED_TWICE, UNKNOWN_VALUE, WRONG_TYPE, Problems
from games.kernel.words import Phrase, shown

from .cards import COLOURS


@dataclass(frozen=True, slots=True)
class Colours(Option):
    """One to four of the colours, as the letters of their cards."""

    def read(self, value: object, path: str, problems: Problems) -> Any:
        before = len(problems)
        if not isinstance(value, list):
            problems.add(path, WRONG_TYPE(value=shown(value), wanted=A_LIST))
            return None
        if not value:
            problems.add(path, EMPTY())
        for index, colour in enumerate(value):
            if not isinstance(colour, str) or colour not in COLOURS:
                problems.add(f"{path}.{index}", UNKNOWN_VALUE(value=shown(colour), allowed=list(COLOURS)))
            elif value.index(colour) == index and value.count(colour) > 1:
                problems.add(f"{path}.{index}", NAMED_TWICE(what=colour))
        return tuple(value) if len(problems) == before else None


TARGET = WholeNumber(Phrase("target", de="Spiel bis (Punkte)", en="Play to (points)"), 10, 1000)


@dataclass(frozen=True, slots=True, kw_only=True)
class BeutelschneiderOptions(Options):
    target: int = option(100, TARGET)
    cutpurse_colours: tuple[str, ...] = option(
        # Ruling: the source names no colours, so a group sets what its deck shows.
        ("R", "B"),
        Colours(Phrase("cutpurse_colours", de="Farben mit Beutelschneider", en="Colours with a cutpurse")),
    )
    special_cards: bool = option(False, Switch(Phrase("special_cards", de="Sonderkarten", en="Special cards")))
