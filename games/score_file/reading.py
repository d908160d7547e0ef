"""The reading of a score file's text: strict JSON, and then the games in it one by one."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from math import inf
from typing import Any, NamedTuple

from games.kernel.problems import A_LIST, AN_OBJECT, UNKNOWN_KEY, WRONG_TYPE, Problem, Problems
from games.kernel.words import Message, Phrase, abbreviated

FORMAT = "scorekeeper/1"

NO_JSON = Phrase(
    "no_json",
    de="Das ist keine Spielstand-Datei: kein JSON in Zeile {line}, Zeichen {column}.",
    en="This isn’t a score file: no JSON at line {line}, column {column}.",
)
NOT_UTF8 = Phrase(
    "not_utf8",
    de="Das ist keine Spielstand-Datei: kein Text in UTF-8.",
    en="This isn’t a score file: no text in UTF-8.",
)
NESTED_TOO_DEEP = Phrase(
    "nested_too_deep", de="Die Datei ist zu tief verschachtelt.", en="The file is nested too deeply."
)
REPEATED_KEY = Phrase(
    "repeated_key", de="„{key}“ steht zweimal im selben Objekt.", en="“{key}” appears twice in the same object."
)
LONE_SURROGATE = Phrase(
    "lone_surrogate",
    de="Ein Text enthält ein halbes Zeichen (\\ud800 bis \\udfff).",
    en="A text holds half a character (\\ud800 to \\udfff).",
)
WRONG_FORMAT = Phrase(
    "wrong_format",
    de="Das ist keine Spielstand-Datei: „format“ muss „{wanted}“ sein, nicht {value}.",
    en="This isn’t a score file: “format” must be “{wanted}”, not {value}.",
)
UNREADABLE = Phrase(
    "unreadable", de="Die Datei lässt sich nicht lesen: {reason}.", en="The file can’t be read: {reason}."
)


class PlacedProblem(NamedTuple):
    """A problem with its place in the file: the number of the game, and the number of its round, both from 0."""

    game: int | None  # None if the whole file has the problem
    round: int | None  # None if the file or a game's header has the problem
    problem: Problem

    def as_json(self, language: str) -> dict[str, Any]:
        return {
            "game": self.game,
            "round": self.round,
            "field": self.problem.field,
            "code": self.problem.code,
            "text": self.problem.text(language),
        }


class Answer(NamedTuple):
    """The result of reading a file: JSON values (None if there is a problem), and the problems found."""

    result: Any
    problems: Sequence[PlacedProblem]


type ReadGame = Callable[[Mapping[str, Any], list[PlacedProblem], int], Any]
"""A function that returns the result of one game. Its arguments are:

- the game as a JSON object
- a list, to which it adds the game's problems
- the game's number in the file, counted from 0
"""


def read_games(text: str | bytes, read_game: ReadGame, enough: float = inf) -> Answer:
    """Return the results of the games in a file: a list, or a single result if the file is one game."""
    try:
        root, found = parse(text)
        return Answer(None, found) if found else read_root(root, read_game, enough)
    except RecursionError:
        return Answer(None, [whole(NESTED_TOO_DEEP())])


def read_root(root: object, read_game: ReadGame, enough: float) -> Answer:
    """Do the same as `read_games` with the parsed JSON of a file. Do not catch RecursionError."""
    found: list[PlacedProblem] = []
    if not isinstance(root, dict):
        return Answer(None, [whole(WRONG_TYPE(value=abbreviated(root), wanted=AN_OBJECT))])
    if root.get("format") != FORMAT:
        found.append(whole(WRONG_FORMAT(wanted=FORMAT, value=abbreviated(root.get("format"))), "format"))
        if not _has_games(root):  # not meant as a score file: do not report every key of it
            return Answer(None, found)
    if "games" not in root:
        result = read_game({key: value for key, value in root.items() if key != "format"}, found, 0)
        return Answer(None if found else result, found)
    unknown = (key for key in root if key not in ("format", "games"))
    most = int(min(enough, Problems.MOST))
    found += [whole(UNKNOWN_KEY(key=abbreviated(key)), key) for key in islice(unknown, most)]
    if len(found) >= most:
        return Answer(None, found)
    raw_games = root["games"]
    if not isinstance(raw_games, list):
        found.append(whole(WRONG_TYPE(value=abbreviated(raw_games), wanted=A_LIST), "games"))
        return Answer(None, found)

    results = []
    for number, raw in enumerate(raw_games):
        if isinstance(raw, dict):
            results.append(read_game(raw, found, number))
        else:
            problem = Problem("", WRONG_TYPE(value=abbreviated(raw), wanted=AN_OBJECT))
            found.append(PlacedProblem(number, None, problem))
        if len(found) >= enough:
            break
    return Answer(None if found else results, found)


def _has_games(root: Mapping[str, Any]) -> bool:
    """Return whether the file looks like a score file: one of its games has the key `game` or `players`."""
    games = root["games"] if isinstance(root.get("games"), list) else [root]
    return any(isinstance(each, dict) and ("game" in each or "players" in each) for each in games)


def whole(message: Message, field: str = "") -> PlacedProblem:
    """Return a problem that belongs to no game. `field`: the path of the wrong key; "": the whole file."""
    return PlacedProblem(None, None, Problem(field, message))


def unreadable(reason: str) -> PlacedProblem:
    """Return the problem of a file that could not be read at all, for this reason (a text)."""
    return whole(UNREADABLE(reason=reason))


_SURROGATE = re.compile(r"[\ud800-\udfff]")
_ESCAPED_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_TEXT_OR_CONSTANT = re.compile(r'"(?:[^"\\]++|\\.)*+"|(NaN|-?Infinity)')
_HUGE = 10**30


def parse(text: str | bytes) -> tuple[Any, list[PlacedProblem]]:
    """Return the parsed JSON and [], or None and the problems. Raise RecursionError if the JSON is nested too deep."""
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8-sig")  # decoded text has no lone surrogates: only escapes can produce them
        except UnicodeDecodeError:
            return None, [whole(NOT_UTF8())]
        half_characters = _ESCAPED_SURROGATE.search(text)
    else:
        half_characters = _ESCAPED_SURROGATE.search(text) or _SURROGATE.search(text)
    repeated: dict[str, None] = {}

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        members = dict(pairs)
        if len(members) != len(pairs):
            seen: set[str] = set()
            repeated.update((key, None) for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        return members

    def no_constant(name: str) -> Any:  # called for the first NaN or Infinity in the text
        found = next(each for each in _TEXT_OR_CONSTANT.finditer(text) if each[1])
        raise json.JSONDecodeError(name, text, found.start())

    try:
        try:
            root = json.loads(text, object_pairs_hook=once, parse_constant=no_constant)
        except json.JSONDecodeError:
            raise
        except ValueError:  # a number with too many digits for `int`: no field allows it
            root = json.loads(text, object_pairs_hook=once, parse_constant=no_constant, parse_int=_bounded)
    except json.JSONDecodeError as error:
        return None, [whole(NO_JSON(line=error.lineno, column=error.colno))]
    if repeated:
        keys = [_SURROGATE.sub("�", key) for key in islice(repeated, Problems.MOST)]
        return None, [whole(REPEATED_KEY(key=abbreviated(key)), key) for key in keys]
    if half_characters and any(map(_SURROGATE.search, _strings(root))):
        return None, [whole(LONE_SURROGATE())]
    return root, []


def _bounded(digits: str) -> int:
    return int(digits) if len(digits) < 30 else (-_HUGE if digits.startswith("-") else _HUGE)


def _strings(root: Any) -> Iterator[str]:
    """Yield every text in a JSON value, also the keys of its objects."""
    waiting = [root]
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            waiting.extend(value)
            waiting.extend(value.values())
        elif isinstance(value, list):
            waiting.extend(value)
