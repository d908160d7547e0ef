"""The numbers for the expressions of a round: those written down for it, and those known before it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from games.kernel.seats import AnyTable, Deal

from .expressions import Expression, Name
from .sheet import CHOICE, Sheet


class Scope(dict[Name, int]):
    """{name: number} of all numbers that an expression can use. Each is found or calculated when it is first read.

    With a seat (an index), the expression is calculated for the player on that seat; without one, for the table.
    `unknown`: {name: error} of the values that could not be calculated.
    """

    def __init__(self, facts: Facts, seat: int | None) -> None:
        self.facts, self.seat = facts, seat
        self.unknown: dict[Name, ArithmeticError | KeyError] = {}

    def __missing__(self, name: Name) -> int:
        if self.seat is not None and name in self.facts.sheet.values:
            return self._value(name)
        value = self[name] = self.facts.find(name, self.seat)
        return value

    def _value(self, name: Name) -> int:
        """Calculate a value and return it. If it cannot be calculated, raise its error.

        All values that are defined before it are calculated first. If each value called for the one before it, a long
        chain would exceed the recursion limit.
        """
        for each, expression in self.facts.sheet.values.items():
            if each not in self and each not in self.unknown:
                try:
                    self[each] = expression(self)
                except (ArithmeticError, KeyError) as error:
                    self.unknown[each] = error
            if each == name:
                break
        if name in self.unknown:
            raise self.unknown[name]
        return self[name]


@dataclass
class Facts:
    """The numbers of a round that are known so far: those read from its record, and those known before it.

    - `table`: the numbers of the whole table, by name.
    - `columns`: by name, a list of the players' numbers in seat order. If a team has one number, both partners have
      it.
    - `kept`: the numbers carried from round to round, by name and then by player. Players who sit out are included.

    A number that could not be read is missing here, and `find` raises KeyError for it.
    """

    sheet: Sheet
    players: Sequence[str]
    table: dict[str, int] = field(default_factory=dict)
    columns: dict[str, Sequence[int]] = field(default_factory=dict)
    kept: Mapping[str, Mapping[str, int]] = field(default_factory=dict)

    @property
    def seats(self) -> int:
        return len(self.players)

    @classmethod
    def of_the_game(cls, sheet: Sheet, table: AnyTable) -> Facts:
        """Return the facts that need no round: the number of players at this table, and the house rules."""
        facts = cls(sheet, table.players, {"players": len(table.players)})
        for option in sheet.options:
            value: Any = getattr(table.options, option.id)
            if option.kind == CHOICE:
                facts.table |= {f"chose_{option.id}_{choice}": int(value == choice) for choice in option.choices}
            else:
                facts.table[option.id] = int(value)
        return facts

    @classmethod
    def before_round(cls, sheet: Sheet, table: AnyTable, deal: Deal[Facts], number: int) -> Facts:
        """Return the facts of a round before its record is read. `number`: the number of the round, from 1."""
        facts = cls.of_the_game(sheet, table)
        facts.carry(deal.past.kept if deal.past else {})
        facts.table["round"] = number
        facts.columns["total"] = [deal.totals.get(player, 0) for player in table.players]
        facts.columns["deals"] = [int(player == deal.dealer) for player in table.players]
        return facts

    def carry(self, kept: Mapping[str, Mapping[str, int]]) -> None:
        """Store the numbers carried from round to round: {name: {player: number}}.

        A player whose number is missing gets the start value.
        """
        self.kept = kept
        for each in self.sheet.carried:
            numbers, start = kept.get(each.id, {}), 0
            with suppress(ArithmeticError):  # the error is reported as a problem of each round
                start = each.start(self.scope())
            self.columns[each.id] = [numbers.get(player, start) for player in self.players]

    def passed_on(self, heirs: Mapping[str, str]) -> Facts:
        """Return the facts after players were replaced: their carried numbers now belong to their heirs.

        `heirs`: {name of the replaced player: name of the player who takes over the seat}.
        """
        kept = {
            name: {heirs.get(player, player): number for player, number in numbers.items()}
            for name, numbers in self.kept.items()
        }
        return replace(self, kept=kept)

    def scope(self, seat: int | None = None) -> Scope:
        return Scope(self, seat)

    def find(self, name: Name, seat: int | None) -> int:
        """Return the number with this name, of the table or of the player on a seat.

        Raise KeyError if it is not known.
        """
        if isinstance(name, tuple):
            return self._over(*name, seat)
        if seat is not None and name in self.columns:
            return self.columns[name][seat]
        return self.table[name]

    def _over(self, function: str, name: str, seat: int | None) -> int:
        """Return the result of a function such as `sum` over a column, for the table or for the player on a seat."""
        column, once = self.columns[name], name in self.sheet.by_team
        if seat is not None and function == "team":
            return sum(column[seat % 2 :: 2])
        me = None if seat is None or not function.endswith("_of_others") else seat % 2 if once else seat
        numbers = [number for place, number in enumerate(column[:2] if once else column) if place != me]
        if function == "sum":
            return sum(numbers)
        if function == "count":
            return sum(number != 0 for number in numbers)
        return max(numbers) if function.startswith("most") else min(numbers)


def holds(expression: Expression | None, scope: Mapping[Name, int]) -> bool:
    return expression is None or bool(expression(scope))
