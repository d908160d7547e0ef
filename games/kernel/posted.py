"""A posted form: how numbers and players are read from its fields, and how its fields are made from a record."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from .record import RawRecord
from .seats import AnyTable
from .words import minus

type Fields = dict[str, list[str]]
"""A form's fields as a browser sends them: all values of each name."""

type Codes = dict[str, list[str]]
"""The codes of cards, by the place where they are."""

NO_SIDES: Mapping[str, str] = {}

_WHOLE = re.compile(r"([+-]?)\s?(\d{1,18})", re.ASCII)


class Posted:
    """The fields of a form as they were sent. A field names a player by the player's index in `Table.everyone`."""

    def __init__(self, fields: Fields) -> None:
        self.fields = fields

    def one(self, name: str) -> str:
        """Return the value of a field, trimmed; "" if nothing was typed."""
        values = self.fields.get(name) or [""]
        return values[-1].strip()

    def many(self, name: str) -> list[str]:
        """Return all values of a field, trimmed, without the empty ones."""
        return [value.strip() for value in self.fields.get(name, ()) if value.strip()]

    def number(self, name: str) -> int | str | None:
        """Return the whole number in a field; None if nothing was typed; any other text as typed."""
        return as_number(self.one(name))

    def seat(self, name: str, table: AnyTable) -> str | None:
        """Return the player whose seat was chosen in a field; None if none was chosen."""
        return player_on(self.one(name), table)

    def seats(self, name: str, table: AnyTable) -> list[str]:
        """Return the players whose seats were ticked in a field. Unknown seats are returned as typed."""
        return [player for value in self.many(name) if (player := player_on(value, table))]

    def numbers(self, name: str, table: AnyTable) -> dict[str, int | str]:
        """Return the numbers in the fields `name-0`, `name-1`, …, by player, without empty fields."""
        numbers = {player: self.number(f"{name}-{seat}") for seat, player in table.numbered}
        return {player: number for player, number in numbers.items() if number is not None}

    def piles(
        self, codes: Iterable[str], table: AnyTable, scoring: Collection[str], sides: Collection[str] = ()
    ) -> tuple[Codes, Codes]:
        """Return the cards in the fields `card-R10`, … by player and by side; `rest` gets the `scoring` ones left over."""
        captured: Codes = {}
        apart: Codes = {}
        rest = [place] if (place := self.one("rest")) else []
        for code in codes:
            for place in self.many(f"card-{code}") or (rest if code in scoring else []):
                if place in sides:
                    apart.setdefault(place, []).append(code)
                else:
                    captured.setdefault(player_on(place, table) or place, []).append(code)
        return captured, apart

    def gets_rest(self, player: str, table: AnyTable) -> bool:
        """Return whether the rest may go to this player: a total minus the other players' numbers."""
        return player not in self.seats("waiting", table)

    def with_rest(self, numbers: Mapping[str, Any], table: AnyTable, total: object) -> dict[str, Any]:
        """Return what the function `with_rest` returns, but without the number of a player who may not get the rest."""
        filled = with_rest(numbers, table, total)
        return {player: each for player, each in filled.items() if player in numbers or self.gets_rest(player, table)}

    def with_common(self, record: RawRecord, table: AnyTable) -> RawRecord:
        """Return a dealt round's record with the note and the dealer that were entered."""
        dealer = self.seat("dealer", table)
        if dealer is not None and self.one("dealer") != self.one("turn"):
            record = {**record, "dealer": dealer}
        return self.with_note(record)

    def with_note(self, record: RawRecord) -> RawRecord:
        """Return the record with the note that was typed, if there is one."""
        note = self.one("note")
        return {**record, "note": note} if note else record


def with_rest(numbers: Mapping[str, Any], table: AnyTable, total: object) -> dict[str, Any]:
    """Return the numbers by player. If only one is missing, add it: `total` minus the others, but at least 0."""
    missing = [player for player in table.players if player not in numbers]
    if len(missing) != 1 or not isinstance(total, int) or not all(isinstance(each, int) for each in numbers.values()):
        return dict(numbers)
    rest = max(total - sum(numbers.values()), 0)
    return {player: numbers.get(player, rest) for player in table.players}


def as_number(text: str) -> int | str | None:
    """Return the whole number that was typed: −5 for "− 5". Return None for "", and any other text unchanged."""
    if not text:
        return None
    found = _WHOLE.fullmatch(text.replace("−", "-"))
    return int("".join(found.groups())) if found else text


def player_on(seat: str, table: AnyTable) -> str | None:
    """Return the player with this number in `Table.everyone`, even if the player sits out; None for ""."""
    if not seat:
        return None
    if seat.isascii() and seat.isdigit() and len(seat) < 3 and int(seat) < len(table.everyone):
        return table.everyone[int(seat)]
    return seat


def seat_of(player: object, table: AnyTable) -> str:
    """Return a player's number as a form field has it; "" for None, and any other value as text."""
    return str(table.everyone.index(player)) if player in table.everyone else "" if player is None else str(player)


def number_fields(name: str, numbers: Mapping[str, Any] | None, table: AnyTable) -> Fields:
    """Return numbers by player as the form fields `name-0`, `name-1`, …; no fields for None."""
    return {
        f"{name}-{seat_of(player, table)}": [minus(number) if isinstance(number, int) else str(number)]
        for player, number in (numbers or {}).items()
    }


def card_fields(record: RawRecord, table: AnyTable, sides: Mapping[str, str] = NO_SIDES) -> Fields:
    """Return the form fields `card-R10`, … for a record's `captured` cards and those on `sides`: {side: its key}."""
    piles = [(seat_of(player, table), codes) for player, codes in record.get("captured", {}).items()]
    piles += [(side, record.get(key, ())) for side, key in sides.items()]
    fields: Fields = {}
    for place, codes in piles:
        for code in codes:
            fields.setdefault(f"card-{code}", []).append(place)
    return fields


def common_fields(record: RawRecord, table: AnyTable) -> Fields:
    """Return the form fields that every dealt round has: the note, and the dealer if the record names one."""
    dealer = {"dealer": [seat_of(record["dealer"], table)]} if "dealer" in record else {}
    return note_fields(record) | dealer


def note_fields(record: RawRecord) -> Fields:
    return {"note": [str(record.get("note", ""))]}


def seat_fields(name: str, players: Iterable[str], table: AnyTable) -> Fields:
    """Return the form field `name` with the seats of these players as its values."""
    return {name: [seat_of(player, table) for player in players]}
