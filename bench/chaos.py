"""Phones save rounds on two servers with one PostgreSQL while workers, servers and PostgreSQL are killed at random.

    python -m bench.chaos [--seconds 60] [--phones 32] [--seed 1] [--caddy]

A phone sends a round with the same key, now to one server and now to the other, until one says it has it; with --caddy it
sends everything by https to Caddy, which passes it on (hosting/Caddyfile). Exit status 1 if
a round that was acknowledged is missing or there twice, or if anything derived is not what the rounds give.
"""

from __future__ import annotations

import argparse
import collections
import json
import os
import shutil
import signal
import sys
import tempfile
import threading
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random

from tests.postgres import Postgres
from tests.server.caddy import Caddy
from tests.server.real import Phone, Server

MANY = """
from scorekeeper.people.models import Group, Role, ShareLink, User, Player
from scorekeeper.nights.models import Match, Night
from scorekeeper.server.write_queue import writing
for number in range({groups}):
    with writing():
        group = Group.found(f"Table {{number}}", User.objects.create_user(f"Owner {{number}}"))
        players = [Player.objects.create(group=group, name=name) for name in ("Anna", "Ben", "Carla", "Dirk")]
        link, token = ShareLink.make(group, Role.SCORER, "Sam")
        for _ in range({matches}):
            match = Match.start(Night.tonight(group), "rufmariasch", players, {{}}, 0, "Alice")
            print(f"SET {{match.get_absolute_url()}} {{token}}")
"""
COUNT = """
import json
from scorekeeper.nights.models import Match
kept = {match.get_absolute_url(): [entry.key for entry in match.all_entries] for match in Match.objects.select_related("night__group")}
print("KEPT", json.dumps(kept))
"""


def installation(folder: Path, url: str, count: int, **environment: str) -> list[Server]:
    """That many servers of one installation, with its tables."""
    servers = [Server(folder / f"server-{number}", url, **environment) for number in range(count)]
    servers[0].manage("migrate", "-v0")
    for server in servers[1:]:
        data = Path(server.environment["SCOREKEEPER_DATA"])
        data.mkdir(mode=0o700)
        shutil.copy2(folder / "server-0" / "secret_key", data)
    return servers


def tables(server: Server, phones: int, groups: int) -> list[tuple[str, str]]:
    """For each phone the address of a match of its own, and a scorer's token."""
    said = server.manage("shell", "-v0", "-c", MANY.format(groups=groups, matches=-(-phones // groups)))
    lines = [line.split()[1:] for line in said.splitlines() if line.startswith("SET ")]
    return [(match, token) for match, token in lines][:phones]


class Player:
    """A phone that saves rounds until time is up, each until it is acknowledged."""

    def __init__(self, number: int, servers: list[Server], front: Caddy | None, match: str, token: str) -> None:
        self.number, self.servers, self.front, self.match = number, servers, front, match
        self.phone = Phone(servers[0], match, token, front)
        self.acknowledged: list[str] = []
        self.answers: collections.Counter[str] = collections.Counter()
        self.longest = 0.0  # seconds that a round took

    def play(self, until: float) -> None:
        while time.monotonic() < until:
            seen = len(self.acknowledged)
            key = f"phone-{self.number:03}-round-{seen:05}"
            begun = time.monotonic()
            self.save(key, seen)
            self.acknowledged.append(key)
            self.longest = max(self.longest, time.monotonic() - begun)
            time.sleep(0.05)

    def save(self, key: str, seen: int) -> None:
        server = self.number
        while True:
            if not self.front:
                self.phone.base = f"http://127.0.0.1:{self.servers[server % 2].port}"
            try:
                status = self.phone.adjust(key, seen, 1)
            except Exception as error:
                self.answers[type(error).__name__] += 1
                status = 0
            else:
                self.answers[str(status)] += 1
            if status == 200:
                return
            if status == 409:
                raise RuntimeError(f"{key} was refused: somebody else wrote in this match")
            server += 1
            time.sleep(0.1)


def workers_of(server: Server) -> list[int]:
    with suppress(OSError, AttributeError):
        pid = server.process.pid  # type: ignore[union-attr]
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return []


def kill_at_random(
    chance: Random, servers: list[Server], postgres: Postgres, stop: threading.Event
) -> collections.Counter[str]:
    kills: collections.Counter[str] = collections.Counter()
    while not stop.wait(chance.uniform(1, 4)):
        what = chance.choices(["worker", "server", "PostgreSQL"], [6, 2, 2])[0]
        server = chance.choice(servers)
        kills[what] += 1
        if what == "worker":
            for pid in workers_of(server)[-1:]:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
        elif what == "server":
            for pid in workers_of(server):
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            server.kill()
            server.start()
        else:
            postgres.kill()
            time.sleep(chance.uniform(0, 1))
            postgres.start()
    return kills


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--seconds", type=float, default=60)
    options.add_argument("--phones", type=int, default=32)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--caddy", action="store_true")
    chosen = options.parse_args()
    with ExitStack() as ends, tempfile.TemporaryDirectory(prefix="scorekeeper-chaos-") as folder:
        postgres = ends.enter_context(Postgres())
        https = {"SCOREKEEPER_HTTPS": "1", "SCOREKEEPER_HOSTS": "localhost"} if chosen.caddy else {}
        servers = installation(Path(folder), postgres.new_database(), 2, **https)
        places = tables(servers[0], chosen.phones, 8)
        for server in servers:
            ends.callback(server.kill)
            server.start()
        front = ends.enter_context(Caddy(Path(folder), servers)) if chosen.caddy else None
        players = [Player(number, servers, front, *place) for number, place in enumerate(places)]
        stop = threading.Event()
        kills: list[collections.Counter[str]] = []
        killer = threading.Thread(
            target=lambda: kills.append(kill_at_random(Random(chosen.seed), servers, postgres, stop))
        )
        until = time.monotonic() + chosen.seconds
        threads = [threading.Thread(target=player.play, args=(until,)) for player in players]
        for thread in (*threads, killer):
            thread.start()
        time.sleep(chosen.seconds)
        stop.set()
        killer.join()
        for thread in threads:
            thread.join()
        said = servers[0].manage("shell", "-v0", "-c", COUNT)
        kept = json.loads(said.partition("KEPT ")[2].splitlines()[0])
        lost = sum(len(set(each.acknowledged) - set(kept[each.match])) for each in players)
        doubled = sum(len(keys) - len(set(keys)) for keys in kept.values())
        checked = servers[0].manage("rescore", "--check").splitlines()[-1]
        answers: collections.Counter[str] = sum((each.answers for each in players), collections.Counter())
        print(f"{chosen.seconds:.0f} s, {chosen.phones} phones; killed: {dict(kills[0])}")
        print(f"answers: {dict(answers)}; the longest that a round took: {max(each.longest for each in players):.1f} s")
        print(
            f"{sum(len(each.acknowledged) for each in players)} rounds acknowledged, {lost} lost, {doubled} double; {checked}"
        )
        if lost or doubled or not checked.endswith(" 0 wrong."):
            sys.exit(1)


if __name__ == "__main__":
    main()
