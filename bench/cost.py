"""What a saved round, a pad and a look cost in time of processors, on SQLite and on PostgreSQL.

    python -m bench.cost [--rounds 200]

One phone after the other, so that nobody waits: the time that the processes have used is the same on a busy machine.
docs/capacity.md reckons with it.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable
from itertools import cycle
from pathlib import Path

from bench.busy import Busy, processor_time
from bench.chaos import installation, tables
from tests.postgres import Postgres
from tests.server.real import Phone, Server

TABLES = 8


def measure(server: Server, rounds: int, *others: Postgres) -> None:
    places = tables(server, TABLES, 2)
    server.start()
    try:
        phones = [Busy(Phone(server, *place)) for place in places]

        def cost(what: str, times: int, act: Callable[[Busy], None]) -> None:
            before = [processor_time(each.process) for each in (server, *others)]
            for _, phone in zip(range(times), cycle(phones)):
                act(phone)
            spent = [processor_time(each.process) for each in (server, *others)]
            each = [(now - then) * 1000 / times for then, now in zip(before, spent, strict=True)]
            said = ", ".join(f"{name} {ms:.2f} ms" for name, ms in zip(("server", "PostgreSQL"), each, strict=False))
            print(f"  {what:28}{said}", flush=True)

        def both(phone: Busy) -> None:
            phone.save()
            phone.part()

        for phone in phones * 3:  # both workers have drawn it once
            both(phone)
        cost("a round saved", rounds, Busy.save)
        cost("a round saved, the pad anew", rounds, both)
        cost("the pad, drawn before", rounds, Busy.part)
        for phone in phones:
            phone.part()
        cost("a look", rounds * 20, Busy.look)
        if errors := [error for phone in phones for error in phone.errors]:
            raise RuntimeError(errors[0])
    finally:
        server.kill()


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--rounds", type=int, default=200)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="scorekeeper-cost-") as folder:
        [server] = installation(Path(folder), "", 1)
        print("SQLite")
        measure(server, chosen.rounds)
    with Postgres() as postgres, tempfile.TemporaryDirectory(prefix="scorekeeper-cost-") as folder:
        [server] = installation(Path(folder), postgres.new_database(), 1)
        print("PostgreSQL")
        measure(server, chosen.rounds, postgres)


if __name__ == "__main__":
    main()
