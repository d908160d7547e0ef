"""Score sheets that are simple enough to be described on a form.

Each of their rows has a number for each player. The number is multiplied by fixed points.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .expressions import LARGEST, Expression
from .reading import VERSION
from .sheet import EACH, NUMBER, Entry, Row, Sheet

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


def described(sheet: Sheet) -> DescribedGame | None:
    """Return the game that a sheet describes, as the form shows it.

    Return None if the sheet has anything that the form cannot ask for, or a number that the form refuses.
    """
    more = (sheet.gist, sheet.also, sheet.teams, sheet.pays_each_round, sheet.end, sheet.options, sheet.values)
    if any((*more, sheet.checks, sheet.carried)) or len(sheet.rows) != len(sheet.points) or sheet.target == 0:
        return None
    lines = [_line(row, entry) for row, entry in zip(sheet.rows, sheet.points, strict=True)]
    rounds = _whole(sheet.rounds)
    if None in lines or len(lines) > MOST_LINES or sheet.name.de != sheet.name.en or (sheet.rounds and not rounds):
        return None
    game = DescribedGame(
        sheet.name.en,
        sheet.seats[0],
        sheet.seats[-1],
        sheet.lowest_wins,
        sheet.target,
        rounds,
        [line for line in lines if line],
    )
    return game if _is_within_limits(game) else None


def _is_within_limits(game: DescribedGame) -> bool:
    """Return whether the game keeps those limits of the form that sheets do not have."""
    return (game.rounds or 0) <= MOST_ROUNDS and all(
        line.most * abs(line.worth) <= LARGEST and (line.sum or 0) <= game.fewest * line.most for line in game.lines
    )


def _line(row: Row, entry: Entry) -> Line | None:
    most, total = _whole(row.high), _whole(row.sum)
    value = re.fullmatch(rf"(?:(-?\d+) \* )?{row.id}", entry.value.text)
    plain = row.of == EACH and row.kind == NUMBER and not row.when and not row.before and row.default is None
    alone = not entry.to and not entry.when and row.label.de == row.label.en == entry.label.de == entry.label.en
    usual = row.low.text == "0" and row.step.text == "1" and most and (row.sum is None or total is not None)
    if not (plain and alone and usual and value):
        return None
    return Line(row.label.en, most or 0, int(value[1] or 1), total)


def _whole(expression: Expression | None) -> int | None:
    """Return the value of an expression that is just a whole number of up to 7 digits, without a sign; else None."""
    return int(expression.text) if expression and re.fullmatch(r"\d{1,7}", expression.text) else None
