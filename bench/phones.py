"""The phones of the benches, and functions to set up their servers and to print their figures."""

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

ROUNDS = 20  # rounds of a match, after which a phone goes on with its next match
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
    """Print a figure; if it is not good, mark it with ✗ and add one to `missed`."""
    global missed
    missed += not good
    print(f"  {text}{'' if good else ' ✗'}", flush=True)


def milliseconds(times: Iterable[float]) -> str:
    """Return a text with the median, the 99th percentile and the maximum of these times, which are in milliseconds."""
    ordered = sorted(times)
    late = ordered[int(len(ordered) * 0.99)]
    return f"median {statistics.median(ordered):6.1f}   p99 {late:6.1f}   worst {ordered[-1]:6.1f} ms"


def more_matches(server: Server, count: int) -> list[str]:
    """Create this many further matches on the server, with the players of its first match; return their addresses."""
    said = server.manage("shell", "-v0", "-c", MORE_MATCHES.format(count=count))
    return re.findall(r"^MATCH (\S+)$", said, re.MULTILINE)


def processor_time(process: subprocess.Popen[bytes] | None) -> float:
    """Return the processor seconds of this process, its children and all processes of its session.

    Return 0 if `process` is None.
    """
    ticks = 0
    for file in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # the process has ended
            fields = file.read_text().rpartition(") ")[2].split()
            if process is not None and process.pid in (int(fields[1]), int(fields[3])):
                ticks += sum(map(int, fields[11:15]))  # including the ticks of children that have ended
    return ticks / os.sysconf("SC_CLK_TCK")


class Busy:
    """A phone that has joined a group, with one connection that stays open.

    `times` maps each kind of request, such as "pad", to the milliseconds that each of its requests took. `errors`
    describes each response with an unexpected status.
    """

    def __init__(self, phone: Phone, matches: Sequence[str] = ()) -> None:
        """Connect, and set the matches for the rounds.

        The phone enters ROUNDS rounds in the first of `matches`, then ROUNDS in the second, and so on. After the last
        match it starts again with the first. Without `matches`, all rounds go into phone.match.
        """
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
        """Send a request of the kind `what` and return the response's status.

        If the status is not `wanted`, describe it in `errors`.
        """
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
        """The idempotency key of the next round."""
        return f"{id(self)}-{self.saved:06}"

    def send(self) -> int:
        """Send the next round and return the response status. Until `done` is called, every call sends the same round."""
        self.match = self.matches[self.saved // ROUNDS % len(self.matches)]
        data = {"key": self.key, "seen": self.seen[self.match], "points-0": 1, "points-1": -1}
        form = urlencode({**data, "csrfmiddlewaretoken": self.form_token})
        return self.ask("save", "POST", self.match + "adjust/", 302, form)

    def save(self) -> None:
        """Send the next round and count it as saved."""
        self.send()
        self.done()

    def done(self) -> None:
        """Count the round sent last as saved."""
        self.saved += 1
        self.seen[self.match] += 1

    def pad(self, **headers: str) -> None:
        self.ask("pad", "GET", self.match, 200, **headers)

    def part(self) -> None:
        """Request the part of the pad that htmx loads after a change."""
        self.pad(**{"HX-Request": "true"})

    def nothing(self) -> None:
        """Request the view that does nothing (bench.bare_urls)."""
        self.ask("nothing", "GET", "/nothing/", 200)

    def look(self) -> None:
        self.ask("look", "GET", self.match, 304, **{"HX-Request": "true", "HX-PTag": self.tag})


def all_at_once(
    phones: Sequence[Busy], play: Callable[[Busy], None], seconds: float, *beside: threading.Thread
) -> None:
    """Repeat `play` with each phone in a thread of its own for this many seconds; run the threads `beside` meanwhile."""
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
    """Return the milliseconds of all requests of this kind, such as "pad", of these phones."""
    return [each for phone in phones for each in phone.times[what]]
