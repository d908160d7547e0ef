"""The JSON Schema of a round that is written down by a score sheet."""

from __future__ import annotations

from typing import Any

from games.kernel.schema import PLAYER, PLAYER_OR_NOBODY, GameSchema, Schema, by_player, keys, listed, whole

from .expressions import LARGEST, Expression
from .sheet import CHOICE, PLAYERS, TABLE, TICK, Row, Sheet
from .sheet import PLAYER as ONE_PLAYER

ROUND = "round"


def schema_of(sheet: Sheet) -> GameSchema:
    """Return the schema of a record of the sheet. Conditions between rows are checked by the reader only."""
    rows = {row.id: _of_row(sheet, row) for row in sheet.rows}
    needed = {row.id: rows[row.id] for row in sheet.rows if _is_needed(sheet, row)}
    return GameSchema({ROUND: keys(needed, {name: row for name, row in rows.items() if name not in needed})})


def _of_row(sheet: Sheet, row: Row) -> Schema:
    if row.kind == PLAYERS:
        return listed(PLAYER, max(0, _at_first(sheet, row.low)))
    if row.kind == ONE_PLAYER:
        return PLAYER_OR_NOBODY if row.optional else PLAYER
    value: Schema = {"type": "boolean"} if row.kind == TICK else whole(-LARGEST, LARGEST)
    if row.kind == CHOICE:
        value = {"enum": [*row.choices, *([None] if row.optional else [])]}
    return value if row.of == TABLE else by_player(value)


def _is_needed(sheet: Sheet, row: Row) -> bool:
    """Return whether every record must have this row.

    That is so for a choice or a player that is not optional, for players of whom at least one must be named, and for
    numbers whose sum is not 0; but not for a row with a condition (`when`).
    """
    if row.when is not None:
        return False
    if row.kind in (CHOICE, ONE_PLAYER):
        return not row.optional
    return _at_first(sheet, row.low if row.kind == PLAYERS else row.sum) != 0


def _at_first(sheet: Sheet, expression: Expression | None) -> int:
    """Return the value of an expression in the first round of the fewest players.

    It is 0 if there is no expression, if it uses other names than `players` and `round`, or if it cannot be calculated.
    """
    if expression is None or not set(expression.names) <= {"players", "round"}:
        return 0
    known: Any = {"players": min(sheet.seats), "round": 1}
    try:
        return expression(known)
    except ArithmeticError:
        return 0
