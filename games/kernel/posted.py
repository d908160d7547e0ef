"""A posted form: its fields, with whole numbers and the players on numbered seats read from them.

Nothing is checked here. What somebody typed is passed on as it is, so that the scoring reports every problem of it
beside its field and nothing typed is lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from .record import RawRecord
from .seats import AnyTable
from .words import minus

type Fields = dict[str, list[str]]
"""A form's fields as a browser sends them: each name with all its values."""

_WHOLE = re.compile(r"([+-]?)\s?(\d{1,18})", re.ASCII)


class Posted:
    """The fields of a form as they arrived. A player is given by the number that the table has for them, from 0."""

    def __init__(self, fields: Fields) -> None:
        self.fields = fields

    def one(self, name: str) -> str:
        """Return the value of a field, trimmed; "" where nothing was typed. Of repeated ones the last counts."""
        values = self.fields.get(name) or [""]
        return values[-1].strip()

    def many(self, name: str) -> list[str]:
        """Return all values of a field, trimmed, without the empty ones."""
        return [value.strip() for value in self.fields.get(name, ()) if value.strip()]

    def number(self, name: str) -> int | str | None:
        """Return a whole number; None where nothing was typed; anything else as it was typed."""
        return as_number(self.one(name))

    def seat(self, name: str, table: AnyTable) -> str | None:
        """Return the player on the chosen seat; None where nobody was chosen."""
        return player_on(self.one(name), table)

    def seats(self, name: str, table: AnyTable) -> list[str]:
        """Return the players on the ticked seats."""
        return [player for value in self.many(name) if (player := player_on(value, table))]

    def numbers(self, name: str, table: AnyTable) -> dict[str, int | str]:
        """Return the numbers in `name-0`, `name-1`, … by player, without the empty ones."""
        numbers = {player: self.number(f"{name}-{seat}") for seat, player in table.numbered}
        return {player: number for player, number in numbers.items() if number is not None}

    def gets_rest(self, player: str, table: AnyTable) -> bool:
        """Return whether this player may be given what the others leave.

        On a form that one person types, any player may. Where every player types a part of it, the field `waiting` has
        the seats of those who are still counting, and they may not.
        """
        return player not in self.seats("waiting", table)

    def with_rest(self, numbers: Mapping[str, Any], table: AnyTable, total: int) -> dict[str, Any]:
        """Return numbers by player as the function `with_rest`, but give the rest only to a player who may get it."""
        filled = with_rest(numbers, table, total)
        return {player: each for player, each in filled.items() if player in numbers or self.gets_rest(player, table)}

    def with_common(self, record: RawRecord, table: AnyTable) -> RawRecord:
        """Return a dealt round's record with what any round may have: the note, and the dealer.

        The dealer is left out if it is the player whose turn it was, whose seat the form has as `turn`.
        """
        dealer = self.seat("dealer", table)
        if dealer is not None and self.one("dealer") != self.one("turn"):
            record = {**record, "dealer": dealer}
        return self.with_note(record)

    def with_note(self, record: RawRecord) -> RawRecord:
        """Return the record with the note that was typed, if there is one."""
        note = self.one("note")
        return {**record, "note": note} if note else record


def with_rest(numbers: Mapping[str, Any], table: AnyTable, total: int) -> dict[str, Any]:
    """Return numbers by player; where exactly one player's is missing, it is what the others leave of the total."""
    missing = [player for player in table.players if player not in numbers]
    if len(missing) == 1 and all(isinstance(number, int) for number in numbers.values()):
        rest = total - sum(numbers.values())
        if rest >= 0:
            return {player: numbers.get(player, rest) for player in table.players}
    return dict(numbers)


def as_number(text: str) -> int | str | None:
    """Read a whole number of up to 18 digits: `"− 5"` is −5; `"5 5"` and `"abc"` stay as they are, `""` is None."""
    if not text:
        return None
    found = _WHOLE.fullmatch(text.replace("−", "-"))
    return int("".join(found.groups())) if found else text


def player_on(seat: str, table: AnyTable) -> str | None:
    """Return the player with this number, who may sit out; None for "".

    Without such a player the text itself is returned, for scoring to report.
    """
    if not seat:
        return None
    if seat.isascii() and seat.isdigit() and len(seat) < 3 and int(seat) < len(table.everyone):
        return table.everyone[int(seat)]
    return seat


def seat_of(player: object, table: AnyTable) -> str:
    """Return a player's number as a field has it; "" for None, and a stranger's name unchanged."""
    return str(table.everyone.index(player)) if player in table.everyone else "" if player is None else str(player)


def number_fields(name: str, numbers: Mapping[str, Any] | None, table: AnyTable) -> Fields:
    """Return numbers by player as the fields `name-0`, `name-1`, …"""
    return {
        f"{name}-{seat_of(player, table)}": [minus(number) if isinstance(number, int) else str(number)]
        for player, number in (numbers or {}).items()
    }


def card_fields(piles: Iterable[tuple[str, Iterable[str]]]) -> Fields:
    """Return the fields `card-R10`, … of captured cards. Each pile is a place (a seat or a side) and its cards."""
    fields: Fields = {}
    for place, codes in piles:
        for code in codes:
            fields.setdefault(f"card-{code}", []).append(place)
    return fields


def common_fields(record: RawRecord, table: AnyTable) -> Fields:
    """Return the fields of what any dealt round may have: the note, and who dealt, if the record says so."""
    dealer = {"dealer": [seat_of(record["dealer"], table)]} if "dealer" in record else {}
    return note_fields(record) | dealer


def note_fields(record: RawRecord) -> Fields:
    return {"note": [str(record.get("note", ""))]}


def seat_fields(name: str, players: Iterable[str], table: AnyTable) -> Fields:
    """Return the field with the seats of these players."""
    return {name: [seat_of(player, table) for player in players]}
