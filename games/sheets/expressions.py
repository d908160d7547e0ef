"""Expressions over whole numbers in score sheets. Each expression is parsed, checked and compiled once."""

from __future__ import annotations

import ast
import itertools
import operator
import re
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, ClassVar, NamedTuple

from games.kernel.problems import out_of_range
from games.kernel.words import Message, Phrase, abbreviated, minus

from . import words

LONGEST, MOST_NODES = 300, 80  # characters, and parts of one expression
LARGEST = 1_000_000
LARGEST_RESULT = 10**18  # limit of a value: without it, chains of products would get too large to calculate
IS = " = "
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
    """Whose number a name stands for."""

    GAME = auto()  # the same in all rounds: the number of players, a house rule
    TABLE = auto()
    NAMED = auto()  # a row that names players: 1 or 0 for each; for the table whether it names somebody
    BOTH = auto()  # a value that the table and each player can work out
    EACH = auto()
    TEAM = auto()
    DEALER = auto()  # 1 for the dealer; no function takes it
    KEPT = auto()  # from before the round, of each player or, with teams, of each team


class Place(Enum):
    """Where an expression stands, and so which names it may use."""

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

    do_not_call_in_templates: ClassVar[bool] = True  # Django's templates would call it, since it is callable

    def __call__(self, scope: Numbers) -> int:
        """Return the value; raise KeyError for a number that is not known, ArithmeticError for one that cannot be."""
        return bounded(self.reckon(scope), LARGEST_RESULT)


def constant(number: int) -> Expression:
    return Expression(str(number), ast.Constant(number), lambda scope: number)


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
    return None if reading.wrong else Expression(text, tree, reckon, tuple(reading.names), frozenset(reading.own))


def nodes(tree: ast.expr) -> int:
    return sum(isinstance(node, ast.expr) for node in ast.walk(tree))


class _Reading:
    """A reader of the syntax tree of one expression: it builds the function, and reports all that is not allowed."""

    def __init__(self, text: str, vocabulary: Vocabulary, report: Report) -> None:
        self.text, self.vocabulary, self._report = text, vocabulary, report
        self.names: list[str] = []
        self.own: set[str] = set()
        self.wrong = False

    def refuse(self, message: Message) -> Reckon:
        self._report(message)
        self.wrong = True
        return lambda scope: 0

    def of(self, node: ast.expr) -> Reckon:
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


# Expressions in words


class Told(NamedTuple):
    """A part of an expression, as text. `_within` uses it to set brackets."""

    text: str
    value: int | None  # its value; None if it is not known
    binds: int = 9  # precedence of its outermost operator; 9 without an operator


class Teller:
    """A writer of expressions as text. A name becomes its number or, if the number is not known, words."""

    def __init__(
        self,
        language: str,
        known: Callable[[Name], int | None],
        called: Callable[[Name], str],
        defined: Mapping[str, Any],
    ) -> None:
        self.language, self.known, self.called, self.defined = language, known, called, defined
        self._sums: dict[str, Told] = {}

    def of(self, node: ast.expr) -> Told:
        match node:
            case ast.Name(id=name) if name in self.defined:
                return self._sum(name)
            case ast.Name(id=name):
                return self._named(name)
            case ast.Constant(value=int() as number):
                return _number(number)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                told = self.of(operand)
                value = None if told.value is None else -told.value
                return Told(f"−{_within(told, 7, behind=True)}", value, 8)
            case ast.UnaryOp(operand=operand):
                return self._not(self.of(operand))
            case ast.BinOp(left=left, op=op, right=right):
                return _arithmetic(self.of(left), ARITHMETIC[type(op)], self.of(right))
            case ast.Compare(left=left, ops=ops, comparators=others):
                terms = [self.of(each) for each in (left, *others)]
                return self._compare(terms, [COMPARISONS[type(op)] for op in ops])
            case ast.BoolOp(op=op, values=values):
                return self._joined([self.of(each) for each in values], isinstance(op, ast.Or))
            case ast.IfExp(test=test, body=body, orelse=orelse):
                asked = self.of(test)
                if asked.value is not None:
                    return self.of(body if asked.value else orelse)
                then, otherwise = self.of(body), self.of(orelse)
                return self._say(words.IF_ELSE, then=then.text, asked=asked.text, otherwise=otherwise.text)
            case ast.Call(func=ast.Name(id=function), args=args) if function in FUNCTIONS:
                return self._called(function, [self.of(each) for each in args])
            case ast.Call(func=ast.Name(id=function), args=[ast.Name(id=name)]):
                return self._named((function, name))
        raise AssertionError(node)

    def _sum(self, name: str) -> Told:
        """Return the text for the value with this name (`_short`). Each value is written only once."""
        for each, expression in self.defined.items():
            if each not in self._sums:
                self._sums[each] = self._short(each, expression)
            if each == name:
                break
        return self._sums[name]

    def _short(self, name: str, expression: Expression) -> Told:
        """Return the text for a value: the expression that defines it."""
        try:
            number = self.known(name)
        except (ArithmeticError, KeyError):
            number = None
        if number is None:
            return Told(name, None)
        told = self.of(expression.tree)
        return told if len(told.text) <= LONGEST_SUM else _number(number)

    def _named(self, name: Name) -> Told:
        value = self.known(name)
        called = self.called(name)
        return Told(called, None, 4 if IS in called else 9) if value is None else _number(value)

    def _say(self, phrase: Phrase, **parts: str) -> Told:
        """Return a sentence with these parts. The parts are passed as phrases."""
        said = phrase(**{name: Phrase(name, part, part) for name, part in parts.items()})
        return Told(said.text(self.language), None, 0)

    def _not(self, told: Told) -> Told:
        if told.value is not None:
            return _number(int(not told.value))
        if told.text.count(IS) == 1 and told.binds == 4:
            return Told(told.text.replace(IS, " ≠ "), None, 4)
        return self._say(words.NOT, what=_within(told, 3))

    def _compare(self, terms: list[Told], tests: list[tuple[str, Callable[[int, int], bool]]]) -> Told:
        values = [each.value for each in terms if each.value is not None]
        if len(values) == len(terms):
            return _number(_compared(values, [test for _, test in tests]))
        text = _within(terms[0], 5)
        for (sign, _), term in zip(tests, terms[1:], strict=True):
            text += f" {sign} {_within(term, 5)}"
        return Told(text, None, 4)

    def _joined(self, told: list[Told], either: bool) -> Told:
        decided = next((each for each in told if each.value is not None and bool(each.value) is either), None)
        if decided is not None:
            return decided
        open_ = [each for each in told if each.value is None]
        if len(open_) < 2:
            return open_[0] if open_ else told[-1]
        join = (words.OR if either else words.AND).text(self.language)
        return Told(f" {join} ".join(_within(each, 2) for each in open_), None, 1 if either else 2)

    def _called(self, function: str, told: list[Told]) -> Told:
        values = [each.value for each in told if each.value is not None]
        if len(values) == len(told):
            return _number(FUNCTIONS[function][1](*values))
        texts = [each.text for each in told]
        return Told(f"|{texts[0]}|" if function == "abs" else f"{function}({', '.join(texts)})", None)


def _number(number: int) -> Told:
    return Told(minus(number), number, 9 if number >= 0 else 8)


def _within(told: Told, binds: int, *, behind: bool = False) -> str:
    """Return a part's text, in brackets if its precedence is below `binds`."""
    return f"({told.text})" if told.binds < binds or (behind and told.text.startswith("−")) else told.text


def _arithmetic(left: Told, sign: Sign, right: Told) -> Told:
    value = None
    if left.value is not None and right.value is not None:
        with suppress(ZeroDivisionError):  # a division by 0 in a part that is never calculated
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
        case "÷" | "mod" if value is not None and (sign.text == "mod" or value * (right.value or 0) != left.value):
            return _number(value)
    text = f"{_within(left, sign.before)} {sign.text} {_within(right, sign.behind, behind=True)}"
    return Told(text, value, sign.before)
