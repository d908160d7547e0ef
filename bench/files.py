"""The time and the peak memory of `manage.py score` for long score files.

The command runs as a process of its own. Its time is wall-clock time. If a figure misses its limit, it is marked with
✗, and the exit status is 1.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Any

from games.kernel.engine import Engine
from games.registry import all_games
from tests.play import group

ROOT = Path(__file__).parent.parent

MOST_SECONDS = 20.0
MOST_MEGABYTES = 1000
MOST_TIMES_LINEAR = 12

missed = False


def marked(figure: str, fine: bool) -> str:
    global missed
    missed = missed or not fine
    return figure + ("  " if fine else " ✗")


def main() -> None:
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
    sys.exit(1 if missed else 0)


def scored(path: Path) -> tuple[float, float, float]:
    """Return the wall-clock seconds, the processor seconds and the peak memory in MB of `manage.py score` for a file.

    Raise AssertionError if the command fails, or if its output does not end as JSON does.
    """
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
    """Return an endless iterator of games, each as (JSON, number of rounds); it repeats the same 60 games.

    A game ends after ten rounds, if its rules do not end it before. The record of each round is of a kind in `forms`,
    such as "captured" or "tricks".
    """
    random = Random(f"{slug} {seats} {forms}")
    games = []
    for _ in range(60):
        them = group(all_games()[slug], seats, random)
        engine = Engine(them.game, them.table, them.players[0])
        records: list[dict[str, Any]] = []
        while len(records) < 10 and not engine.over:
            noted = them.after(engine.deals).round(str(engine.next_dealer)).noted
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
    """Write a score file of one game with this many rounds. It is Rufmariasch, which has no fixed end."""
    them = group(all_games()["rufmariasch"], 4, Random(1), stake=10)
    records = [them.round(them.players[number % 4]).noted["call"] for number in range(400)]
    path.write_text(json.dumps(them.file(*islice(cycle(records), rounds)), ensure_ascii=False), encoding="utf-8")


FILES = {
    "captured and counted, many games": captured_and_counted,
    "rounds of one game of Rufmariasch": one_long_game,
    "rounds as tricks, many games": tricks,
}


if __name__ == "__main__":
    main()
