"""Forms over connections that break: before sending, while sending, before the answer.

A phone closes its sockets at random moments. It sends each form again until it is answered, as static/js/outbox.js
does. The environment variable SAVES is the number of saves (10,000 in `make fuzz`). SEED determines the moments.
"""

import os
import random
import re
import socket
import struct
import threading
import time
from collections import Counter
from urllib.parse import urlencode

import pytest

from tests.server.real import ONE_WORKER, Phone, Server, more_matches

SAVES, SEED = (int(os.environ.get(name, usual)) for name, usual in (("SAVES", "40"), ("SEED", "0")))
PHONES = 2
ROUNDS = 20  # the largest number of adjustments in each match
CUTS = ("before sending", "while sending", "before the answer", "not at all")
KEPT = """
from scorekeeper.nights.models import Entry
for points in Entry.objects.values_list("record__points__Anna", flat=True):
    print("KEPT", points)
"""

pytestmark = pytest.mark.server


class Cutter(Phone):
    """A phone whose connections break."""

    def __init__(self, server: Server, match: str, token: str, seed: int) -> None:
        super().__init__(server, match, token)
        self.who = re.search(r'data-who="([^"]+)"', self.get(match))[1]
        self.random = random.Random(seed)
        self.cuts: Counter[str] = Counter()
        self.errors: list[str] = []

    def save_all(self, matches: list[str], amounts: range) -> None:
        """Save an adjustment for each amount, at most `ROUNDS` in each match; store an error instead of raising it."""
        try:
            for number, amount in enumerate(amounts):
                self.save(matches[number // ROUNDS], number % ROUNDS, amount)
        except (AssertionError, OSError) as error:
            self.errors.append(str(error))

    def save(self, match: str, seen: int, amount: int) -> None:
        """Send one form again and again until it is answered.

        Raise AssertionError if there is no answer in a minute, or if its status is not 201.
        """
        key = f"{self.random.getrandbits(128):032x}"
        fields = {"key": key, "seen": seen, "points-0": amount, "points-1": -amount}
        body = urlencode(fields | {"csrfmiddlewaretoken": self.form_token}).encode()
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.cookies)
        head = (
            f"POST {match}adjust/ HTTP/1.1\r\nHost: 127.0.0.1:{self.server.port}\r\nCookie: {cookies}\r\n"
            f"Idempotency-Key: {key[::-1]}\r\nSent-By: {self.who}\r\nContent-Type: application/x-www-form-urlencoded\r\n"
            f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        )
        until, status = time.monotonic() + 60, None
        while status is None:
            assert time.monotonic() < until, "a save was not answered in a minute"
            status = self.attempt(head.encode() + body)
        assert status == 201, f"a save was answered {status}"

    def attempt(self, request: bytes) -> int | None:
        """Send a form over a connection that may be cut. Return the status of the answer; None if none came."""
        cut = self.random.choice(CUTS)
        self.cuts[cut] += 1
        if cut == "before sending":
            return None
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=30) as connection:
            if cut != "not at all":  # close with a reset instead of an orderly shutdown, as a broken network does
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            if cut == "while sending":
                connection.sendall(request[: self.random.randrange(len(request))])
                time.sleep(self.random.random() / 200)
                return None
            connection.sendall(request)
            if cut == "before the answer":
                time.sleep(self.random.random() / 20)
                return None
            answer = connection.recv(4096)
            return int(answer.split(b" ", 2)[1]) if answer else None


def test_no_save_is_lost_or_there_twice(tmp_path):
    server = Server(tmp_path / "data", options=ONE_WORKER)
    _, token = server.set_up()
    server.start()
    try:
        each, matches = SAVES // PHONES, -(-SAVES // PHONES // ROUNDS)
        played = more_matches(server, PHONES * matches)
        cutters = [Cutter(server, played[0], token, SEED * PHONES + number) for number in range(PHONES)]
        threads = [
            threading.Thread(
                target=cutter.save_all,
                args=(played[number * matches :][:matches], range(number * each + 1, (number + 1) * each + 1)),
            )
            for number, cutter in enumerate(cutters)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        kept = re.findall(r"^KEPT (\d+)$", server.manage("shell", "-v0", "-c", KEPT), re.MULTILINE)
    finally:
        server.kill()
    assert [error for cutter in cutters for error in cutter.errors] == []
    assert min(sum((cutter.cuts for cutter in cutters), Counter()).values()) > 0
    assert Counter(map(int, kept)) == dict.fromkeys(range(1, PHONES * each + 1), 1)
