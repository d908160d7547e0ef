"""A score sheet as it was read: what a table writes down after a round of one game, and what that is worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from games.kernel.words import Phrase

from .expressions import Expression, constant

EACH, TEAM, TABLE = "each", "team", "table"
NUMBER, TICK, CHOICE, PLAYER, PLAYERS = "number", "tick", "choice", "player", "players"
SWITCH = "switch"
OTHERS = "others:"
NONE = constant(0)


class Choice(NamedTuple):
    """One of the answers of a row or an option; `value` is what it is worth in expressions."""

    label: Phrase
    value: int = 0


@dataclass(frozen=True)
class Row:
    """One thing that is written down: for each player, for each team, or once for the table."""

    id: str
    label: Phrase
    of: str
    kind: str
    when: Expression | None = None
    before: bool = False
    low: Expression = NONE  # the limits of a number; of `players`, to how many are named
    high: Expression = NONE
    step: Expression = NONE
    sum: Expression | None = None
    default: int | None = None
    choices: Mapping[str, Choice] = field(default_factory=dict)
    optional: bool = False

    @property
    def chosen(self) -> Mapping[str, str]:
        """The names by which expressions ask whether a choice was made, each with that choice."""
        return {f"chose_{self.id}_{choice}": choice for choice in self.choices}


class Option(NamedTuple):
    """A house rule; a number from `low` to `high`, a switch, or one of the `choices`."""

    id: str
    label: Phrase
    kind: str
    low: int
    high: int
    choices: Mapping[str, Choice]
    default: Any


class Check(NamedTuple):
    """A condition that must hold; `says` is the problem where it does not, beside the row `at`."""

    id: str
    when: Expression | None
    that: Expression
    says: Phrase
    at: str


class Entry(NamedTuple):
    """Points that players get: all players, or those named in the row `to`; with `others` all except those."""

    id: str
    label: Phrase
    to: str
    others: bool
    when: Expression | None
    value: Expression


class Carried(NamedTuple):
    id: str
    start: Expression
    next: Expression


@dataclass(frozen=True)
class Sheet:
    """A whole sheet; `raw` is what it was read from. `target` None: there is no target, not even as a house rule."""

    raw: Mapping[str, Any]
    slug: str
    name: Phrase
    also: Sequence[str]
    gist: Phrase | None
    seats: Sequence[int]
    lowest_wins: bool
    teams: bool
    pays_each_round: bool
    target: int | None
    rounds: Expression | None
    end: Expression | None
    options: Sequence[Option]
    rows: Sequence[Row]
    values: Mapping[str, Expression]
    checks: Sequence[Check]
    points: Sequence[Entry]
    carried: Sequence[Carried]

    @cached_property
    def row(self) -> Mapping[str, Row]:
        return {row.id: row for row in self.rows}

    def row_of(self, name: str) -> str:
        """Return the row that a name in an expression belongs to, its own or that of a choice; "" if there is none."""
        return next((row.id for row in self.rows if name == row.id or name in row.chosen), "")

    @cached_property
    def by_team(self) -> frozenset[str]:
        """The things that each team has once: its own rows, its total and what is carried."""
        rows = {row.id for row in self.rows if row.of == TEAM}
        return frozenset({*rows, *(each.id for each in self.carried), "total"} if self.teams else rows)

    def holders(self, of: str, seats: int) -> Sequence[int]:
        """Return the seats for which a row is written down; for teams the first seat of each."""
        return range(2) if of == TEAM else range(seats)
