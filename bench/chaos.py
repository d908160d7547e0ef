"""Phones save rounds on two servers with one PostgreSQL while workers, servers and PostgreSQL are killed at random.

    python -m bench.chaos [--seconds 60] [--phones 32] [--seed 1] [--caddy] [--gently]

With --gently nothing is killed: behind Caddy one server after the other is started anew, as docs/hosting.md says, and
each try has to be answered.

A phone sends a round with the same key, now to one server and now to the other, until one says it has it; with --caddy it
sends everything by https to Caddy, which passes it on (hosting/Caddyfile). Exit status 1 if
a round that was acknowledged is missing or counts twice, or if anything derived is not what the rounds give.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import ExitStack, suppress
from http.client import HTTPException
from itertools import cycle
from pathlib import Path
from random import Random

from bench.phones import Busy, all_at_once
from tests.postgres import Postgres
from tests.server.caddy import Caddy
from tests.server.real import Phone, Server, Visitor

MANY = """
from scorekeeper.people.models import Group, Role, ShareLink, User, Player
from scorekeeper.nights.models import Match, Night
from scorekeeper.server.write_queue import write_transaction
for number in range({groups}):
    with write_transaction():
        group = Group.found(f"Table {{number}}", User.objects.create_user(f"Owner {{number}}"))
        players = [Player.objects.create(group=group, name=name) for name in ("Anna", "Ben", "Carla", "Dirk")]
        link, token = ShareLink.make(group, Role.SCORER, "Sam")
        for _ in range({matches}):
            match = Match.start(Night.tonight(group), "rufmariasch", players, {{}}, 0, "Alice")
            print(f"SET {{match.get_absolute_url()}} {{token}}")
"""
LONGEST = 120  # seconds that a round may take
COUNT = """
import json
from scorekeeper.nights.models import Match
kept = {}
for match in Match.objects.select_related("night__group"):
    kept[match.get_absolute_url()] = [entry.key for entry in match.all_entries], match.totals[0]
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


class Stubborn(Busy):
    """A phone that sends a round until it is acknowledged, each try to the next server, or all to what stands in front."""

    def __init__(self, number: int, servers: list[Server], front: Caddy | None, match: str, token: str) -> None:
        super().__init__(Phone(servers[0], match, token, front))
        ways = [Visitor(server, front).connection() for server in (servers[:1] if front else servers)]
        self.connections = cycle(ways[number % len(ways) :] + ways[: number % len(ways)])
        self.answers: Counter[str] = Counter()
        self.acknowledged: list[str] = []
        self.longest = 0.0  # seconds that a round took

    def send(self) -> int:
        self.connection = next(self.connections)
        try:
            status = super().send()
        except (OSError, HTTPException) as error:
            self.connection.close()  # the next try opens it anew
            self.answers[type(error).__name__] += 1
            return 0
        self.answers[str(status)] += 1
        if status == 409:
            raise RuntimeError(f"{self.key} was refused: somebody else wrote in this match")
        return status

    def save(self) -> None:
        begun = time.monotonic()
        while self.send() != 302:
            if time.monotonic() - begun > LONGEST:
                raise RuntimeError(f"{self.key} was not saved in {LONGEST} s: {self.answers}")
            time.sleep(0.1)
        self.longest = max(self.longest, time.monotonic() - begun)
        self.acknowledged.append(self.key)
        self.done()
        time.sleep(0.05)


def workers_of(server: Server) -> list[int]:
    with suppress(OSError, AttributeError):
        pid = server.process.pid  # type: ignore[union-attr]
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return []


def kill_at_random(
    chance: Random, servers: list[Server], postgres: Postgres, seconds: float, kills: Counter[str]
) -> None:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        time.sleep(chance.uniform(1, 4))
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


def start_anew(servers: list[Server], seconds: float, done: Counter[str]) -> None:
    until = time.monotonic() + seconds
    for server in cycle(servers):
        server.stop()
        server.start()
        done["started anew"] += 1
        time.sleep(3)  # until Caddy has asked it
        if time.monotonic() > until:
            break


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--seconds", type=float, default=60)
    options.add_argument("--phones", type=int, default=32)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--caddy", action="store_true")
    options.add_argument("--gently", action="store_true")
    chosen = options.parse_args()
    with ExitStack() as ends, tempfile.TemporaryDirectory(prefix="scorekeeper-chaos-") as folder:
        postgres = ends.enter_context(Postgres())
        by_caddy = chosen.caddy or chosen.gently
        https = {"SCOREKEEPER_HTTPS": "1", "SCOREKEEPER_HOSTS": "localhost"} if by_caddy else {}
        servers = installation(Path(folder), postgres.new_database(), 2, **https)
        places = tables(servers[0], chosen.phones, 8)
        for server in servers:
            server.options = ["--leave", "4"]
            ends.callback(server.kill)
            server.start()
        front = ends.enter_context(Caddy(Path(folder), servers)) if by_caddy else None
        phones = [Stubborn(number, servers, front, *place) for number, place in enumerate(places)]
        kills: Counter[str] = Counter()
        if chosen.gently:
            beside = threading.Thread(target=start_anew, args=(servers, chosen.seconds, kills))
        else:
            given = (Random(chosen.seed), servers, postgres, chosen.seconds, kills)
            beside = threading.Thread(target=kill_at_random, args=given)
        all_at_once(phones, lambda phone: phone.save(), chosen.seconds, beside)
        said = servers[0].manage("shell", "-v0", "-c", COUNT)
        kept = json.loads(said.partition("KEPT ")[2].splitlines()[0])
        lost = sum(len(set(each.acknowledged) - set(kept[each.match][0])) for each in phones)
        more = sum(kept[each.match][1] - len(each.acknowledged) for each in phones) + lost
        checked = servers[0].manage("rescore", "--check").splitlines()[-1]
        answers: Counter[str] = sum((each.answers for each in phones), Counter())
        print(f"{chosen.seconds:.0f} s, {chosen.phones} phones; {dict(kills)}")
        print(f"answers: {dict(answers)}; the longest that a round took: {max(each.longest for each in phones):.1f} s")
        print(
            f"{sum(len(each.acknowledged) for each in phones)} rounds acknowledged, {lost} lost, {more} double; {checked}"
        )
        if lost or more or (chosen.gently and set(answers) != {"302"}) or not checked.endswith(" 0 wrong."):
            sys.exit(1)


if __name__ == "__main__":
    main()
