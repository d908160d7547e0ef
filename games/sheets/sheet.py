"""A score sheet in memory: the rows that are filled in for a round, the points for them, and the house rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from games.kernel.words import Phrase

from .expressions import Expression, Of, constant

EACH, TEAM, TABLE = "each", "team", "table"
NUMBER, TICK, CHOICE, PLAYER, PLAYERS = "number", "tick", "choice", "player", "players"
SWITCH = "switch"
OTHERS, SITS_OUT = "others:", "sits_out"
ROUND = "round"  # the one kind of record
NONE = constant(0)


class Choice(NamedTuple):
    """One of the choices of a row or an option. `value`: its number in expressions; `when`: whether it is offered."""

    label: Phrase
    value: int = 0
    when: Expression | None = None


@dataclass(frozen=True)
class Row:
    """Something that is written down for each player, for each team, or once for the table."""

    id: str
    label: Phrase
    of: str  # EACH, TEAM or TABLE
    kind: str  # NUMBER, TICK, CHOICE, PLAYER or PLAYERS
    when: Expression | None = None  # condition under which the form asks for it; None: always
    before: bool = False  # whether it is written down before the round
    low: Expression = NONE  # the lowest number, or the fewest players to be named
    high: Expression = NONE  # the highest number, or the most players to be named
    step: Expression = NONE
    sum: Expression | None = None  # what its numbers must add up to; None: anything
    default: Any = None  # what stands where nothing is said: an expression of a number, the id of a choice
    quiet: bool = False  # whether the form shows only its default until it is tapped
    all: bool = False  # whether everybody who is asked must stand in a record
    choices: Mapping[str, Choice] = field(default_factory=dict)
    optional: bool = False

    @property
    def chosen(self) -> Mapping[str, str]:
        """{name in expressions: id of the choice}. The name stands for 1 if the choice is chosen, else for 0."""
        return {f"chose_{self.id}_{choice}": choice for choice in self.choices}

    def offered(self, scope: Mapping[Any, int]) -> Mapping[str, Choice]:
        """Return the choices that there are with these house rules."""
        return {key: each for key, each in self.choices.items() if each.when is None or each.when(scope)}

    def unsaid(self, scope: Mapping[Any, int]) -> Any:
        """Return what stands where nothing is said: a number, or the id of a choice or None."""
        if self.kind == CHOICE:
            return self.default
        return self.default(scope) if self.default else 0


class Option(NamedTuple):
    """A house rule: a number from `low` to `high`, a switch, or one of the `choices`."""

    id: str
    label: Phrase
    kind: str
    low: int
    high: int
    choices: Mapping[str, Choice]
    default: Any


class Check(NamedTuple):
    """A condition, `that`, which must hold if `when` is true or None."""

    id: str
    when: Expression | None
    that: Expression
    says: Phrase
    at: str


class Entry(NamedTuple):
    """Points for some of the players, or for all."""

    id: str
    label: Phrase
    to: str  # is SITS_OUT: they are for a dealer who sits this round out, who then settles it with the others
    others: bool
    when: Expression | None
    value: Expression
    says: Phrase | None = None  # what it is worth, in words

    def is_for(self, scope: Mapping[Any, int], *, out: bool) -> bool:
        """Return whether it is for this player. `out`: whether the player is the dealer and sits out."""
        if out or self.to == SITS_OUT:
            return out and self.to == SITS_OUT
        return not self.to or bool(scope[self.to]) is not self.others


class Carried(NamedTuple):
    id: str
    start: Expression
    next: Expression


@dataclass(frozen=True)
class Sheet:
    """A whole sheet."""

    raw: Mapping[str, Any]  # JSON object from which it was read
    slug: str
    name: Phrase
    also: Sequence[str]
    gist: Phrase | None
    seats: Sequence[int]
    lowest_wins: bool
    teams: bool
    pays_each_round: bool
    passes: bool  # whether a deal can be passed by everybody, and is then not scored
    target: int | None  # default of the house rule `target`, in points; 0: no target. None: there is no such house rule
    rounds: Expression | None
    end: Expression | None
    options: Sequence[Option]
    rows: Sequence[Row]
    values: Mapping[str, Expression]
    checks: Sequence[Check]
    points: Sequence[Entry]
    carried: Sequence[Carried]
    names: Mapping[str, Of]  # {name in expressions: whose number it stands for}
    # {name in expressions: the rows and the numbers from before the round that it depends on}
    uses: Mapping[str, frozenset[str]]

    @cached_property
    def row(self) -> Mapping[str, Row]:
        return {row.id: row for row in self.rows}

    def used_by(self, expression: Expression) -> frozenset[str]:
        """Return the rows and the numbers from before the round on which an expression depends."""
        return frozenset().union(*(self.uses.get(name, ()) for name in expression.names))

    @cached_property
    def chains(self) -> Mapping[str, Sequence[str]]:
        """{value: the values that it is calculated from, in order, and itself last}."""
        chains: dict[str, Sequence[str]] = {}
        for name, expression in self.values.items():
            needed = {name, *(each for used in expression.names for each in chains.get(used, ()))}
            chains[name] = [each for each in self.values if each in needed]
        return chains

    def is_by_team(self, name: str) -> bool:
        """Return whether a team has this number only once."""
        of = self.names[name]
        return of is Of.TEAM or (self.teams and of is Of.KEPT)

    def holders(self, of: str, seats: int) -> Sequence[int]:
        """Return the seats that have values in a row: the first of each team if `of` is TEAM, else all."""
        return range(2) if of == TEAM else range(seats)
