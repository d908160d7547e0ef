"""The server is killed while phones write: no acknowledged round is lost or saved twice."""

import json
import random
import re
import sqlite3
import threading
import time
import urllib.error
from contextlib import closing
from http.client import HTTPException
from pathlib import Path

import pytest

from tests.fuzz_values import repeated
from tests.server.real import Phone, Server

KILLS = 2

LOOK = """
import json
from django.core.management import call_command
from scorekeeper.nights.models import Match
match = Match.objects.get()
print("KEPT", json.dumps([[entry.number, entry.record["points"]["Anna"]] for entry in match.all_entries]))
call_command("rescore", check=True)
"""


@pytest.mark.server
def test_no_acknowledged_round_is_lost_and_none_is_there_twice(running):
    server, phone = running
    there = phone.seen()
    acknowledged: list[str] = []
    killer = threading.Thread(target=kill_again_and_again, args=(server, there, acknowledged), daemon=True)
    killer.start()
    while killer.is_alive() or len(acknowledged) < 10:
        acknowledged.append(enter_until_taken(phone, there + len(acknowledged) + 1))
    said = server.manage("shell", "-v0", "-c", LOOK)
    kept = json.loads(re.search(r"^KEPT (.*)$", said, re.MULTILINE)[1])
    assert kept[there:] == [[n, n] for n in range(there + 1, there + len(acknowledged) + 1)]
    assert said.endswith("1 games checked, 0 wrong.\n")


def enter_until_taken(phone: Phone, number: int, *, patient: bool = False) -> str:
    """Send one entry with the same key until the server acknowledges it; return the key.

    With `patient`, also try again after a status 503: a server that cannot reach its database answers so. Raise
    TimeoutError after a minute.
    """
    key = f"entry-{number:04}"
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            status = phone.adjust(key, number - 1, number)
        except (urllib.error.URLError, HTTPException, OSError):
            time.sleep(0.02)
            continue
        if patient and status == 503:
            time.sleep(0.02)
            continue
        assert status == 200, f"entry {number} was answered {status}\n{phone.server.said}"
        return key
    raise TimeoutError(f"entry {number} was never taken")


def kill_again_and_again(server: Server, before: int, acknowledged: list[str]) -> None:
    """Kill and restart the server again and again while another thread enters rounds.

    Every second time, kill it when a round is saved but not acknowledged yet; the other times, at a random moment.
    `before` is the number of entries at the start. `acknowledged` has the keys of the entries that the server has
    acknowledged since; the other thread extends it.
    """
    for number in repeated(KILLS):
        so_far = len(acknowledged)
        while len(acknowledged) == so_far:
            time.sleep(0.001)
        if number % 2:
            time.sleep(random.uniform(0, 0.3))
        else:
            with closing(
                sqlite3.connect(Path(server.environment["SCOREKEEPER_DATA"]) / "scorekeeper.sqlite3")
            ) as there:
                while there.execute("SELECT COUNT(*) FROM nights_entry").fetchone()[0] <= before + len(acknowledged):
                    pass
        server.kill()
        server.start()
