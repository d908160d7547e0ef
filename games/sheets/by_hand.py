"""Score sheets that people describe on a form.

Each of their rows has a number for each player. The number is multiplied by fixed points.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .reading import VERSION
from .sheet import EACH, NUMBER

MOST_LINES = 8
MOST_ROUNDS = 1000


@dataclass(frozen=True)
class Line:
    """A row with a number for each player, from 0 to `most`. The number times `worth` gives the player's points.

    `sum`: what the numbers of all players must add up to; None if any sum is allowed.
    """

    label: str
    most: int
    worth: int = 1
    sum: int | None = None


@dataclass(frozen=True)
class DescribedGame:
    """A game as its players describe it on the form, for `fewest` to `most` players.

    It ends once a player has `target` points, or after `rounds` rounds. If both are None, the players end it when they
    like.
    """

    name: str
    fewest: int
    most: int
    lowest_wins: bool
    target: int | None
    rounds: int | None
    lines: Sequence[Line]

    def toml(self, slug: str) -> str:
        """Return the score sheet of this game as TOML."""
        top = {
            "sheet": VERSION,
            "slug": slug,
            "name": self.name,
            "players": [self.fewest, self.most],
            "best": "low" if self.lowest_wins else "high",
            "target": self.target,
            "rounds": self.rounds,
        }
        rows, points = [], []
        for number, line in enumerate(self.lines, 1):
            name = row_id(number)
            row = {"id": name, "label": line.label, "of": EACH, "kind": NUMBER, "max": line.most, "sum": line.sum}
            rows.append(f"[[rows]]\n{_keys(row)}")
            value = name if line.worth == 1 else f"{line.worth} * {name}"
            points.append(f"[[points]]\n{_keys({'id': name, 'label': line.label, 'value': value})}")
        return "\n".join([_keys(top), *rows, *points])


def row_id(number: int) -> str:
    """Return the id of a row in the sheet of a described game. Rows are numbered from 1."""
    return f"row_{number}"


def _keys(table: dict[str, Any]) -> str:
    """Return a table as lines of TOML. Leave out keys whose value is None.

    Texts, whole numbers and lists are written as in JSON.
    """
    return "".join(
        f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in table.items() if value is not None
    )


def described(text: str) -> DescribedGame | None:
    """Return the game of which this is the sheet, as `toml` writes it; None for any other sheet."""
    try:
        raw = tomllib.loads(text)
        lines = []
        for row, points in zip(raw["rows"], raw["points"], strict=True):
            worth, times, _name = points["value"].rpartition(" * ")
            lines.append(Line(row["label"], _whole(row["max"]), int(worth) if times else 1, _whole(row.get("sum"))))
        fewest, most = raw["players"]
        target, rounds = _whole(raw.get("target")), _whole(raw.get("rounds"))
        game = DescribedGame(raw["name"], fewest, most, raw["best"] == "low", target, rounds, lines)
        return game if game.toml(raw["slug"]) == text else None
    except (KeyError, TypeError, ValueError, AttributeError):
        return None


def _whole(number: Any) -> Any:
    return None if number is None else int(number)
