"""Breaks valid files at random, and checks what the two commands promise:
a result or problems, never a traceback.

    python -m tests.fuzz --seconds 600

prints how many inputs it tried. An input that breaks the promise is saved in .fuzz/.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import itertools
import json
import sys
import time
import traceback
import unicodedata
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from unittest import mock

from games.kernel.engine import Engine
from games.registry import all_games
from scorekeeper.exchange.management.commands import referee, score
from scorekeeper.exchange.management.commands._score_file import ScoreFileCommand

from .play import Group, group

COMMANDS: dict[str, Callable[..., ScoreFileCommand]] = {"score": score.Command, "referee": referee.Command}
FAILURES = Path(__file__).parent.parent / ".fuzz"


class Input(NamedTuple):
    command: str
    text: bytes


# The promise


def run(command: str, text: bytes, language: str) -> tuple[int, str]:
    """A command fed through standard input: its exit status and what it prints."""
    out = io.StringIO()
    stdin = mock.Mock(buffer=io.BytesIO(text))
    with mock.patch.object(sys, "stdin", stdin):
        try:
            COMMANDS[command](stdout=out).handle(file="-", language=language)
        except SystemExit as end:
            return int(end.code or 0), out.getvalue()
    return 0, out.getvalue()


def check(given: Input) -> bool:
    """Holds a command to its promise. True if the input was fine after all."""
    answers = {}
    for language in ("de", "en"):
        status, printed = run(*given, language)
        printed.encode()  # no half characters
        answer = json.loads(printed)
        problems = answer["problems"] if isinstance(answer, dict) and "problems" in answer else None
        assert status == (0 if problems is None else 1)
        answers[language] = answer if problems is None else [place(each) for each in problems]
        if problems is None and given.command == "score":
            for game in answer if isinstance(answer, list) else [answer]:
                check_sums(game)
        assert problems is None or problems
    if isinstance(answers["en"], list) and answers["en"] and isinstance(answers["en"][0], tuple):
        assert answers["de"] == answers["en"]
        return False
    return True


def place(problem: dict[str, Any]) -> tuple[Any, ...]:
    """A problem without its text, once it has been seen to be well formed."""
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
    """What was scored adds up, however odd the file."""
    totals = dict.fromkeys(game["totals"], 0)
    for each in game["rounds"]:
        added = dict.fromkeys(totals, 0)
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
    """For every game and every number of players score files and tricks for the referee."""
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
        record = random.choice(list(them.round(str(engine.next_dealer)).noted.values()))
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
    for record in them.round(them.players[-1]).noted.values():
        yield them.file(record, first_dealer=them.players[-1])


# Mutations


class Raw(str):
    """JSON as it is to be written, sense or nonsense."""

    __slots__ = ()


class Pairs(list[tuple[str, Any]]):
    """An object in which a key may stand twice."""


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
    """JSON with whatever the mutations left in it."""
    if isinstance(value, Raw):
        return str(value)
    if isinstance(value, (dict, Pairs)):
        pairs = value.items() if isinstance(value, dict) else value
        return "{" + ",".join(f"{json.dumps(key)}:{written(each)}" for key, each in pairs) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(written, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


Node = tuple[Any, Any]  # what holds a value, and the key or index it is held by


def pick(random: Random, root: Any, stop: float = 0.2) -> Node | None:
    """A place somewhere in the tree, high and low ones alike."""
    held: Node | None = None
    value = root
    while isinstance(value, (dict, list)) and not isinstance(value, Pairs) and value:
        key = random.choice(list(value)) if isinstance(value, dict) else random.randrange(len(value))
        held, value = (value, key), value[key]
        if random.random() < stop:
            break
    return held


def mutate(random: Random, root: Any, odd: list[Any]) -> None:
    """One change somewhere in the tree."""
    node = pick(random, root)
    if node is None:
        return
    holder, key = node
    value = holder[key]
    match random.randrange(12):
        case 0:  # drop
            del holder[key]
        case 1:  # repeat
            repeat(random, holder, key)
        case 2 | 3:  # retype
            holder[key] = deepcopy(random.choice(ODD_VALUES))
        case 4:  # something that stands in other files
            holder[key] = deepcopy(random.choice(odd))
        case 5:  # swap
            other = pick(random, root)
            if other and not contains(value, other[0]) and not contains(other[0][other[1]], holder):
                holder[key], other[0][other[1]] = other[0][other[1]], value
        case 6:  # nest
            holder[key] = random.choice([[value], {"": value}, [[[value]]], {"Anna": value}, {"points": value}])
        case 7:  # rename, or a key too many
            if isinstance(holder, dict):
                name = random.choice([key.upper(), key + " ", "", "x", random.choice(list(holder)), f"{key}.0", "Anna"])
                holder[name] = holder.pop(key) if random.random() < 0.5 else deepcopy(value)
        case 8:  # a number or a text a little off
            holder[key] = askew(random, value)
        case 9:  # another order
            if isinstance(value, list):
                random.shuffle(value)
            elif isinstance(value, dict):
                holder[key] = dict(random.sample(list(value.items()), len(value)))
        case 10:  # the same elsewhere
            other = pick(random, root)
            if other:
                other[0][other[1]] = deepcopy(value)
        case 11:  # the same for everybody
            if isinstance(value, (dict, list)) and not isinstance(value, Pairs):
                same = random.choice(ODD_VALUES)
                for each in value if isinstance(value, dict) else range(len(value)):
                    value[each] = deepcopy(same)


def repeat(random: Random, holder: Any, key: Any) -> None:
    value = holder[key]
    if isinstance(holder, list):
        holder.insert(random.randint(0, len(holder)), deepcopy(value))
    elif isinstance(value, dict) and value:
        pairs = Pairs(value.items())
        pairs.insert(random.randint(0, len(pairs)), random.choice(pairs))
        holder[key] = pairs
    elif isinstance(value, list):
        holder[key] = value + deepcopy(value)


def askew(random: Random, value: Any) -> Any:
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, int):
        return random.choice([value + 1, value - 1, -value, value * 10, float(value), str(value), value * 10**20])
    if isinstance(value, str):
        forms = [value.lower(), value.upper(), value + " ", value[:-1], value * 2, f"{value}\u0301", "\u200b" + value]
        return random.choice([*forms, unicodedata.normalize("NFD", value), value[::-1]])
    return value


def contains(tree: Any, wanted: Any) -> bool:
    if tree is wanted:
        return True
    inner = tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else ()
    return any(contains(each, wanted) for each in inner)


def noise(random: Random, text: bytes) -> bytes:
    """Some bytes otherwise."""
    at = random.randrange(len(text) + 1)
    to = min(len(text), at + random.choice([1, 1, 2, 10, 1000]))
    match random.randrange(8):
        case 0:
            return text[:at]
        case 1:
            return text[:at] + text[to:]
        case 2:
            return text[:at] + random.randbytes(random.randint(1, 4)) + text[to:]
        case 3:
            return text[:at] + text[at:to] * 2 + text[to:]
        case 4:
            return b"\xef\xbb\xbf" + text
        case 5:
            return text.decode("utf-8", "replace").encode(random.choice(["utf-16", "latin-1", "utf-32"]), "replace")
        case 6:
            return (
                text[:at] + random.choice([b",", b":", b'"', b"{", b"]", b"\\", b"\x00", b"1", b"e9", b"."]) + text[at:]
            )
        case _:
            return text + random.choice([b" ", b"\n{}", b",", b"]", b"\x00"])


def inputs(random: Random) -> Iterator[Input]:
    """Broken files without end."""
    files = valid_files(random)
    odd = [value for _, file in random.sample(files, 8) for value in everything_in(file)]
    while True:
        command, file = random.choice(files)
        root: list[Any] = [deepcopy(file)]
        for _ in range(random.choice([1, 1, 1, 2, 2, 3, 5, 10])):
            mutate(random, root if random.random() < 0.02 else root[0] if root else None, odd)
        text = written(root[0] if root else None).encode("utf-8", "surrogatepass")
        for _ in range(random.choice([0] * 8 + [1, 2])):
            text = noise(random, text)
        if random.random() < 0.02:
            command = random.choice(list(COMMANDS))
        yield Input(command, text)


def everything_in(value: Any) -> Iterator[Any]:
    yield value
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from everything_in(each)


# What failed


def where(error: Exception) -> str:
    """What broke and where, without what differs from input to input."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {frame.name}, line {frame.lineno} of {Path(frame.filename).name}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=None, help="default: another one each time")
    arguments = parser.parse_args()
    seed = arguments.seed if arguments.seed is not None else Random().randrange(2**32)
    until = time.monotonic() + arguments.seconds
    tried = fine = 0
    failures: set[str] = set()
    while time.monotonic() < until:
        # New files to break every now and then.
        for given in itertools.islice(inputs(Random(f"{seed}/{tried}")), 2000):
            tried += 1
            try:
                fine += check(given)
            except Exception as error:
                broken = where(error)
                if broken not in failures:
                    failures.add(broken)
                    print(f"{broken}: saved as {save(given)}", flush=True)
            if time.monotonic() > until:
                break
    print(f"seed {seed}: {tried:,} inputs tried, {fine:,} of them still fine, {len(failures)} kinds of failure")
    sys.exit(1 if failures else 0)


def save(given: Input) -> Path:
    FAILURES.mkdir(exist_ok=True)
    path = FAILURES / f"{given.command}-{hashlib.sha256(given.text).hexdigest()[:12]}.json"
    path.write_bytes(given.text)
    return path


if __name__ == "__main__":
    main()
