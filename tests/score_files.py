"""Files for the commands `score` and `referee`, valid or broken in many ways, and a check of the commands' answers.

The commands must answer with a result or with problems, never with a traceback. `test_fuzzing.py` tries random files;
`make fuzz` tries twenty times as many.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache
from random import Random
from typing import Any, NamedTuple
from unittest import mock

from hypothesis import strategies as st

from games.kernel.engine import Engine
from games.registry import all_games
from scorekeeper.exchange.management.commands import referee, score
from scorekeeper.exchange.management.commands._score_file import ScoreFileCommand

from .play import Group, group

COMMANDS: dict[str, Callable[..., ScoreFileCommand]] = {"score": score.Command, "referee": referee.Command}


class Input(NamedTuple):
    command: str
    text: bytes


# The promise


def run(command: str, text: bytes, language: str) -> tuple[int, str]:
    """Run a command with this text as standard input; return its exit status and its output."""
    out = io.StringIO()
    stdin = mock.Mock(buffer=io.BytesIO(text))
    with mock.patch.object(sys, "stdin", stdin):
        try:
            COMMANDS[command](stdout=out).handle(file="-", language=language)
        except SystemExit as end:
            return int(end.code or 0), out.getvalue()
    return 0, out.getvalue()


def check(given: Input) -> bool:
    """Check that a command answers this input with a result or with problems; return whether there are no problems."""
    refused = {}
    for language in ("de", "en"):
        status, printed = run(*given, language)
        printed.encode()  # raises an error for an unpaired surrogate
        answer = json.loads(printed)
        problems = answer["problems"] if isinstance(answer, dict) and "problems" in answer else None
        assert status == (0 if problems is None else 1)
        refused[language] = [place(each) for each in problems or ()]
        if problems is None and given.command == "score":
            for game in answer if isinstance(answer, list) else [answer]:
                check_sums(game)
        assert problems is None or problems
    assert refused["de"] == refused["en"]
    return not refused["en"]


def place(problem: dict[str, Any]) -> tuple[Any, ...]:
    """Check that a problem is well formed; return it without its text."""
    assert list(problem) == ["game", "round", "field", "code", "text"]
    game, round_, field, code, text = problem.values()
    for number in (game, round_):
        assert number is None or (type(number) is int and number >= 0)
    assert round_ is None or game is not None
    assert isinstance(field, str)
    assert isinstance(code, str)
    assert code.isidentifier()
    assert isinstance(text, str)
    assert 0 < len(text) < 2000
    return game, round_, field, code


def check_sums(game: dict[str, Any]) -> None:
    """Check that the lines, points, totals, money and transfers of a scored game add up."""
    totals = dict.fromkeys(game["totals"], 0)
    for each in game["rounds"]:
        added = dict.fromkeys(each["points"], 0)  # the players of this round, who may be fewer than the game's
        for line in each["lines"]:
            added[line["player"]] += line["amount"]
            assert line["amount"]
        assert added == each["points"]
        for player, points in added.items():
            totals[player] += points
        assert sum(each.get("money", {}).values()) == 0
    assert totals == game["totals"]
    if "money" in game:
        owed = dict(game["money"])
        assert sum(owed.values()) == 0
        for transfer in game["transfers"]:
            owed[transfer["from"]] += transfer["amount"]
            owed[transfer["to"]] -= transfer["amount"]
        assert not any(owed.values())


# Valid files to begin with


def valid_files(random: Random) -> list[tuple[str, dict[str, Any]]]:
    """Return (command, file) pairs for every game and number of players: score files, and tricks for the referee.

    At the end, add a file with several games for each command.
    """
    found: list[tuple[str, dict[str, Any]]] = []
    for game in all_games().values():
        for seats in game.seats:
            them = group(game, seats, random, stake=random.choice([0, 10]))
            found.extend(("score", file) for file in some_files(them, random))
            them = group(game, seats, random)
            round_ = them.round(them.players[0])
            for number in random.sample(range(len(round_.tricks)), min(3, len(round_.tricks))):
                last = number == len(round_.tricks) - 1
                found.append(("referee", them.trick_file(round_.tricks[number], last, round_.trump)))
    for command in ("score", "referee"):
        several = [
            {key: value for key, value in file.items() if key != "format"}
            for its_command, file in random.sample(found, 12)
            if its_command == command
        ]
        found.append((command, {"format": "scorekeeper/1", "games": several}))
    return found


def some_files(them: Group, random: Random) -> Iterator[dict[str, Any]]:
    if them.rounds:
        rounds = [random.choice(list(each.noted.values())) for each in them.play_rounds(them.rounds)]
        yield them.file(*rounds, *them.closing())
        yield them.file(*rounds[:1], ended="early")
        return
    engine = Engine(them.game, them.table, them.players[-1])
    rounds = []
    while len(rounds) < 3 and not engine.over:
        record = random.choice(list(them.after(engine.deals).round(str(engine.next_dealer)).noted.values()))
        rounds.append({**record, "note": "…", "dealer": engine.next_dealer} if random.random() < 0.3 else record)
        engine.enter(record)
        if not engine.over and random.random() < 0.3:
            rounds.append({"kind": "adjustment", "points": dict(zip(them.players, (5, -5), strict=False))})
            engine.enter(rounds[-1])
    yield them.file(
        *rounds,
        first_dealer=them.players[-1],
        id="one",
        played_at="2026-03-01T20:15:00+01:00",
        place="Küche",
        note="",
        **({} if engine.over else {"ended": "early"}),
    )
    yield them.file(*rounds[:1], first_dealer=them.players[-1])
    for record in them.after(0).round(them.players[-1]).noted.values():
        yield them.file(record, first_dealer=them.players[-1])
    yield from files_with_others(them)


def files_with_others(them: Group) -> Iterator[dict[str, Any]]:
    """Yield score files in which the players change.

    In the first file, a player is replaced (unless in teams), seats change, and the last rounds are announced. Unless the rules fix the
    number of players, one player also leaves and another joins with points.

    If the rules let the dealer sit out, yield a second file, in which the dealer does.
    """
    in_teams = them.game.team_count(them.table.options) > 0
    seats = [them.players[0] if in_teams else "Ida", *them.players[1:]]
    changes = [
        {"kind": "seats", "players": seats, "replaced": {} if in_teams else {"Ida": them.players[0]}},
        {"kind": "seats", "players": seats[::-1], "note": "…"},
        {"kind": "unscored", "dealer": None},
        {"kind": "last_rounds", "rounds": 3},
    ]
    if not them.game.keeps_seats(them.table.options):
        changes.append({"kind": "seats", "players": [*them.players[1:], "Jan"], "points": {"Jan": -3}})
    yield them.file(*changes, first_dealer=them.players[-1], ended="early")
    if them.game.lets_dealer_sit_out(len(them.players), them.table.options):
        [record, *_] = them.round(them.players[-1]).noted.values()
        whole = them.file({"kind": "adjustment", "points": {"Ida": 0}}, record, sits_out="dealer", first_dealer="Ida")
        yield whole | {"players": ["Ida", *them.players]}


class Raw(str):
    """JSON text that is written unchanged, valid or not."""

    __slots__ = ()


class Pairs(list[tuple[str, Any]]):
    """A JSON object that may contain a key twice."""


ODD_VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2, 20, 90, 120, 1.0, 0.5, -0.0, 2**31, 2**63, 10**18, 10**30, -(10**30)),
    *(Raw("9" * 4300), Raw("9" * 5000), Raw("-" + "9" * 5000), Raw("1e400"), Raw("1E2"), Raw("-0"), Raw("1" + "0" * 4299)),
    *(Raw("NaN"), Raw("Infinity"), Raw("-Infinity"), Raw("01"), Raw("+1"), Raw("undefined"), Raw("")),
    *("", " ", "0", "1", "null", "anna", "ANNA", " Anna", "Anna ", "Anna\u00a0", "Anna\u200b", "A\u0308nna", "Ben\n"),
    *("\u0000", "\u001f", "\u0085", "\u2028", "\u202eneB", "\ufeff", "\U0001f468\u200d\U0001f469", "İ", "ß", "ẞ", "ﬀ", "ǆ"),
    *("x" * 41, "x" * 100_000, "{player}", "{0}", "{", "}", "%s", "%(x)s", "\\", '"', "<b>", "a.b", "٣", "R٣", "D１"),
    *(Raw('"\\ud800"'), Raw('"\\udfffx"'), Raw('"\\ud83d\\ude00"'), Raw('"\\u0000"'), Raw("'Anna'")),
    *([], {}, [[]], [{}], {"": ""}, [None], ["Anna", "Anna"], {"Anna": None}, {"Anna": {}}, {"Anna": [1]}, [0, 0], [1, 2, 3]),
    *("beutelschneider", "rufmariasch", "krimsutep", "tricks", "captured", "adjustment", "round", "early"),
    *("R10", "RD", "TM", "TN", "T", "r10", "R 10", "H", "each", "team", "EUR", "€UR", "eur", "scorekeeper/1"),
    *(Raw("[" * 50 + "]" * 50), Raw("[" * 100_000 + "]" * 100_000), Raw('{"a":' * 3000 + "1" + "}" * 3000), Raw("[" * 5000)),
)  # fmt: skip


def written(value: Any) -> str:
    """Return the JSON of a value that may contain `Raw` and `Pairs`."""
    if isinstance(value, Raw):
        return str(value)
    if isinstance(value, (dict, Pairs)):
        pairs = value.items() if isinstance(value, dict) else value
        return "{" + ",".join(f"{json.dumps(key)}:{written(each)}" for key, each in pairs) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(written, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


# Broken files

PUNCTUATION = [b"", b",", b":", b'"', b"{", b"]", b"\\", b"\x00", b"1", b"e9", b".", b"\xef\xbb\xbf", b"\xff"]


@cache
def files_to_break(seed: int) -> tuple[list[tuple[str, dict[str, Any]]], list[Any]]:
    """Return valid files, and all values in the first eight of them."""
    files = valid_files(Random(seed))
    return files, [value for _, file in files[:8] for value in everything_in(file)]


@st.composite
def broken_files(draw: st.DrawFn) -> Input:
    """Return a command and a valid file after one to four random changes (CHANGES). Some files also get bad bytes."""
    files, values = files_to_break(draw(st.integers(0, 9)))
    command, file = draw(st.sampled_from(files))
    if draw(st.integers(0, 49)) == 0:
        command = draw(st.sampled_from(sorted(COMMANDS)))
    root = deepcopy(file)
    for _ in range(draw(st.integers(1, 4))):
        holder, key = draw(places(root))
        draw(st.sampled_from(CHANGES))(draw, holder, key, values)
    text = written(root).encode("utf-8", "surrogatepass")
    if draw(st.integers(0, 4)) == 0:
        text = draw(noise(text))
    return Input(command, text)


@st.composite
def places(draw: st.DrawFn, root: dict[str, Any]) -> tuple[Any, Any]:
    """Return a random place in the tree, at any depth: the container of a value, and the value's key or index in it."""
    held: tuple[Any, Any] = (root, draw(st.sampled_from(sorted(root)))) if root else ({"": None}, "")
    while isinstance(value := held[0][held[1]], (dict, list)) and value and draw(st.integers(0, 4)):
        if isinstance(value, Pairs):
            break
        keys = [key for key in value if isinstance(key, str)] if isinstance(value, dict) else range(len(value))
        held = value, draw(st.sampled_from(keys))
    return held


def drop(draw: st.DrawFn, holder: Any, key: Any, values: list[Any]) -> None:
    del holder[key]


def replace(draw: st.DrawFn, holder: Any, key: Any, values: list[Any]) -> None:
    holder[key] = deepcopy(draw(st.sampled_from([*ODD_VALUES, *values])))


def replace_all(draw: st.DrawFn, holder: Any, key: Any, values: list[Any]) -> None:
    """Replace all values of a container by the same odd value."""
    value = draw(st.sampled_from(ODD_VALUES))
    for each in list(holder) if isinstance(holder, dict) else range(len(holder)):
        holder[each] = deepcopy(value)


def repeat(draw: st.DrawFn, holder: Any, key: Any, values: list[Any]) -> None:
    """Repeat an item of a list, a whole list, or a key of an object."""
    value = holder[key]
    if isinstance(holder, list):
        holder.insert(draw(st.integers(0, len(holder))), deepcopy(value))
    elif isinstance(value, list):
        holder[key] = value + deepcopy(value)
    elif isinstance(value, dict) and value:
        pairs = list(value.items())
        holder[key] = Pairs([*pairs, draw(st.sampled_from(pairs))])


def nest(draw: st.DrawFn, holder: Any, key: Any, values: list[Any]) -> None:
    value = holder[key]
    holder[key] = draw(st.sampled_from([[value], {"": value}, [[[value]]], {"Anna": value}, {"points": value}]))


def rename(draw: st.DrawFn, holder: Any, key: Any, values: list[Any]) -> None:
    """Move or copy a value of an object to another key."""
    if isinstance(holder, dict):
        value = holder[key]
        if draw(st.booleans()):
            del holder[key]
        names = [key.upper(), key + " ", "", "x", f"{key}.0", "Anna", *sorted(holder)]
        holder[draw(st.sampled_from(names))] = value


def put_askew(draw: st.DrawFn, holder: Any, key: Any, values: list[Any]) -> None:
    """Replace a number or a text by a similar one."""
    value = holder[key]
    if isinstance(value, int):
        near = [value + 1, value - 1, -value, value * 10, float(value), str(value), value * 10**20]
        holder[key] = draw(st.sampled_from(near))
    elif isinstance(value, str):
        near = [value.lower(), value.upper(), value + " ", value[:-1], value * 2, f"{value}\u0301", value[::-1]]
        holder[key] = draw(st.sampled_from(near))


CHANGES = [drop, replace, replace, replace_all, repeat, nest, rename, put_askew]


@st.composite
def noise(draw: st.DrawFn, text: bytes) -> bytes:
    """Return the text in another encoding, or with some bytes replaced or inserted."""
    if draw(st.integers(0, 4)) == 0:
        return text.decode("utf-8", "replace").encode(draw(st.sampled_from(["utf-16", "latin-1", "utf-32"])), "replace")
    at = draw(st.integers(0, len(text)))
    to = min(len(text), at + draw(st.sampled_from([0, 1, 2, 10, 1000, len(text)])))
    return text[:at] + draw(st.sampled_from(PUNCTUATION)) + text[to:]


def everything_in(value: Any) -> Iterator[Any]:
    """Yield a value and all values in it, at any depth."""
    yield value
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from everything_in(each)
