"""Saves while the connection is cut at random moments: before sending, while sending, before the answer.

    python -m bench.cuts [--saves 10000] [--phones 8] [--seed 0]

A client that closes its sockets sends the forms as the site's script does, again and again until they are answered. Starts
the real server on a data folder of its own. Exit status 1 if a save is lost or there twice.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import socket
import struct
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from urllib.parse import urlencode

from bench.phones import more_matches
from tests.server.real import Phone, Server

ROUNDS = 25  # of one match; a match that goes on for ever would time the scoring
CUTS = ("before sending", "while sending", "before the answer", "not at all")

KEYS = """
from scorekeeper.nights.models import Entry
for key, number in Entry.objects.values_list("key", "record__points__Anna"):
    print("KEPT", key, number)
"""


def kept(server: Server) -> Counter[str]:
    """The amounts that were saved, each of which was typed once."""
    return Counter(re.findall(r"^KEPT \S+ (\d+)$", server.manage("shell", "-v0", "-c", KEYS), re.MULTILINE))


def reset(connection: socket.socket) -> None:
    """Close it as a network does that is gone: without a word."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


class Cutter(Phone):
    """A phone whose connections break."""

    def __init__(self, server: Server, match: str, token: str, seed: int) -> None:
        super().__init__(server, match, token)
        found = re.search(r'data-who="([^"]+)"', self.get(match))
        assert found
        self.who = found[1]
        self.random = random.Random(seed)
        self.cuts: Counter[str] = Counter()

    def save(self, match: str, seen: int, amount: int) -> None:
        """One form, sent until it is answered."""
        key = f"{self.random.getrandbits(128):032x}"
        fields = {
            "key": key,
            "seen": seen,
            "points-0": amount,
            "points-1": -amount,
            "csrfmiddlewaretoken": self.form_token,
        }
        body = urlencode(fields).encode()
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.cookies)
        head = (
            f"POST {match}adjust/ HTTP/1.1\r\nHost: 127.0.0.1:{self.server.port}\r\nCookie: {cookies}\r\n"
            f"Idempotency-Key: {key[::-1]}\r\nSent-By: {self.who}\r\nContent-Type: application/x-www-form-urlencoded\r\n"
            f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        )
        until = time.monotonic() + 60
        while time.monotonic() < until:
            cut = self.random.choice(CUTS)
            self.cuts[cut] += 1
            status = self.attempt(head.encode() + body, cut)
            if status == 201:
                return
            if status is not None:
                raise RuntimeError(f"a save was answered {status}")
        raise TimeoutError("a save was not answered in a minute")

    def attempt(self, request: bytes, cut: str) -> int | None:
        """The status of the answer, if it came before the cut."""
        if cut == "before sending":
            return None
        connection = socket.create_connection(("127.0.0.1", self.server.port), timeout=30)
        try:
            if cut == "while sending":
                connection.sendall(request[: self.random.randrange(len(request))])
                time.sleep(self.random.random() / 200)
                reset(connection)
                return None
            connection.sendall(request)
            if cut == "before the answer":
                time.sleep(self.random.random() / 20)
                reset(connection)
                return None
            answer = connection.recv(4096)
            return int(answer.split(b" ", 2)[1]) if answer else None
        except ConnectionError:
            return None
        finally:
            connection.close()


def save_through_cuts(
    server: Server, token: str, saves: int, phones: int, seed: int = 0
) -> tuple[Counter[str], list[str]]:
    """So many saves by so many phones at once: how often what was cut, and what went wrong."""
    per_phone = -(-saves // phones)
    played = iter(more_matches(server, phones * -(-per_phone // ROUNDS)))
    errors: list[str] = []

    def play(cutter: Cutter, mine: list[str], first: int) -> None:
        try:
            for number in range(first, min(first + per_phone, saves)):
                cutter.save(mine[(number - first) // ROUNDS], (number - first) % ROUNDS, number + 1)
        except (RuntimeError, TimeoutError, OSError) as error:
            errors.append(str(error))

    cutters, threads = [], []
    for number in range(phones):
        mine = [next(played) for _ in range(-(-per_phone // ROUNDS))]
        cutters.append(Cutter(server, mine[0], token, seed * phones + number))
        threads.append(threading.Thread(target=play, args=(cutters[-1], mine, number * per_phone)))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum((cutter.cuts for cutter in cutters), Counter()), errors


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--saves", type=int, default=10_000)
    options.add_argument("--phones", type=int, default=8)
    options.add_argument("--seed", type=int, default=0, help="another cuts at other moments")
    chosen = options.parse_args()
    os.environ["SCOREKEEPER_HOSTS"] = ""
    with tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as folder:
        server = Server(Path(folder) / "data")
        _, token = server.set_up()
        server.start()
        try:
            begun = time.monotonic()
            cuts, errors = save_through_cuts(server, token, chosen.saves, chosen.phones, chosen.seed)
            seconds = time.monotonic() - begun
            found = kept(server)
        finally:
            server.kill()
    tries = ", ".join(f"{cuts[cut]:,} cut {cut}" for cut in CUTS)
    print(f"{chosen.saves:,} saves, {sum(cuts.values()):,} tries in {seconds:.0f} s: {tries}")
    typed = {str(number) for number in range(1, chosen.saves + 1)}
    lost, double = len(typed - set(found)), sum(count - 1 for count in found.values())
    print(f"  {lost} lost, {double} double")
    for error in errors[:5]:
        print("  ", error)
    if lost or double or errors:
        sys.exit(1)


if __name__ == "__main__":
    main()
