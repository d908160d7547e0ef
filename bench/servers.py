"""Saves and looks a second, and how long they take: one server with SQLite, then two with one PostgreSQL.

    python -m bench.servers [--seconds 20] [--phones 16]

Each phone has a match of its own, four matches are of one group. It saves a round, looks three times whether there is
something new, as the page does, and once at the whole pad.
"""

from __future__ import annotations

import argparse
import http.client
import statistics
import tempfile
import threading
import time
from collections import defaultdict
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlencode

from bench.chaos import installation, tables
from tests.postgres import Postgres
from tests.server.real import Phone, Server


class Busy:
    """A phone with one connection that stays open."""

    def __init__(self, server: Server, match: str, token: str) -> None:
        phone = Phone(server, match, token)
        self.match, self.form_token = match, phone.form_token
        self.cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in phone.cookies)
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
        self.tag, self.saved = "", 0
        self.times: dict[str, list[float]] = defaultdict(list)

    def ask(self, what: str, method: str, path: str, wanted: int, body: str | None = None, **headers: str) -> None:
        headers |= {"Cookie": self.cookies, "Accept-Language": "en"}
        if body:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        begun = time.perf_counter()
        self.connection.request(method, path, body, headers)
        answer = self.connection.getresponse()
        answer.read()
        self.times[what].append((time.perf_counter() - begun) * 1000)
        if answer.status != wanted:
            raise RuntimeError(f"{what} was answered {answer.status}")
        self.tag = answer.headers.get("HX-PTag", self.tag)

    def play(self, until: float) -> None:
        while time.monotonic() < until:
            data = {"key": f"{id(self)}-{self.saved:06}", "seen": self.saved, "points-0": 1, "points-1": -1}
            form = urlencode({**data, "csrfmiddlewaretoken": self.form_token})
            self.ask("save", "POST", self.match + "adjust/", 302, form)
            self.saved += 1
            self.ask("pad", "GET", self.match, 200, **{"HX-Request": "true"})
            for _ in range(3):
                self.ask("look", "GET", self.match, 304, **{"HX-Request": "true", "HX-PTag": self.tag})


def measure(title: str, servers: list[Server], chosen: argparse.Namespace) -> None:
    with ExitStack() as ends:
        places = tables(servers[0], chosen.phones, -(-chosen.phones // 4))
        for server in servers:
            ends.callback(server.kill)
            server.start()
        phones = [Busy(servers[number % len(servers)], *place) for number, place in enumerate(places)]
        until = time.monotonic() + chosen.seconds
        threads = [threading.Thread(target=phone.play, args=(until,)) for phone in phones]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        print(title)
        for what in ("save", "pad", "look"):
            times = sorted(each for phone in phones for each in phone.times[what])
            print(
                f"  {what:5} {len(times) / chosen.seconds:7.1f} a second   median {statistics.median(times):6.1f}   "
                f"p99 {times[int(len(times) * 0.99)]:6.1f} ms",
                flush=True,
            )


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--seconds", type=float, default=20)
    options.add_argument("--phones", type=int, default=16)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as folder:
        measure("one server, SQLite", installation(Path(folder), "", 1), chosen)
    with Postgres() as postgres, tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as folder:
        measure("two servers, PostgreSQL", installation(Path(folder), postgres.new_database(), 2), chosen)


if __name__ == "__main__":
    main()
