"""Phones of the benches, what they need of a server, and how their figures are told."""

from __future__ import annotations

import os
import re
import statistics
import subprocess
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlencode

from tests.server.real import Phone, Server

ROUNDS = 20  # of a match; then a phone goes on with its next one
MORE_MATCHES = """
from scorekeeper.nights.models import Match, Night
from scorekeeper.people.bounds import GAMES_A_NIGHT
from scorekeeper.server.write_queue import write_transaction
first = Match.objects.first()
players = [seat.player for seat in first.seated]
with write_transaction():
    for number in range({count}):
        if number % GAMES_A_NIGHT.most == 0:
            night = Night.objects.create(group=first.night.group)
        print("MATCH", Match.start(night, first.game_slug, players, {{}}, 0).get_absolute_url())
"""

missed = 0


def judged(text: str, good: bool) -> None:
    """Print a figure, marked with ✗ where it misses what is wanted; `missed` counts those."""
    global missed
    missed += not good
    print(f"  {text}{'' if good else ' ✗'}", flush=True)


def milliseconds(times: Iterable[float]) -> str:
    """Return how long something took (milliseconds) at the median, and for the slowest."""
    ordered = sorted(times)
    late = ordered[int(len(ordered) * 0.99)]
    return f"median {statistics.median(ordered):6.1f}   p99 {late:6.1f}   worst {ordered[-1]:6.1f} ms"


def more_matches(server: Server, count: int) -> list[str]:
    """Return the addresses of so many new matches beside the first one."""
    said = server.manage("shell", "-v0", "-c", MORE_MATCHES.format(count=count))
    return re.findall(r"^MATCH (\S+)$", said, re.MULTILINE)


def processor_time(process: subprocess.Popen[bytes] | None) -> float:
    """Return seconds of processors that this process, its children and all others of its session have used."""
    ticks = 0
    for file in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended
            fields = file.read_text().rpartition(") ")[2].split()
            if process is not None and process.pid in (int(fields[1]), int(fields[3])):
                ticks += sum(map(int, fields[11:15]))  # with those of children that have ended
    return ticks / os.sysconf("SC_CLK_TCK")


class Busy:
    """A joined phone on one connection that stays open. `times` are milliseconds, by what was asked."""

    def __init__(self, phone: Phone, matches: Sequence[str] = ()) -> None:
        """Write rounds into these matches, else that of the phone, so many in each and then in the next."""
        self.matches = matches or (phone.match,)
        self.match = self.matches[0]
        self.seen: Counter[str] = Counter()
        self.form_token = phone.form_token
        self.cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in phone.cookies)
        self.origin = {"Origin": phone.base} if phone.front else {}
        self.connection = phone.connection(timeout=60)
        self.tag, self.saved = "", 0
        self.times: dict[str, list[float]] = defaultdict(list)
        self.errors: list[str] = []

    def ask(self, what: str, method: str, path: str, wanted: int, body: str | None = None, **headers: str) -> int:
        """Return the status of the answer; another one than is wanted is an error."""
        headers |= self.origin | {"Cookie": self.cookies, "Accept-Language": "en", "Accept-Encoding": "gzip"}
        if body:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        begun = time.perf_counter()
        self.connection.request(method, path, body, headers)
        answer = self.connection.getresponse()
        answer.read()
        self.times[what].append((time.perf_counter() - begun) * 1000)
        if answer.status != wanted:
            self.errors.append(f"{what} in {self.match} was answered {answer.status}")
        self.tag = answer.headers.get("HX-PTag", self.tag)
        return answer.status

    @property
    def key(self) -> str:
        """Of the round that comes next."""
        return f"{id(self)}-{self.saved:06}"

    def send(self) -> int:
        """Send one round more, the same until it counts as saved; return the status of the answer."""
        self.match = self.matches[self.saved // ROUNDS % len(self.matches)]
        data = {"key": self.key, "seen": self.seen[self.match], "points-0": 1, "points-1": -1}
        form = urlencode({**data, "csrfmiddlewaretoken": self.form_token})
        return self.ask("save", "POST", self.match + "adjust/", 302, form)

    def save(self) -> None:
        """Enter one round more."""
        self.send()
        self.done()

    def done(self) -> None:
        """Count the round that was sent as saved."""
        self.saved += 1
        self.seen[self.match] += 1

    def pad(self, **headers: str) -> None:
        self.ask("pad", "GET", self.match, 200, **headers)

    def part(self) -> None:
        """Ask as htmx does when there is something new."""
        self.pad(**{"HX-Request": "true"})

    def nothing(self) -> None:
        """Ask the view that does nothing (bench.bare_urls)."""
        self.ask("nothing", "GET", "/nothing/", 200)

    def look(self) -> None:
        self.ask("look", "GET", self.match, 304, **{"HX-Request": "true", "HX-PTag": self.tag})


def all_at_once(
    phones: Sequence[Busy], play: Callable[[Busy], None], seconds: float, *beside: threading.Thread
) -> None:
    """Let each phone do `play` again and again, for so long."""
    until = time.monotonic() + seconds

    def on_and_on(phone: Busy) -> None:
        while time.monotonic() < until:
            play(phone)

    threads = [*(threading.Thread(target=on_and_on, args=(phone,)) for phone in phones), *beside]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def of_all(phones: Iterable[Busy], what: str) -> list[float]:
    """Return how long it took on all phones, in milliseconds."""
    return [each for phone in phones for each in phone.times[what]]
