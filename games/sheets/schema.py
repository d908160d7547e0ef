"""The JSON Schema of a round that is written down by a score sheet."""

from __future__ import annotations

import ast

from games.kernel.schema import PLAYER, PLAYER_OR_NOBODY, GameSchema, Schema, by_player, keys, listed, whole

from .expressions import LARGEST, Expression
from .sheet import CHOICE, PLAYERS, TABLE, TICK, Row, Sheet
from .sheet import PLAYER as ONE_PLAYER

ROUND = "round"


def schema_of(sheet: Sheet) -> GameSchema:
    """Return the schema of the sheet's rounds. It cannot check conditions, sums and ranges: the reader does."""
    rows = {row.id: _of_row(sheet, row) for row in sheet.rows}
    needed = {row.id: rows[row.id] for row in sheet.rows if _is_needed(sheet, row)}
    return GameSchema({ROUND: keys(needed, {name: row for name, row in rows.items() if name not in needed})})


def _of_row(sheet: Sheet, row: Row) -> Schema:
    if row.kind == PLAYERS:
        return listed(PLAYER, _fewest(sheet, row))
    if row.kind == ONE_PLAYER:
        return PLAYER_OR_NOBODY if row.optional else PLAYER
    value: Schema = {"type": "boolean"} if row.kind == TICK else whole(-LARGEST, LARGEST)
    if row.kind == CHOICE:
        value = {"enum": [*row.choices, *([None] if row.optional else [])]}
    return value if row.of == TABLE else by_player(value)


def _is_needed(sheet: Sheet, row: Row) -> bool:
    """Return whether every record must have this row, whatever the number of players and of the round.

    A row with a condition (`when`) is never needed. Any other row is needed in these cases:
    - It is a choice or a player, and not optional.
    - It is for players, and at least one must be named.
    - It has a sum that differs from the sum of its defaults.
    """
    if row.when is not None:
        return False
    if row.kind in (CHOICE, ONE_PLAYER):
        return not row.optional
    if row.kind == PLAYERS:
        return _fewest(sheet, row) > 0
    if row.sum is None:
        return False
    if _is_round(row.sum):
        return not row.default
    sums = _by_seats(sheet, row.sum)
    return bool(sums) and all(
        wanted != (row.default or 0) * len(sheet.holders(row.of, seats)) for seats, wanted in sums.items()
    )


def _fewest(sheet: Sheet, row: Row) -> int:
    """Return how many players a row must name at least, whatever the number of players and of the round."""
    return 1 if _is_round(row.low) else max(0, min(_by_seats(sheet, row.low).values(), default=0))


def _is_round(expression: Expression) -> bool:
    """Return whether an expression is the number of the round, which is 1 or more."""
    return isinstance(expression.tree, ast.Name) and expression.names == ("round",)


def _by_seats(sheet: Sheet, expression: Expression) -> dict[int, int]:
    """Return {number of players: value of the expression}.

    Return {} if the expression uses another name than `players`, or if a value cannot be calculated.
    """
    if not set(expression.names) <= {"players"}:
        return {}
    try:
        return {seats: expression({"players": seats}) for seats in sheet.seats}
    except ArithmeticError:
        return {}
