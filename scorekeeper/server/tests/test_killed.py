"""The server is killed while phones write: no acknowledged round is lost or saved twice."""

import json
import random
import threading
import time
import urllib.error
from http.client import HTTPException

import pytest

from tests.server.real import Phone, Server

ENTRIES = 300
KILLS = 6

COUNT = """
import json
from scorekeeper.nights.models import Match
match = Match.objects.get()
print("KEPT", json.dumps([[entry.number, entry.key, entry.record["points"].get("Anna", 0)] for entry in match.all_entries]), match.totals)
"""


@pytest.mark.server
def test_no_acknowledged_round_is_lost_and_none_is_there_twice(tmp_path):
    server = Server(tmp_path / "data")
    match, token = server.set_up()
    server.start()
    try:
        phone = Phone(server, match, token)
        stop = threading.Event()
        killer = threading.Thread(target=kill_now_and_then, args=(server, stop))
        killer.start()
        acknowledged = [enter_until_taken(phone, number) for number in range(1, ENTRIES + 1)]
        stop.set()
        killer.join()
    finally:
        server.kill()
    said = server.manage("shell", "-v0", "-c", COUNT)
    kept = json.loads(said[said.index("KEPT ") + 5 : said.rindex("]]") + 2])
    assert [[number, key] for number, key, _ in kept] == [[n, key] for n, key in enumerate(acknowledged, 1)]
    assert server.manage("rescore", "--check").endswith("1 games checked, 0 wrong.\n")
    assert server.kills >= KILLS // 2, "the server was hardly ever killed: nothing was proven"


def enter_until_taken(phone: Phone, number: int) -> str:
    """Sends one entry, with the same key again and again, until the server says it has it."""
    key = f"entry-{number:04}"
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            status = phone.adjust(key, number - 1, number)
        except (urllib.error.URLError, HTTPException, OSError):
            time.sleep(0.02)
            continue
        assert status == 200, f"entry {number} was answered {status}\n{phone.server.said}"
        return key
    raise TimeoutError(f"entry {number} was never taken")


def kill_now_and_then(server: Server, stop: threading.Event) -> None:
    chance = random.Random(2026)
    server.kills = 0
    while not stop.wait(chance.uniform(0.05, 0.5)) and server.kills < KILLS:
        server.kill()
        server.kills += 1
        server.start()
