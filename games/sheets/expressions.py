"""Expressions over whole numbers in score sheets. Each expression is parsed, checked and compiled once."""

from __future__ import annotations

import ast
import itertools
import operator
import re
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import ClassVar, NamedTuple

from games.kernel.problems import out_of_range
from games.kernel.words import Message, abbreviated, minus

from . import words

LONGEST, MOST_NODES = 300, 80  # characters, and parts of one expression
LARGEST = 1_000_000
LARGEST_RESULT = 10**18  # limit of a value: without it, chains of products would get too large to calculate
LONGEST_SUM = 120  # characters; a longer calculation is not shown beside the points of a line

type Name = str | tuple[str, str]  # `tricks`, or ("most", "tricks") for `most(tricks)`
type Numbers = Mapping[Name, int]
type Reckon = Callable[[Numbers], int]
type Report = Callable[[Message], None]


class TooFar(ArithmeticError):
    """The error for a number beyond a limit, raised by `bounded`."""


def bounded(number: int, largest: int) -> int:
    """Return the number. Raise TooFar if its absolute value is above `largest`."""
    if abs(number) > largest:
        raise TooFar
    return number


class Sign(NamedTuple):
    """An operator with two operands."""

    text: str  # its sign
    calculate: Callable[[int, int], int]
    before: int
    behind: int


ARITHMETIC: Mapping[type[ast.operator], Sign] = {
    ast.Add: Sign("+", operator.add, 5, 5),
    ast.Sub: Sign("−", operator.sub, 5, 6),
    ast.Mult: Sign("×", operator.mul, 7, 7),
    ast.FloorDiv: Sign("÷", operator.floordiv, 6, 8),
    ast.Mod: Sign("mod", operator.mod, 6, 8),
}
COMPARISONS: Mapping[type[ast.cmpop], tuple[str, Callable[[int, int], bool]]] = {
    ast.Eq: ("=", operator.eq),
    ast.NotEq: ("≠", operator.ne),
    ast.Lt: ("<", operator.lt),
    ast.LtE: ("≤", operator.le),
    ast.Gt: (">", operator.gt),
    ast.GtE: ("≥", operator.ge),
}
FUNCTIONS: Mapping[str, tuple[int, Callable[..., int]]] = {"abs": (1, abs), "min": (2, min), "max": (2, max)}
OVER_ALL = ("sum", "most", "least", "count")
OF_A_PLAYER = ("most_of_others", "least_of_others", "team")
RESERVED = {*FUNCTIONS, *OVER_ALL, *OF_A_PLAYER, "players", "round", "total", "deals"}


class Of(Enum):
    """The owner of the number that a name stands for."""

    GAME = auto()  # the same in all rounds: the number of players, a house rule
    TABLE = auto()
    NAMED = auto()  # a row that names players: 1 or 0 for each; for the table whether it names somebody
    BOTH = auto()  # a value that the table and each player can work out
    EACH = auto()
    TEAM = auto()
    DEALER = auto()  # 1 for the dealer; no function takes it
    KEPT = auto()  # from before the round, of each player or, with teams, of each team


class Place(Enum):
    """The place of an expression in a sheet, and so the names that it may use."""

    GAME = frozenset({Of.GAME})
    TABLE = GAME | {Of.TABLE, Of.NAMED, Of.BOTH}
    ASKED = TABLE | {Of.EACH, Of.TEAM, Of.DEALER}  # of a player, before it is known what counts
    PLAYER = ASKED | {Of.KEPT}

    @property
    def is_of_a_player(self) -> bool:
        return Of.EACH in self.value


class Vocabulary(NamedTuple):
    """The names that an expression may use at its place in a sheet. The expression must not use them."""

    names: Mapping[str, Of]
    place: Place
    teams: bool = False
    later: Collection[str] = ()  # value that this expression defines, and all values after it

    def takes(self, function: str, name: str) -> bool:
        of = self.names.get(name)
        if self.place is Place.GAME or (function in OF_A_PLAYER and not self.place.is_of_a_player):
            return False
        if function == "team":
            return self.teams and of in (Of.NAMED, Of.BOTH, Of.EACH)
        return of in (Of.BOTH, Of.EACH, Of.TEAM, Of.KEPT) or (of is Of.NAMED and function == "count")


@dataclass(frozen=True, eq=False)
class Expression:
    """A whole number that is calculated from others. For `a if c else b`, this is c, a, b."""

    text: str
    tree: ast.expr
    reckon: Reckon
    names: tuple[str, ...] = ()  # names that it uses, in the order in which they are read
    own: frozenset[str] = frozenset()  # those of which it uses the player's own number
    parts: Mapping[ast.expr, Reckon] = field(default_factory=dict, repr=False)  # what reckons each part of `tree`

    do_not_call_in_templates: ClassVar[bool] = True  # Django's templates would call it, since it is callable

    def __call__(self, scope: Numbers) -> int:
        """Return the value; raise KeyError for a number that is not known, ArithmeticError for one that cannot be."""
        return bounded(self.reckon(scope), LARGEST_RESULT)


def constant(number: int) -> Expression:
    tree = ast.Constant(number)
    return Expression(str(number), tree, lambda scope: number, parts={tree: lambda scope: number})


COUNT_OF_PLAYERS = Expression("players", ast.Name("players"), lambda scope: scope["players"], ("players",))

# What an expression is written with; Python's other ways to write a number are left out.
_TOKENS = re.compile(r"(?:\s|[A-Za-z_]\w*+|\d++\b|//|[<>=!]=|[+\-*%()<>,])*+", re.ASCII)


def parse(text: str, vocabulary: Vocabulary, report: Report) -> Expression | None:
    """Return the expression in this text. If it is wrong, call `report` for each problem; return None."""
    if len(text) > LONGEST:
        report(words.TOO_LONG(most=LONGEST))
        return None
    try:
        tree = ast.parse(text.strip(), mode="eval").body if _TOKENS.fullmatch(text) else None
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        tree = None
    if tree is None:
        report(words.NO_EXPRESSION(text=abbreviated(text)))
        return None
    if nodes(tree) > MOST_NODES:
        report(words.TOO_MANY_PARTS(most=MOST_NODES))
        return None
    reading = _Reading(text, vocabulary, report)
    reckon = reading.of(tree)
    if reading.wrong:
        return None
    return Expression(text, tree, reckon, tuple(reading.names), frozenset(reading.own), reading.parts)


def nodes(tree: ast.expr) -> int:
    return sum(isinstance(node, ast.expr) for node in ast.walk(tree))


class _Reading:
    """A reader of the syntax tree of one expression: it builds the function, and reports all that is not allowed."""

    def __init__(self, text: str, vocabulary: Vocabulary, report: Report) -> None:
        self.text, self.vocabulary, self._report = text, vocabulary, report
        self.names: list[str] = []
        self.own: set[str] = set()
        self.parts: dict[ast.expr, Reckon] = {}
        self.wrong = False

    def refuse(self, message: Message) -> Reckon:
        self._report(message)
        self.wrong = True
        return lambda scope: 0

    def of(self, node: ast.expr) -> Reckon:
        reckon = self.parts[node] = self._of(node)
        return reckon

    def _of(self, node: ast.expr) -> Reckon:
        match node:
            case ast.Constant(value=int() as number) if type(number) is int:
                if number > LARGEST:
                    return self.refuse(out_of_range(number, -LARGEST, LARGEST))
                return lambda scope: number
            case ast.Name(id=name):
                return self.name(name)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                inner = self.of(operand)
                return lambda scope: -inner(scope)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                inner = self.of(operand)
                return lambda scope: int(not inner(scope))
            case ast.BinOp(left=left, op=op, right=right) if type(op) in ARITHMETIC:
                first, calculate, second = self.of(left), ARITHMETIC[type(op)].calculate, self.of(right)
                return lambda scope: calculate(first(scope), second(scope))
            case ast.Compare(left=left, ops=ops, comparators=others) if all(type(op) in COMPARISONS for op in ops):
                terms = [self.of(each) for each in (left, *others)]
                tests = [COMPARISONS[type(op)][1] for op in ops]
                return lambda scope: _compared([term(scope) for term in terms], tests)
            case ast.BoolOp(op=op, values=values):
                parts, stop = [self.of(each) for each in values], isinstance(op, ast.Or)
                return lambda scope: _either(parts, scope) if stop else _all_of(parts, scope)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                asked, then, otherwise = self.of(test), self.of(body), self.of(orelse)
                return lambda scope: then(scope) if asked(scope) else otherwise(scope)
            case ast.Call(func=ast.Name(id=function), args=args, keywords=[]):
                return self.call(function, args)
            case _:
                return self.refuse(words.NO_EXPRESSION(text=abbreviated(self.text)))

    def name(self, name: str) -> Reckon:
        self.names.append(name)
        self.own.add(name)
        of = self.vocabulary.names.get(name)
        if of in self.vocabulary.place.value:
            return operator.itemgetter(name)
        if of in (Of.EACH, Of.TEAM, Of.KEPT) and self.vocabulary.place is not Place.GAME:
            return self.refuse(words.OF_EACH(name=name))
        return self._unknown(name)

    def _unknown(self, name: str) -> Reckon:
        phrase = words.IN_A_CIRCLE if name in self.vocabulary.later else words.UNKNOWN_NAME
        return self.refuse(phrase(name=abbreviated(name)))

    def call(self, function: str, args: list[ast.expr]) -> Reckon:
        if function in FUNCTIONS:
            least, calculate = FUNCTIONS[function]
            parts = [self.of(each) for each in args]
            if len(parts) < least or (least == 1 and len(parts) > 1):
                return self.refuse(words.WRONG_ARGUMENTS(function=function))
            return lambda scope: calculate(*(part(scope) for part in parts))
        if function not in (*OVER_ALL, *OF_A_PLAYER):
            return self.refuse(words.UNKNOWN_FUNCTION(name=abbreviated(function)))
        match args:
            case [ast.Name(id=name)] if name not in self.vocabulary.names:
                return self._unknown(name)
            case [ast.Name(id=name)] if self.vocabulary.takes(function, name):
                self.names.append(name)
                if function.endswith("_of_others"):
                    self.own.add(name)  # what the others have is another number for each player
                return operator.itemgetter((function, name))
        return self.refuse(words.WRONG_ARGUMENTS(function=function))


def _compared(terms: list[int], tests: list[Callable[[int, int], bool]]) -> int:
    return int(all(test(*pair) for test, pair in zip(tests, itertools.pairwise(terms), strict=True)))


def _either(parts: list[Reckon], scope: Numbers) -> int:
    return next((value for part in parts if (value := part(scope))), 0)


def _all_of(parts: list[Reckon], scope: Numbers) -> int:
    value = 1
    for part in parts:
        if not (value := part(scope)):
            break
    return value


# The calculation of a number, for the line of a score


class Written(NamedTuple):
    """A number, and the calculation that gave it as text."""

    value: int
    text: str
    binds: int = 9  # precedence of its outermost operator; 9 without an operator


class Writer:
    """A writer of calculations such as "3 × 20 − 5": names are their numbers, conditions are decided."""

    def __init__(self, scope: Numbers, defined: Mapping[str, Expression]) -> None:
        self.scope, self.defined = scope, defined
        self._values: dict[str, Written] = {}

    def write(self, expression: Expression) -> str:
        """Return how the number came about; "" if it is a single number, or if that is too long."""
        text = self._of(expression, expression.tree).text
        return text if len(text) <= LONGEST_SUM and set(text[1:]) & {*"+−×÷"} else ""

    def _of(self, whole: Expression, node: ast.expr) -> Written:
        match node:
            case ast.Name(id=name) if name in self.defined:
                return self._value(name)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                inner = self._of(whole, operand)
                return Written(-inner.value, f"−{_within(inner, 7, behind=True)}", 8)
            case ast.BinOp(left=left, op=op, right=right):
                return _arithmetic(self._of(whole, left), ARITHMETIC[type(op)], self._of(whole, right))
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return self._of(whole, body if whole.parts[test](self.scope) else orelse)
        return _number(whole.parts[node](self.scope))

    def _value(self, name: str) -> Written:
        """Return the value with this name. Those before it are written first: a long chain would exceed the stack."""
        for each, expression in self.defined.items():
            if each not in self._values:
                with suppress(ArithmeticError, KeyError):  # it is not needed here
                    written = self._of(expression, expression.tree)
                    self._values[each] = written if len(written.text) <= LONGEST_SUM else _number(written.value)
            if each == name:
                break
        return self._values[name]


def _number(number: int) -> Written:
    return Written(number, minus(number), 9 if number >= 0 else 8)


def _within(written: Written, binds: int, *, behind: bool = False) -> str:
    """Return a part's text, in brackets if its precedence is below `binds`."""
    in_brackets = written.binds < binds or (behind and written.text.startswith("−"))
    return f"({written.text})" if in_brackets else written.text


def _arithmetic(left: Written, sign: Sign, right: Written) -> Written:
    value = sign.calculate(left.value, right.value)
    match sign.text:
        case "×" if 0 in (left.value, right.value):
            return _number(0)
        case "×" if 1 in (left.value, right.value):
            return right if left.value == 1 else left
        case "+" if left.value == 0:
            return right
        case "+" | "−" if right.value == 0:
            return left
        case "÷" | "mod" if sign.text == "mod" or value * right.value != left.value:
            return _number(value)
    text = f"{_within(left, sign.before)} {sign.text} {_within(right, sign.behind, behind=True)}"
    return Written(value, text, sign.before)
