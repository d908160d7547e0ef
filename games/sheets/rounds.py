"""The reader of a round with a score sheet. It turns a record into facts, and adds every problem to the record."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from operator import mod
from typing import Any

from games.kernel.engine import DEALT_KEYS
from games.kernel.problems import (
    A_WHOLE_NUMBER,
    EMPTY,
    PLAYER_MISSING,
    TRUE_OR_FALSE,
    UNKNOWN_VALUE,
    out_of_range,
)
from games.kernel.record import Record
from games.kernel.words import Message, Phrase, abbreviated

from . import words
from .expressions import LARGEST, TooFar
from .facts import Facts, holds
from .sheet import CHOICE, EACH, NUMBER, PLAYER, PLAYERS, TABLE, TICK, Check, Row

type AnyRecord = Record[Any, Any]


class RoundReader:
    """A reader of one record: it stores the values of the sheet's rows in `facts`."""

    def __init__(self, facts: Facts, record: AnyRecord, *, before: bool = False) -> None:
        self.facts, self.record, self.sheet = facts, record, facts.sheet
        self.before = before
        self.rows = [row for row in self.sheet.rows if row.before or not before]
        self.typed: dict[str, dict[str, int]] = {}  # {row: {path: number}} of the valid numbers in the record
        self.asked: dict[str, bool | None] = {}  # {path: whether its row's condition is met}; None: not known
        self.open: dict[str, list[str]] = {}  # {row: paths at which a value is missing}

    def read(self) -> None:
        self.record.allow((*DEALT_KEYS, *self.sheet.row))
        for row in self.rows:
            self.take(row)
        for row in self.rows:
            if row.kind == NUMBER and row.id in self.typed:
                self._check_number(row)
            elif row.kind == PLAYERS:
                self._check_players(row)
        for check in self.sheet.checks:
            self._check(check)
        for each in self.sheet.carried:
            self.reckon("", partial(each.start, self.facts.scope()))

    def reckon[V](self, field: str, calculate: Callable[[], V]) -> V | None:
        """Return the result of `calculate`; None if it needs what could not be read, or divides by 0, which is a problem."""
        try:
            return calculate()
        except KeyError:
            return None
        except ArithmeticError as error:
            self.record.add(field, arithmetic_problem(error))
            return None

    # One row

    def take(self, row: Row) -> None:
        """Store the values of a row in the facts: of what is missing the default or 0; nothing where there is a problem."""
        holders = self.sheet.holders(row.of, self.facts.seats)
        fields = [row.id if row.of == TABLE else f"{row.id}.{self.record.table.players[seat]}" for seat in holders]
        asked = self._where_asked(row, fields)
        self.asked |= asked
        may_be_asked = any(each is not False for each in asked.values())
        there = may_be_asked and row.id in self.record
        if row.id in self.record and not there:
            self.record.add(row.id, words.NOT_ASKED(label=row.label))
        before = self.record.problems.added
        if row.kind in (PLAYER, PLAYERS):
            self._take_players(row, there, needed=asked[row.id] is True)
            return
        given = self._given(row) if there else {}
        if given is None:
            return
        # A null stands for "not answered", as forms send it: the default or, without one, a problem.
        unanswered = [field for field, value in given.items() if value is None and not row.optional]
        given = {field: value for field, value in given.items() if field not in unanswered}
        read = {}
        for field, value in given.items():
            if asked[field] is False:
                self.record.add(field, words.NOT_ASKED(label=row.label))
            elif self._is_fine(row, field, value):
                read[field] = int(value) if row.kind == TICK else value
        if row.kind == NUMBER and may_be_asked:
            self.typed[row.id] = read
        if row.default is None:
            needed = fields if row.all or (row.kind == CHOICE and not row.optional) else unanswered
            self._need(row, [field for field in needed if field not in given and asked[field]], there)
        if self.record.problems.added > before:
            return
        self.open[row.id] = [field for field in fields if field not in read and asked[field]]
        bid = self.before and row.kind == NUMBER and row.default is None  # a missing bid is not a bid of 0
        unsaid = None if bid else self.reckon(row.id, lambda: row.unsaid(self.facts.scope()))
        if unsaid is not None or bid or row.kind == CHOICE:
            nothing = None if row.kind == CHOICE else 0
            self.facts.keep(row, [read.get(field, nothing if asked[field] is False else unsaid) for field in fields])

    def _where_asked(self, row: Row, fields: Sequence[str]) -> dict[str, bool | None]:
        """Return {path: whether the row's condition is met there; None: not known}."""
        if row.of != EACH:
            return dict.fromkeys(fields, self.reckon(row.id, lambda: holds(row.when, self.facts.scope())))
        scopes = map(self.facts.scope, range(self.facts.seats))
        return {
            field: self.reckon(field, partial(holds, row.when, scope))
            for field, scope in zip(fields, scopes, strict=True)
        }

    def _given(self, row: Row) -> dict[str, Any] | None:
        """Return {path: value} of a row in the record; None if the values should be by player, but cannot be read."""
        if row.of == TABLE:
            return {row.id: self.record.raw[row.id]}
        found = self.record.by_player(row.id)
        if found is None or row.of == EACH:
            return None if found is None else {f"{row.id}.{name}": value for name, value in found.items()}
        first = self.record.table.players[:2]
        for name in found:
            if name not in first:
                team = self.record.table.players.index(name) % 2
                self.record.add(f"{row.id}.{name}", words.FOR_THE_TEAM(first=first[team]))
        return {f"{row.id}.{name}": value for name, value in found.items() if name in first}

    def _is_fine(self, row: Row, field: str, value: Any) -> bool:
        """Return whether a value is of the row's kind; if not, add a problem. `_check_number` checks the limits."""
        if row.kind == CHOICE:
            offered = row.offered(self.facts.scope())
            fine = (value is None and row.optional) or (isinstance(value, str) and value in offered)
            if not fine:
                self.record.add(field, UNKNOWN_VALUE(value=abbreviated(value), allowed=list(offered)))
            return fine
        kind, wanted = (bool, TRUE_OR_FALSE) if row.kind == TICK else (int, A_WHOLE_NUMBER)
        if type(value) is not kind:
            self.record.wrong_type(field, value, wanted)
        elif abs(value) > LARGEST:
            self.record.add(field, out_of_range(value, -LARGEST, LARGEST))
        else:
            return True
        return False

    def _need(self, row: Row, fields: list[str], there: bool) -> None:
        """Add a problem for each of these paths, where a value is missing; one for the row if it is missing as a whole."""
        if fields and (row.of == TABLE or not there):
            self.record.add(row.id, words.NOTHING_CHOSEN(label=row.label))
        elif fields:
            for field in fields:
                self.record.add(field, PLAYER_MISSING(name=field.removeprefix(f"{row.id}.")))

    def _take_players(self, row: Row, there: bool, *, needed: bool) -> None:
        named: list[str] | None = []
        if there and row.kind == PLAYERS:
            named = self.record.players(row.id)
        elif there and not (row.optional and self.record.raw[row.id] is None):
            player = self.record.seated(row.id, self.record.raw[row.id])
            named = None if player is None else [player]
        elif needed and row.kind == PLAYER and not there and not row.optional:
            self._need(row, [row.id], there)
            named = None
        if named is not None:
            self.facts.keep_players(row, named)

    # Checks, once all rows are read

    def _check_number(self, row: Row) -> None:
        """Check the range, step and sum of the numbers in a row; without a default, 0 must be possible where one is missing."""
        scope, before = self.facts.scope(), self.record.problems.added
        low, high, step = (self.reckon(row.id, partial(of, scope)) for of in (row.low, row.high, row.step))
        if low is not None and high is not None:
            for field, value in self.typed[row.id].items():
                if not low <= value <= high:
                    self.record.add(field, out_of_range(value, low, high))
                elif step is not None and self.reckon(field, partial(mod, value - low, step)):
                    self.record.add(field, words.OFF_STEP(value=value, step=step))
            if row.default is None and not low <= 0 <= high:
                self._need(row, self.open.get(row.id, []), there=row.id in self.record)
        if self.record.problems.added > before:
            self.facts.drop(row)
        elif row.sum and row.id in self.facts.columns:
            holders = self.sheet.holders(row.of, self.facts.seats)
            wanted = self.reckon(row.id, partial(row.sum, scope))
            total = self.reckon(row.id, lambda: sum(self.facts.find(row.id, seat) for seat in holders))
            if wanted is not None and total is not None:
                self.record.sums_to(row.id, total, wanted)

    def _check_players(self, row: Row) -> None:
        if row.id not in self.facts.columns or not (row.id in self.record or self.asked[row.id]):
            return
        scope = self.facts.scope()
        low, high = (self.reckon(row.id, partial(of, scope)) for of in (row.low, row.high))
        count = sum(self.facts.columns[row.id])
        if not count and low != 0:
            self.record.add(row.id, EMPTY() if row.id in self.record else words.NOTHING_CHOSEN(label=row.label))
        elif low is not None and high is not None and not low <= count <= high:
            phrase = words.EXACTLY_NAMED if low == high else words.MANY_NAMED
            self.record.add(row.id, phrase(low=low, high=high))

    def _check(self, check: Check) -> None:
        scope = self.facts.scope()
        held = self.reckon(check.at, lambda: not holds(check.when, scope) or holds(check.that, scope))
        if held is False:
            self.record.add(check.at, Phrase(check.id, words.SAYS, words.SAYS)(says=check.says))


def arithmetic_problem(error: ArithmeticError) -> Message:
    return words.TOO_FAR(most=LARGEST) if isinstance(error, TooFar) else words.DIVIDED_BY_ZERO()
