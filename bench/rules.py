"""The time that the rules take: rounds a second, whole score files, the referee.

Times of rounds and of the referee are processor time on one core; files are timed by the clock, in a process of
their own. A figure that misses what is wanted is marked with ✗, and then the exit status is 1.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import cycle, islice
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from games.kernel.engine import Engine
from games.registry import all_games
from games.score_file import judge_text
from tests.play import Group, group

ROOT = Path(__file__).parent.parent

MOST_TIMES_LOADS = 20
MOST_SECONDS = 20.0
MOST_MEGABYTES = 1000
MOST_TIMES_LINEAR = 12
MOST_MILLISECONDS = 0.2

missed = False


def marked(figure: str, fine: bool) -> str:
    global missed
    missed = missed or not fine
    return figure + ("  " if fine else " ✗")


def seconds_of(work: Callable[..., object], *given: object) -> float:
    """Processor seconds of the best of five runs."""
    best = float("inf")
    for _ in range(5):
        gc.collect()
        before = time.process_time()
        work(*given)
        best = min(best, time.process_time() - before)
    return best


# Rounds


def enter_all(them: Group, games: Iterable[list[dict[str, Any]]]) -> None:
    for records in games:
        engine = Engine(them.game, them.table, them.players[0])
        for record in records:
            engine.over = False  # no target ends it
            if engine.enter(record).score is None:
                raise AssertionError("a round that was played does not score")


def bench_rounds(count: int = 240) -> None:
    print("\nRounds a second on one core, and how many times json.loads of the same bytes it takes (wanted: at most")
    print(f"{MOST_TIMES_LOADS} where a round is entered by its result)\n")
    print(f"  {'game':26}{'players':>8}  {'form':26}{'rounds/s':>10}{'µs/round':>10}{'bytes':>7}{'× loads':>10}")
    for game in all_games().values():
        for seats in game.seats:
            for form, them, games in by_form(game.slug, seats, count):
                number = sum(map(len, games))
                text = json.dumps(games)
                scoring = seconds_of(enter_all, them, games)
                ratio = scoring / seconds_of(json.loads, text)
                fine = form.endswith("tricks") or ratio <= MOST_TIMES_LOADS
                print(
                    f"  {game.slug:26}{seats:8}  {form:26}{number / scoring:10,.0f}{scoring / number * 1e6:10.1f}"
                    f"{len(text) // number:7}{marked(f'{ratio:10.1f}', fine)}"
                )


def by_form(slug: str, seats: int, count: int) -> Iterator[tuple[str, Group, list[list[dict[str, Any]]]]]:
    """The same rounds in each form they can be written in, game by game."""
    random = Random(f"{slug} {seats}")
    them = group(all_games()[slug], seats, random)
    rounds = them.play_rounds(count)
    kinds: dict[str, list[dict[str, Any]]] = {}
    for round_ in rounds:
        for form, record in round_.noted.items():
            # Not every round exists in every form, so each record names its dealer.
            kinds.setdefault(f"{record['kind']}: {form}", []).append({**record, "dealer": round_.dealer})
    for form, records in kinds.items():
        fresh = json.loads(json.dumps(records))
        yield form, them, [fresh] * max(1, count // len(rounds))


# Files


def bench_files() -> None:
    print(
        f"\nmanage.py score, in a process of its own (wanted: at most {MOST_SECONDS:.0f} s and {MOST_MEGABYTES} MB for"
    )
    print(f"100,000 rounds, and at most {MOST_TIMES_LINEAR} times what 10,000 take)\n")
    print(f"  {'file':44}{'MB':>6}{'seconds':>9}{'of processor':>14}{'peak MB':>9}{'times':>7}")
    with tempfile.TemporaryDirectory() as folder:
        for name, write in FILES.items():
            before = 0.0
            for rounds in (10_000, 100_000):
                path = Path(folder) / "file.json"
                write(path, rounds)
                wall, processor, memory = scored(path)
                times = wall / before if before else 0.0
                before = wall
                print(
                    f"  {f'{rounds:,} {name}':44}{path.stat().st_size / 1e6:6.1f}"
                    f"{marked(f'{wall:9.2f}', wall <= MOST_SECONDS)}{processor:12.2f}"
                    f"{marked(f'{memory:9.0f}', memory < MOST_MEGABYTES)}"
                    + (marked(f"{times:5.1f}", times <= MOST_TIMES_LINEAR) if times else ""),
                    flush=True,
                )


def scored(path: Path) -> tuple[float, float, float]:
    """Seconds by the clock and by the processor, and the peak memory in MB, of `manage.py score`."""
    began = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, "manage.py", "score", str(path)], cwd=ROOT, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout
        ending = b""
        while chunk := process.stdout.read(1 << 20):
            ending = (ending + chunk)[-10:]
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0 or not ending.strip().endswith((b"}", b"]")):
        raise AssertionError(f"manage.py score ended with {process.returncode}: {ending!r}")
    return time.perf_counter() - began, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def write_games(path: Path, texts: Iterable[str]) -> None:
    with path.open("w", encoding="utf-8") as file:
        file.write('{"format": "scorekeeper/1", "games": [')
        for number, text in enumerate(texts):
            file.write((", " if number else "") + text)
        file.write("]}")


def whole_games(slug: str, seats: int, forms: tuple[str, ...]) -> Iterator[tuple[str, int]]:
    """Games played to their own end or for ten rounds, again and again: each as JSON, with its number of rounds."""
    random = Random(f"{slug} {seats} {forms}")
    games = []
    for _ in range(60):
        them = group(all_games()[slug], seats, random)
        engine = Engine(them.game, them.table, them.players[0])
        records: list[dict[str, Any]] = []
        while len(records) < 10 and not engine.over:
            noted = them.round(str(engine.next_dealer)).noted
            records.append(noted[random.choice([form for form in forms if form in noted])])
            engine.enter(records[-1])
        file = them.file(*records)
        del file["format"]
        games.append((json.dumps(file, ensure_ascii=False), len(records)))
    return cycle(games)


def up_to(rounds: int, games: Iterator[tuple[str, int]]) -> Iterator[str]:
    while rounds > 0:
        text, number = next(games)
        rounds -= number
        yield text


def captured_and_counted(path: Path, rounds: int) -> None:
    write_games(path, up_to(rounds, whole_games("beutelschneider", 4, ("captured", "counted"))))


def tricks(path: Path, rounds: int) -> None:
    write_games(path, up_to(rounds, whole_games("beutelschneider", 4, ("tricks",))))


def one_long_game(path: Path, rounds: int) -> None:
    """Rufmariasch has no end of its own."""
    them = group(all_games()["rufmariasch"], 4, Random(1), stake=10)
    records = [them.round(them.players[number % 4]).noted["call"] for number in range(400)]
    path.write_text(json.dumps(them.file(*islice(cycle(records), rounds)), ensure_ascii=False), encoding="utf-8")


FILES = {
    "captured and counted, many games": captured_and_counted,
    "rounds of one game of Rufmariasch": one_long_game,
    "rounds as tricks, many games": tricks,
}


# The referee


def bench_referee(rounds: int = 40) -> None:
    print(
        f"\nOne trick judged inside the process, from its text to the answer (wanted: median below {MOST_MILLISECONDS} ms)\n"
    )
    print(f"  {'game':26}{'players':>8}{'median ms':>14}{'slowest of 20':>16}")
    for game in all_games().values():
        for seats in game.seats:
            them = group(game, seats, Random(seats), **({"special_cards": True} if game.has_choices else {}))
            took = []
            for round_ in them.play_rounds(rounds):
                for trick in round_.tricks:
                    text = json.dumps(them.trick_file(trick, trick is round_.tricks[-1], round_.trump))
                    before = time.process_time()
                    judge_text(text)
                    took.append((time.process_time() - before) * 1000)
            took.sort()
            middle = median(took)
            slow = took[len(took) * 19 // 20]
            print(f"  {game.slug:26}{seats:8}{marked(f'{middle:14.3f}', middle < MOST_MILLISECONDS)}{slow:14.3f}")


def main() -> None:
    parts = {"rounds": bench_rounds, "referee": bench_referee, "files": bench_files}
    parser = argparse.ArgumentParser(prog="python -m bench.rules", description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[*parts, []], help="default: all")
    for part in parser.parse_args().parts or parts:
        parts[part]()
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
