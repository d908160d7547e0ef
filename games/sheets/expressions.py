"""Expressions over whole numbers in score sheets.

Each expression is parsed, checked and compiled once.

Expressions have a limited length. Only what `_Reading.of` accepts is allowed. Nothing in a sheet is ever run as Python
code.
"""

from __future__ import annotations

import ast
import itertools
import operator
import re
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
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
type Scope = Mapping[Name, int]
type Reckon = Callable[[Scope], int]
type Tell = Callable[[Message], None]


class TooFar(ArithmeticError):
    """The error for a number beyond a limit, raised by `bounded`."""


def bounded(number: int, largest: int) -> int:
    """Return the number. Raise TooFar if its absolute value is above `largest`."""
    if abs(number) > largest:
        raise TooFar
    return number


class Sign(NamedTuple):
    """An operator with two operands. `text` is its sign.

    An operand is put in brackets if its precedence is lower than `before` (left operand) or `behind` (right operand).
    """

    text: str
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


@dataclass
class Vocabulary:
    """The names that an expression may use at its place in a sheet.

    - `names`: each stands for one number.
    - `columns`: each stands for one number of each player or team. Functions such as `sum(tricks)` take a column.
    - `chosen`: rows that name players. Only `count(…)` also takes such a row.
    - `shared`: rows in which both players of a team have a number. `team(…)` takes only such a row.
    - `of_a_player`: whether the expression is calculated for one player, and may use the functions in OF_A_PLAYER.
    - `later`: the value that this expression defines, and all values after it. The expression must not use them.
    """

    names: Collection[str]
    columns: Collection[str] = ()
    chosen: Collection[str] = ()
    shared: Collection[str] = ()
    of_a_player: bool = False
    later: Collection[str] = ()

    def takes(self, function: str, name: str) -> bool:
        if function == "count":
            return name in self.columns or name in self.chosen
        if function == "team":
            return name in self.shared
        return name in self.columns and (self.of_a_player or function in OVER_ALL)


@dataclass(frozen=True, eq=False)
class Expression:
    """A whole number that is calculated from others.

    `names`: the names that it uses, in the order in which they are read. For `a if c else b`, this is c, a, b.
    """

    text: str
    tree: ast.expr
    reckon: Reckon
    names: tuple[str, ...] = ()

    do_not_call_in_templates: ClassVar[bool] = True  # Django's templates would call it, since it is callable

    def __call__(self, scope: Scope) -> int:
        """Return the value. Raise KeyError for a number that is not known.

        Raise ArithmeticError for a division by 0, or for a number that is too large.
        """
        return bounded(self.reckon(scope), LARGEST_RESULT)


def constant(number: int) -> Expression:
    return Expression(str(number), ast.Constant(number), lambda scope: number)


_CHARACTERS = re.compile(r"(?!.*(\d[A-Za-z_]|\*\*))[\w\s+\-*/%()<>=!,]*", re.ASCII | re.DOTALL)


def parse(text: str, vocabulary: Vocabulary, tell: Tell) -> Expression | None:
    """Return the expression in this text. If it is wrong, call `tell` with a message for each problem; return None."""
    if len(text) > LONGEST:
        tell(words.TOO_LONG(most=LONGEST))
        return None
    if not _CHARACTERS.fullmatch(text):
        tell(words.NO_EXPRESSION(text=abbreviated(text)))
        return None
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        tell(words.NO_EXPRESSION(text=abbreviated(text)))
        return None
    if sum(isinstance(node, ast.expr) for node in ast.walk(tree)) > MOST_NODES:
        tell(words.TOO_MANY_PARTS(most=MOST_NODES))
        return None
    reading = _Reading(text, vocabulary, tell)
    reckon = reading.of(tree)
    return None if reading.wrong else Expression(text, tree, reckon, tuple(reading.names))


class _Reading:
    """A reader of the syntax tree of one expression: it builds the function, and reports all that is not allowed."""

    def __init__(self, text: str, vocabulary: Vocabulary, tell: Tell) -> None:
        self.text, self.vocabulary, self._tell = text, vocabulary, tell
        self.names: list[str] = []
        self.wrong = False

    def tell(self, message: Message) -> Reckon:
        self._tell(message)
        self.wrong = True
        return lambda scope: 0

    def of(self, node: ast.expr) -> Reckon:
        match node:
            case ast.Constant(value=int() as number) if type(number) is int:
                if number > LARGEST:
                    return self.tell(out_of_range(number, -LARGEST, LARGEST))
                return lambda scope: number
            case ast.Name(id=name):
                return self.name(name)
            case ast.UnaryOp(op=ast.USub() | ast.Not() as op, operand=operand):
                inner = self.of(operand)
                return (
                    (lambda scope: -inner(scope)) if isinstance(op, ast.USub) else (lambda scope: int(not inner(scope)))
                )
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
                return self.tell(words.NO_EXPRESSION(text=abbreviated(self.text)))

    def name(self, name: str) -> Reckon:
        self.names.append(name)
        if name in self.vocabulary.names:
            return operator.itemgetter(name)
        if name in self.vocabulary.later:
            return self.tell(words.IN_A_CIRCLE(name=name))
        each = words.OF_EACH if name in self.vocabulary.columns else words.UNKNOWN_NAME
        return self.tell(each(name=abbreviated(name)))

    def call(self, function: str, args: list[ast.expr]) -> Reckon:
        if function in FUNCTIONS:
            least, calculate = FUNCTIONS[function]
            parts = [self.of(each) for each in args]
            if len(parts) < least or (least == 1 and len(parts) > 1):
                return self.tell(words.WRONG_ARGUMENTS(function=function))
            return lambda scope: calculate(*(part(scope) for part in parts))
        if function not in (*OVER_ALL, *OF_A_PLAYER):
            return self.tell(words.UNKNOWN_FUNCTION(name=abbreviated(function)))
        if len(args) == 1 and isinstance(args[0], ast.Name) and self.vocabulary.takes(function, args[0].id):
            self.names.append(args[0].id)
            return operator.itemgetter((function, args[0].id))
        return self.tell(words.WRONG_ARGUMENTS(function=function))


def _compared(terms: list[int], tests: list[Callable[[int, int], bool]]) -> int:
    return int(all(test(*pair) for test, pair in zip(tests, itertools.pairwise(terms), strict=True)))


def _either(parts: list[Reckon], scope: Scope) -> int:
    return next((value for part in parts if (value := part(scope))), 0)


def _all_of(parts: list[Reckon], scope: Scope) -> int:
    value = 1
    for part in parts:
        if not (value := part(scope)):
            break
    return value


# Expressions in words


class Told(NamedTuple):
    """A part of an expression, as text. `value`: its value; None if it is not known.

    `binds`: the precedence of its outermost operator; 9 without an operator. `_within` uses it to set brackets.
    """

    text: str
    value: int | None
    binds: int = 9


class Teller:
    """A writer of expressions as text. A name becomes its number or, if the number is not known, words.

    - `known` returns the number of a name; None if it is not known.
    - `called` returns the words for a name.
    - `defined`: {name of a value: its expression}. The expression is written in place of the name.
    """

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
        """Return the text for the value with this name (`_short`).

        All values that are defined before it are written first. Each value is written only once.
        """
        for each, expression in self.defined.items():
            if each not in self._sums:
                self._sums[each] = self._short(each, expression)
            if each == name:
                break
        return self._sums[name]

    def _short(self, name: str, expression: Expression) -> Told:
        """Return the text for a value: the expression that defines it.

        If the number of the value is not known, return its name. If the text is longer than LONGEST_SUM, return the
        number.
        """
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
        """Return a sentence with these parts.

        The parts are passed as phrases. As a str, each part would be enclosed in Unicode isolates, as a typed text is.
        The texts that people typed within a part have their isolates already.
        """
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
    """Return a part's text, in brackets if its precedence is below `binds`.

    With `behind`, the part follows an operator: a negative part is in brackets, too.
    """
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
