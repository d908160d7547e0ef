"""Saves and looks a second, and how long they take: one server with SQLite, then two with one PostgreSQL.

    python -m bench.servers [--seconds 20] [--phones 16]

Each phone has a match of its own, four matches are of one group. It saves a round, looks three times whether there is
something new, as the page does, and once at the whole pad.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from bench import busy
from bench.busy import Busy, all_at_once, judged, milliseconds, of_all
from bench.chaos import installation, tables
from tests.postgres import Postgres
from tests.server.real import Phone, Server


def measure(title: str, servers: list[Server], chosen: argparse.Namespace) -> None:
    with ExitStack() as ends:
        places = tables(servers[0], chosen.phones, -(-chosen.phones // 4))
        for server in servers:
            ends.callback(server.kill)
            server.start()
        phones = [Busy(Phone(servers[number % len(servers)], *place)) for number, place in enumerate(places)]
        all_at_once(phones, play, chosen.seconds)
        print(title)
        for what in ("save", "pad", "look"):
            times = of_all(phones, what)
            print(f"  {what:5} {len(times) / chosen.seconds:7.1f} a second   {milliseconds(times)}", flush=True)
        errors = [each for phone in phones for each in phone.errors]
        judged(f"errors {len(errors)} {errors[:3] or ''}", not errors)


def play(phone: Busy) -> None:
    phone.save()
    phone.part()
    for _ in range(3):
        phone.look()


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--seconds", type=float, default=20)
    options.add_argument("--phones", type=int, default=16)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as folder:
        measure("one server, SQLite", installation(Path(folder), "", 1), chosen)
    with Postgres() as postgres, tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as folder:
        measure("two servers, PostgreSQL", installation(Path(folder), postgres.new_database(), 2), chosen)
    sys.exit(1 if busy.missed else 0)


if __name__ == "__main__":
    main()
