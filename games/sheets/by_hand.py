"""Score sheets that people describe on a form: numbers and ticks of each player, and what each of them is worth."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .expressions import LARGEST
from .reading import VERSION
from .sheet import EACH, NUMBER, TICK

MOST_LINES = 20
MOST_ROUNDS = 1000
DONE = "done"  # the row, and what each player keeps of it, of a game that somebody ends by doing something


@dataclass(frozen=True)
class Line:
    """A row with a number for each player, from 0 to `most`, or a tick. The number times `worth` gives the points."""

    label: str
    most: int | None = None
    worth: int = 1
    sum: int | None = None  # what the numbers of all players must add up to; None if any sum is allowed
    tick: bool = False


@dataclass(frozen=True)
class DescribedGame:
    """A game as its players describe it on the form, for `fewest` to `most` players."""

    name: str
    fewest: int
    most: int
    lowest_wins: bool
    target: int | None
    rounds: int | None
    done: str
    lines: Sequence[Line]

    def toml(self, slug: str) -> str:
        """Return the score sheet of this game as TOML."""
        ends = [
            *([f"most({DONE}_before) > 0"] if self.done else []),
            *([f"most(total) >= {self.target}"] if self.target else []),
            *([f"round >= {self.rounds}"] if self.rounds else []),
        ]
        plain: dict[str, Any] = {"target": self.target, "rounds": self.rounds}
        top = {
            "sheet": VERSION,
            "slug": slug,
            "name": self.name,
            "players": [self.fewest, self.most],
            "best": "low" if self.lowest_wins else "high",
            **({"end": " or ".join(ends)} if self.done else plain),
        }
        rows, points, carried = [], [], []
        for number, line in enumerate(self.lines, 1):
            name = row_id(number)
            row: dict[str, Any] = {"id": name, "label": line.label, "of": EACH, "kind": TICK if line.tick else NUMBER}
            if not line.tick:
                row |= {"max": LARGEST if line.most is None else line.most, "sum": line.sum}
            rows.append(f"[[rows]]\n{_keys(row)}")
            value = name if line.worth == 1 else f"{line.worth} * {name}"
            points.append(f"[[points]]\n{_keys({'id': name, 'label': line.label, 'value': value})}")
        if self.done:
            rows.append(f"[[rows]]\n{_keys({'id': DONE, 'label': self.done, 'of': EACH, 'kind': TICK})}")
            before = {"id": f"{DONE}_before", "start": "0", "next": DONE}
            carried.append(f"[[carried]]\n{_keys(before)}")
        return "\n".join([_keys(top), *rows, *points, *carried])


def row_id(number: int) -> str:
    """Return the id of a row in the sheet of a described game. Rows are numbered from 1."""
    return f"row_{number}"


def _keys(table: dict[str, Any]) -> str:
    """Return a table as lines of TOML. Leave out keys whose value is None."""
    return "".join(
        f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in table.items() if value is not None
    )


def described(text: str) -> DescribedGame | None:
    """Return the game of which this is the sheet, as `toml` writes it; None for any other sheet."""
    try:
        raw = tomllib.loads(text)
        rows = {row["id"]: row for row in raw["rows"]}
        done = rows.pop(DONE, None)
        ends = dict(part.split(" >= ") for part in raw.get("end", "").split(" or ") if " >= " in part)
        lines = []
        for row, points in zip(rows.values(), raw["points"], strict=True):
            worth, times, _name = points["value"].rpartition(" * ")
            most, tick = _whole(row.get("max")), row["kind"] == TICK
            most = None if most == LARGEST else most
            lines.append(Line(row["label"], most, int(worth) if times else 1, _whole(row.get("sum")), tick))
        fewest, most = raw["players"]
        target, rounds = (
            _whole(ends.get("most(total)", raw.get("target"))),
            _whole(ends.get("round", raw.get("rounds"))),
        )
        game = DescribedGame(
            raw["name"], fewest, most, raw["best"] == "low", target, rounds, done["label"] if done else "", lines
        )
        return game if game.toml(raw["slug"]) == text else None
    except (KeyError, TypeError, ValueError, AttributeError):
        return None


def _whole(number: Any) -> Any:
    return None if number is None else int(number)
