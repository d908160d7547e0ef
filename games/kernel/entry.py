"""Entering a round: what a browser sends becomes a record of the score file, and back again.

Nothing is judged here. What somebody typed goes into the record as it is, so that the scoring tells
every problem of it beside its field and nothing typed is lost.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from .words import Phrase, Said

if TYPE_CHECKING:
    from .seats import Deal, Table
    from .tricks import Trick, Verdict

type Fields = dict[str, list[str]]
"""A form's fields as a browser sends them: each name with all its values."""

_WHOLE = re.compile(r"[+-]?\d{1,18}", re.ASCII)


class Posted:
    """A form as it arrived. Players stand in it by their seat, counted from 0."""

    def __init__(self, fields: Fields) -> None:
        self.fields = fields

    def one(self, name: str) -> str:
        """The value of a field, trimmed; "" where nothing was typed. Of repeated ones the last counts."""
        values = self.fields.get(name) or [""]
        return values[-1].strip()

    def many(self, name: str) -> list[str]:
        return [value.strip() for value in self.fields.get(name, ()) if value.strip()]

    def number(self, name: str) -> int | str | None:
        """A whole number; None where nothing was typed; anything else as it was typed."""
        return as_number(self.one(name))

    def seat(self, name: str, table: Table) -> str | None:
        """The player on the chosen seat; None where nobody was chosen."""
        return player_on(self.one(name), table)

    def seats(self, name: str, table: Table) -> list[str]:
        """The players on the ticked seats."""
        return [player for value in self.many(name) if (player := player_on(value, table))]

    def numbers(self, name: str, table: Table) -> dict[str, int | str]:
        """`gold-0`, `gold-1`, … by player, without the empty ones."""
        numbers = {player: self.number(f"{name}-{seat}") for seat, player in enumerate(table.players)}
        return {player: number for player, number in numbers.items() if number is not None}


def with_rest(numbers: Mapping[str, Any], table: Table, total: int) -> dict[str, Any]:
    """Numbers by player; where just one player's is missing it is what the others leave of the total."""
    missing = [player for player in table.players if player not in numbers]
    if len(missing) == 1 and all(isinstance(number, int) for number in numbers.values()):
        rest = total - sum(numbers.values())
        if rest >= 0:
            return {player: numbers.get(player, rest) for player in table.players}
    return dict(numbers)


def as_number(text: str) -> int | str | None:
    """`"−5"` is −5, `"abc"` stays as it is, `""` is None."""
    if not text:
        return None
    plain = text.replace("−", "-").replace(" ", "")
    return int(plain) if _WHOLE.fullmatch(plain) else text


def player_on(seat: str, table: Table) -> str | None:
    """The player on a seat; a seat that is not there stays as it was sent, for the scoring to refuse."""
    if not seat:
        return None
    if seat.isascii() and seat.isdigit() and len(seat) < 3 and int(seat) < len(table.players):
        return table.players[int(seat)]
    return seat


def seat_of(player: object, table: Table) -> str:
    """The other way round: the number of a player's seat."""
    return str(table.players.index(player)) if player in table.players else "" if player is None else str(player)


def number_fields(name: str, numbers: Mapping[str, Any] | None, table: Table) -> Fields:
    """Numbers by player as fields `name-0`, `name-1`, …"""
    return {f"{name}-{seat_of(player, table)}": [str(number)] for player, number in (numbers or {}).items()}


def seat_fields(name: str, players: Iterable[str], table: Table) -> Fields:
    return {name: [seat_of(player, table) for player in players]}


class Screen(ABC):
    """One way to enter a round: a template of the game's own, and what its fields mean."""

    code: ClassVar[str]
    label: ClassVar[Phrase]
    template: ClassVar[str]
    remembered: ClassVar[bool] = False  # the next round opens on it too: one of several ways to write the same kind
    dealt: ClassVar[bool] = True  # else what it enters is no round: it is called by its label

    @abstractmethod
    def record(self, posted: Posted, table: Table) -> dict[str, Any]:
        """The record these fields describe, as typed."""

    @abstractmethod
    def fields(self, record: Mapping[str, Any], table: Table) -> Fields:
        """The fields that would give this record: for correcting it."""

    def shows(self, record: Mapping[str, Any]) -> bool:
        """Whether this screen can show the record."""
        return bool(record.get("kind") == self.code)

    def filled(self, posted: Posted, record: Mapping[str, Any], table: Table) -> dict[str, str | Said]:
        """What follows from the rest and need not be typed: `{"gold-3": "15"}` for the last player's gold.

        A sentence goes where the template has `data-sentence` with its name, or into the `<output>` of that name.
        """
        typed = {name for name, values in posted.fields.items() if any(values)}
        whole = self.fields(record, table)
        return {name: values[-1] for name, values in whole.items() if values and values[-1] and name not in typed}

    def kept(self, played: Sequence[tuple[Trick[Any], Verdict[Any]]], table: Table) -> Fields:
        """The fields that some tricks of the coming round, judged while it was played, already fill in."""
        return {}

    def context(self, table: Table) -> dict[str, Any]:
        """What the template needs beside the table."""
        return {}

    # What the game so far says; `deal` knows what was played before, as the scoring does

    def offered(self, table: Table, deal: Deal) -> bool:
        """Whether this screen has its place now; the first one offered is opened by itself."""
        return True

    def so_far(self, table: Table, deal: Deal) -> dict[str, Any]:
        """What the template needs to know of the game so far."""
        return {}

    def slot(self, slot: str, record: Mapping[str, Any], table: Table) -> str:
        """Where on this screen the problems of a path stand, if not at the path itself."""
        return slot
