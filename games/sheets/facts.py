"""The numbers for the expressions of a round: those written down for it, and those known before it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from games.kernel.seats import AnyTable, Deal

from .expressions import Expression, Name, Of
from .sheet import CHOICE, TABLE, Row, Sheet

OUT = -1  # stands for the seat of a dealer who sits the round out


class Known(dict[Name, int]):
    """{name: number} of all numbers that an expression can use. Each is found or calculated when it is first read."""

    def __init__(self, facts: Facts, seat: int | None) -> None:
        self.facts, self.seat = facts, seat

    def __missing__(self, name: Name) -> int:
        value = self[name] = self.facts.find(name, self.seat)
        return value


@dataclass
class Facts:
    """The numbers of a round that are known so far: those read from its record, and those known before it."""

    sheet: Sheet
    players: Sequence[str]
    table: dict[str, int] = field(default_factory=dict)  # numbers of the whole table, by name
    # by name, a list of the players' numbers in seat order; None: a bid is missing. If a team has one number, both
    # partners have it
    columns: dict[str, Sequence[Any]] = field(default_factory=dict)
    # numbers carried from round to round, by name and then by player. Players who sit out are included
    kept: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    sits_out: str = ""  # dealer who sits this round out, "" if none does; `out`: their numbers that are not 0
    out: dict[str, int] = field(default_factory=lambda: {"deals": 1})
    # {value: {seat: number, or why there is none}} of those that were calculated
    values: dict[str, dict[int | None, int | Exception]] = field(default_factory=dict, init=False)

    @property
    def seats(self) -> int:
        return len(self.players)

    @classmethod
    def of_the_game(cls, sheet: Sheet, table: AnyTable) -> Facts:
        """Return the facts that need no round: the number of players at this table, and the house rules."""
        facts = cls(sheet, table.players, {"players": len(table.players), "seated": len(table.seated)})
        facts.sits_out = next((player for player in table.seated if player not in table.players), "")
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
        facts.out["total"] = deal.totals.get(facts.sits_out, 0)
        facts.columns["deals"] = [int(player == deal.dealer) for player in table.players]
        return facts

    def carry(self, kept: Mapping[str, Mapping[str, int]]) -> None:
        """Store the numbers carried from round to round, {name: {player: number}}; who has none begins anew."""
        self.kept = kept
        for each in self.sheet.carried:
            numbers, start = kept.get(each.id, {}), self.value(each.start, otherwise=0)
            self.columns[each.id] = [numbers.get(player, start) for player in self.players]
            self.out[each.id] = numbers.get(self.sits_out, start)

    def passed_on(self, heirs: Mapping[str, str]) -> Facts:
        """Return the facts after players were replaced: `heirs` is {who was replaced: who takes over}."""
        kept = {
            name: {heirs.get(player, player): number for player, number in numbers.items()}
            for name, numbers in self.kept.items()
        }
        return replace(self, kept=kept)

    def keep(self, row: Row, values: Sequence[Any]) -> None:
        """Store the values of a row, one for each of its holders; a choice also under its own name, as 1 or 0."""
        numbers: dict[str, Sequence[int]] = {row.id: values}
        if row.kind == CHOICE:
            numbers = {name: [int(value == choice) for value in values] for name, choice in row.chosen.items()}
            numbers[row.id] = [row.choices[value].value if value is not None else 0 for value in values]
        for name, column in numbers.items():
            if row.of == TABLE:
                self.table[name] = column[0]
            else:
                self.columns[name] = [column[seat % len(column)] for seat in range(self.seats)]
        self._has_changed(row)

    def keep_players(self, row: Row, named: Collection[str]) -> None:
        self.columns[row.id] = [int(player in named) for player in self.players]
        self.table[row.id] = int(bool(named))
        self._has_changed(row)

    def drop(self, row: Row) -> None:
        (self.table if row.of == TABLE else self.columns).pop(row.id, None)
        self._has_changed(row)

    def _has_changed(self, row: Row) -> None:
        for name in [each for each in self.values if row.id in self.sheet.uses[each]]:
            del self.values[name]

    def scope(self, seat: int | None = None) -> Known:
        return Known(self, seat)

    def value(self, expression: Expression | None, seat: int | None = None, otherwise: Any = None) -> Any:
        """Return an expression's value; `otherwise` without one, or if it cannot be calculated from these numbers."""
        try:
            return expression(self.scope(seat)) if expression else otherwise
        except (ArithmeticError, KeyError):
            return otherwise

    def find(self, name: Name, seat: int | None) -> int:
        """Return this number of the table or of the player on a seat; raise KeyError, or the error of a value, without one."""
        if isinstance(name, tuple):
            return self._over(*name, seat)
        if name in self.sheet.values:
            value = self._value(name)[seat]
            if isinstance(value, Exception):
                raise value
            return value
        if seat is not None and name in self.columns:
            number = self.out.get(name, 0) if seat == OUT else self.columns[name][seat]
            if number is None:
                raise KeyError(name)
            return number
        return self.table[name]

    def _value(self, name: str) -> Mapping[int | None, int | Exception]:
        """Return what a value is for each seat (None: for the table)."""
        for each in self.sheet.chains[name]:  # in order: a long chain of calls would exceed the recursion limit
            if each not in self.values:
                of_table = [None] if self.sheet.names[each] is Of.BOTH else []
                seats = (*of_table, *range(self.seats), *([OUT] if self.sits_out else []))
                self.values[each] = {seat: self._tried(self.sheet.values[each], seat) for seat in seats}
        return self.values[name]

    def _tried(self, expression: Expression, seat: int | None) -> int | Exception:
        try:
            return expression(self.scope(seat))
        except (ArithmeticError, KeyError) as error:
            return error

    def _over(self, function: str, name: str, seat: int | None) -> int:
        """Return the result of a function such as `sum` over a column, for the table or for the player on a seat."""
        once = self.sheet.is_by_team(name)
        column = [self.find(name, each) for each in range(2 if once else self.seats)]
        if seat is not None and function == "team":
            return sum(column[seat % 2 :: 2])
        me = None if seat is None or not function.endswith("_of_others") else seat % 2 if once else seat
        numbers = [number for place, number in enumerate(column) if place != me]
        if function == "sum":
            return sum(numbers)
        if function == "count":
            return sum(number != 0 for number in numbers)
        return max(numbers) if function.startswith("most") else min(numbers)


def holds(expression: Expression | None, scope: Mapping[Name, int]) -> bool:
    return expression is None or bool(expression(scope))
