"""House rules of Bettler und Diebe."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.kernel.options import Option, Options, Switch, WholeNumber, option
from games.kernel.problems import (
    A_WHOLE_NUMBER,
    AN_OBJECT,
    MISSING_KEY,
    TOO_SMALL,
    UNKNOWN_KEY,
    WRONG_SUM,
    WRONG_TYPE,
    Problems,
)
from games.kernel.words import Phrase, shown

from .cards import ALL_POINTS, BEGGARS, WITH_POINTS, CardValues


@dataclass(frozen=True, slots=True)
class PrintedValues(Option):
    """What the group's own deck shows: thieves 5 to 14, beggars 5 to 8 of each colour, 120 in all."""

    def read(self, value: object, path: str, problems: Problems) -> Any:
        before = len(problems)
        if not isinstance(value, dict):
            problems.add(path, WRONG_TYPE(value=shown(value), wanted=AN_OBJECT))
            return None
        for key in value:
            if key not in WITH_POINTS:
                problems.add(f"{path}.{key}", UNKNOWN_KEY(key=shown(key)))
        for group, ranks in WITH_POINTS.items():
            if group in value:
                self._read_group(value[group], ranks, f"{path}.{group}", problems)
            else:
                problems.add(f"{path}.{group}", MISSING_KEY(key=group))
        if len(problems) > before:
            return None
        total = sum(value["thieves"].values()) + len(BEGGARS) * sum(value["beggars"].values())
        if total != ALL_POINTS:
            problems.add(path, WRONG_SUM(sum=shown(total), wanted=ALL_POINTS, off=total - ALL_POINTS))
            return None
        return value

    def _read_group(self, value: object, ranks: range, path: str, problems: Problems) -> None:
        if not isinstance(value, dict):
            problems.add(path, WRONG_TYPE(value=shown(value), wanted=AN_OBJECT))
            return
        wanted = [str(rank) for rank in ranks]
        for key, points in value.items():
            if key not in wanted:
                problems.add(f"{path}.{key}", UNKNOWN_KEY(key=shown(key)))
            elif type(points) is not int:
                problems.add(f"{path}.{key}", WRONG_TYPE(value=shown(points), wanted=A_WHOLE_NUMBER))
            elif points < 0:
                problems.add(f"{path}.{key}", TOO_SMALL(value=shown(points), low=0))
        for key in wanted:
            if key not in value:
                problems.add(f"{path}.{key}", MISSING_KEY(key=key))


@dataclass(frozen=True, slots=True, kw_only=True)
class BettlerOptions(Options):
    target: int | None = option(
        None, WholeNumber(Phrase("target", de="Spiel bis (Punkte)", en="Play to (points)"), 1, 10_000)
    )
    card_values: CardValues | None = option(
        None, PrintedValues(Phrase("card_values", de="Punktwerte der Karten", en="Card values"))
    )
    solo_bonus_three: bool = option(
        True,  # ruling: the source's rule, read literally
        Switch(
            Phrase(
                "solo_bonus_three",
                de="Zu dritt: +2 für das Alleinspiel",
                en="Three players: +2 for playing alone",
            )
        ),
    )

    def goal(self, seats: int) -> int:
        """The target in points: 500 in Snear, else 20, unless the group set one."""
        return self.target if self.target is not None else 500 if seats == 2 else 20
