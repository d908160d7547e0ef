"""The memory of the server's workers while 50 phones enter rounds: it must stay below a limit.

    python -m bench.memory [--seconds 180]

Each phone has one connection. After each round it loads its pad twice: once for itself, and once as a second phone
would that shows the same pad. After twenty rounds the phone goes on with its next match. The figure is the highest
private memory of the larger worker: the bytes that would be freed if the worker ended.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import suppress
from itertools import cycle
from pathlib import Path

from bench import phones
from bench.phones import Busy, all_at_once, judged, more_matches
from tests.server.real import Phone, Server

PADS, EACH = 50, 40  # phones; matches of each phone, one after the other
LOOK_EVERY = 10  # seconds
SAVED = 302
MOST = 140  # MB of one worker


def workers(server: Server) -> Iterator[int]:
    """Yield the process ids of the server's workers.

    A worker is a child of the server. Its command line has Granian's name for workers. If Granian could not set that
    name, the command line has `spawn_main`.
    """
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # the process has ended
            line = (folder / "cmdline").read_text().replace("\0", " ")
            parent = (folder / "stat").read_text().rpartition(") ")[2].split()[1]
            if server.process and int(parent) == server.process.pid and ("spawn_main" in line or " worker-" in line):
                yield int(folder.name)


def megabytes(process: int) -> float:
    """Return the private memory of this process, in MB."""
    text = Path(f"/proc/{process}/smaps_rollup").read_text()
    return sum(int(found) for found in re.findall(r"^Private_\w+:\s+(\d+) kB", text, re.MULTILINE)) / 1000


def measure(seconds: int, served: Server, pads: list[Busy]) -> list[float]:
    """Let all phones play for this many seconds, and measure every LOOK_EVERY seconds.

    Return the measured values: the private memory of the larger worker, in MB.
    """
    found: list[float] = []
    over = threading.Event()

    def look() -> None:
        while not over.wait(LOOK_EVERY):
            found.append(max(map(megabytes, workers(served))))

    def play(phone: Busy) -> None:
        if phone.send() == SAVED:
            phone.done()
        phone.part()
        phone.part()

    watcher = threading.Thread(target=look)
    watcher.start()
    try:
        all_at_once(pads, play, seconds)
    finally:
        over.set()
        watcher.join()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=180)
    seconds: int = parser.parse_args().seconds
    with tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as folder:
        server = Server(Path(folder) / "data")
        match, token = server.set_up()
        matches = cycle([match, *more_matches(server, PADS * EACH)])
        server.start()
        try:
            joined = Phone(server, match, token)
            pads = [Busy(joined, [next(matches) for _ in range(EACH)]) for _ in range(PADS)]
            begun = max(map(megabytes, workers(server)))
            found = measure(seconds, server, pads)
        finally:
            server.kill()
    saved = sum(phone.saved for phone in pads)
    print(f"\n{PADS} pads for {seconds} s, {saved:,} rounds: MB of the larger worker, every {LOOK_EVERY} s")
    print("  " + " ".join(f"{each:.0f}" for each in [begun, *found]))
    # The status 503 is not an error: a busy server answers with it, and the phone sends the same form again.
    errors = [error for phone in pads for error in phone.errors if not error.endswith(" 503")]
    judged(f"{max(found):.0f} MB at most", max(found) < MOST and not errors)
    print(*errors[:3], sep="\n")
    sys.exit(phones.missed > 0)


if __name__ == "__main__":
    main()
