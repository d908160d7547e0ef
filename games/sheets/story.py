"""What was written down for a round, in words."""

from __future__ import annotations

from typing import Any

from games.kernel.options import NO, YES
from games.kernel.record import RawRecord
from games.kernel.words import Message, Phrase, Typed, join_names, minus

from . import words
from .schema import ROUND
from .sheet import CHOICE, NUMBER, PLAYERS, TABLE, TICK, Row, Sheet


def value_in_words(row: Row, value: Any) -> Message | Phrase | Typed:
    """Return what stands in a row for the table, or for one player."""
    if value in (None, []):
        return words.NOBODY if not row.choices else words.NOTHING
    if row.kind == CHOICE:
        return row.choices[value].label
    if row.kind == TICK:
        return YES if value else NO
    if row.kind == PLAYERS:
        names = join_names(value)
        return Typed(names) if isinstance(names, str) else names
    return Typed(minus(value) if row.kind == NUMBER else value)


def noted(sheet: Sheet, record: RawRecord) -> Message | None:
    """Return what was written down for the whole table: "Declarer: Anna, Game: Grand, Won."; None for nothing."""
    if record.get("kind") != ROUND:
        return None
    told: list[Message | Phrase] = []
    for row in sheet.rows:
        if row.of != TABLE or record.get(row.id) in (None, [], False, 0):
            continue
        if row.kind == TICK:
            told.append(row.label)
        else:
            say = words.ASKED_ROW if row.label.en.endswith("?") else words.NOTED_ROW
            told.append(say(label=row.label, value=value_in_words(row, record[row.id])))
    return words.NOTED(what=told) if told else None
