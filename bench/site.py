"""What a look, a pad and a save cost the real server, as multiples of each other: `python -m bench.site`.

A cost is the processor time of the server's processes. All are measured in turn, so that other load slows them alike,
and a figure is the median of the ratios: a machine's speed varies.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from http.client import HTTPConnection
from itertools import cycle
from pathlib import Path
from urllib.parse import urlencode

from bench import figures
from bench.figures import judged
from tests.server.real import Phone, Server, more_matches

TURNS, WRITERS = 5, 12
ROUNDS = 20  # on the measured pads
MOST_SEEN, MOST_SAVE, MOST_ANEW = (
    16,
    3,
    3.2,
)  # a pad seen before in looks; a save and a pad drawn anew in pads seen before
type Act = Callable[[], object]


def processor_time(process: subprocess.Popen[bytes] | None) -> float:
    """Return the processor seconds of this process, its children and all processes of its session."""
    ticks = 0
    for file in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # the process has ended
            fields = file.read_text().rpartition(") ")[2].split()
            if process is not None and process.pid in (int(fields[1]), int(fields[3])):
                ticks += sum(map(int, fields[11:15]))  # including the ticks of children that have ended
    return ticks / os.sysconf("SC_CLK_TCK")


class Busy:
    """A phone that has joined a group. All share one connection: an idle one is closed."""

    def __init__(self, phone: Phone, connection: HTTPConnection, match: str) -> None:
        self.match, self.form_token = match, phone.form_token
        self.cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in phone.cookies)
        self.connection = connection
        self.tag, self.saved = "", 0

    def ask(self, method: str, path: str, wanted: int, body: str | None = None, **headers: str) -> None:
        """Send a request; raise RuntimeError if the response has another status than `wanted`."""
        headers |= {"Cookie": self.cookies, "Accept-Language": "en", "Accept-Encoding": "gzip"}
        if body:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        self.connection.request(method, path, body, headers)
        answer = self.connection.getresponse()
        answer.read()
        if answer.status != wanted:
            raise RuntimeError(f"{path} was answered {answer.status}")
        self.tag = answer.headers.get("HX-PTag", self.tag)

    def save(self) -> None:
        data = {"key": f"{id(self)}-{self.saved:06}", "seen": self.saved, "points-0": 1, "points-1": -1}
        self.ask("POST", f"{self.match}adjust/", 302, urlencode({**data, "csrfmiddlewaretoken": self.form_token}))
        self.saved += 1

    def pad(self) -> None:
        self.ask("GET", self.match, 200)

    def part(self) -> None:
        """Request the part of the pad that htmx loads after a change."""
        self.ask("GET", self.match, 200, **{"HX-Request": "true"})

    def look(self) -> None:
        self.ask("GET", self.match, 304, **{"HX-Request": "true", "HX-PTag": self.tag})


def cost(server: Server, act: Act, times: int) -> float:
    """Call `act` so many times; return the server's average processor time for one call, in milliseconds."""
    before = processor_time(server.process)
    for _ in range(times):
        act()
    return (processor_time(server.process) - before) * 1000 / times


def measure(server: Server, match: str, token: str) -> None:
    matches = [match, *more_matches(server, WRITERS)]
    server.start()
    joined = Phone(server, match, token)
    connection = joined.connection(timeout=60)
    phone, *writers = (Busy(joined, connection, each) for each in matches)
    for each in (phone, *writers):
        for _ in range(ROUNDS - TURNS):
            each.save()
    phone.part()
    turn = cycle(writers)

    def save() -> None:
        next(turn).save()

    def save_and_draw() -> None:
        writer = next(turn)
        writer.save()
        writer.pad()

    acts = {phone.look: 600, phone.pad: 200, save: WRITERS, save_and_draw: WRITERS}
    costs = [[cost(server, act, times) for act, times in acts.items()] for _ in range(TURNS)]
    look, seen, saved = (statistics.median(each) for each in list(zip(*costs, strict=True))[:3])
    judged(f"a look that finds nothing new: {look:.2f} ms of a processor, a pad seen before {seen:.1f}")
    ratio = statistics.median(seen / look for look, seen, _save, _both in costs)
    judged(f"a pad with {ROUNDS} rounds, seen before: {ratio:.1f} looks (wanted: {MOST_SEEN})", ratio <= MOST_SEEN)
    ratio = statistics.median(saved / seen for _look, seen, saved, _both in costs)
    judged(f"a save: {saved:.1f} ms, {ratio:.1f} pads seen before (wanted: {MOST_SAVE})", ratio <= MOST_SAVE)
    ratio = statistics.median((both - saved) / seen for _look, seen, saved, both in costs)
    judged(f"the pad drawn anew after it: {ratio:.1f} pads seen before (wanted: {MOST_ANEW})", ratio <= MOST_ANEW)


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as folder:
        server = Server(Path(folder) / "data")
        match, token = server.set_up()
        try:
            measure(server, match, token)
        finally:
            server.kill()
    sys.exit(figures.missed > 0)


if __name__ == "__main__":
    main()
