"""How long a phone waits that saves rounds while a long history is exported by eight others, or brought in.

    python -m bench.exchange [--games 4700] [--postgres]

Starts the real server on a data folder of its own.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

from bench.busy import Busy, milliseconds, more_matches
from tests.postgres import Postgres
from tests.server.real import Phone, Server

OWNER = """
from django.contrib.auth import SESSION_KEY, BACKEND_SESSION_KEY, HASH_SESSION_KEY
from django.conf import settings
from scorekeeper.web.sessions import SessionStore
from scorekeeper.people.models import Group, User
user, session = User.objects.get(), SessionStore()
session[SESSION_KEY], session[HASH_SESSION_KEY] = str(user.pk), user.get_session_auth_hash()
session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
session.create()
print("OWNER", session.session_key, Group.found("Long ago", user).key)
"""


def games(count: int, rounds: int) -> bytes:
    """A score file: a game a day, of four who adjust points."""
    names = ["Anna", "Ben", "Carla", "Dirk"]
    found = [
        {
            "game": "rufmariasch",
            "id": f"{count}-{rounds}-{number}",
            "played_at": f"{1990 + number // 300}-{number // 25 % 12 + 1:02}-{number % 25 + 1:02}T20:00:00Z",
            "players": names,
            "options": {"stake": 5},
            "ended": "early",
            "rounds": [
                {"kind": "adjustment", "points": {"Anna": each + 1, "Ben": -each - 1}} for each in range(rounds)
            ],
        }
        for number in range(count)
    ]
    return json.dumps({"format": "scorekeeper/1", "games": found}).encode()


def upload(phone: Phone, path: str, content: bytes) -> float:
    """How long it takes, in seconds."""
    token = phone.token_in(phone.get(path))
    body = (
        (
            f'--edge\r\nContent-Disposition: form-data; name="csrfmiddlewaretoken"\r\n\r\n{token}\r\n--edge\r\n'
            'Content-Disposition: form-data; name="file"; filename="games.json"\r\n\r\n'
        ).encode()
        + content
        + b"\r\n--edge--\r\n"
    )
    request = urllib.request.Request(phone.base + path, body, {"Content-Type": "multipart/form-data; boundary=edge"})
    begun = time.perf_counter()
    with phone.opener.open(request, timeout=300) as answer:
        answer.read()
    return time.perf_counter() - begun


def fetch(phone: Phone, path: str, until: Callable[[], bool], answers: list[int]) -> None:
    while not until():
        try:
            with phone.opener.open(phone.base + path, timeout=300) as answer:
                while answer.read(1 << 16):
                    pass
                answers.append(answer.status)
        except urllib.error.HTTPError as error:
            error.read()
            answers.append(error.code)
            time.sleep(1)


def saving(phone: Busy, done: Callable[[], bool]) -> list[float]:
    """Saves one round after the other until something else is done; how long each took, in milliseconds."""
    phone.times.clear()
    while not done():
        phone.save()
        time.sleep(0.02)
    if phone.errors:
        raise RuntimeError(phone.errors[0])
    return phone.times["save"]


def told(what: str, times: list[float]) -> None:
    print(f"  {what:44} {len(times):5} saves: {milliseconds(times)}", flush=True)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--games", type=int, default=4700)
    options.add_argument("--postgres", action="store_true")
    chosen = options.parse_args()
    with ExitStack() as ends, tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as folder:
        url = ends.enter_context(Postgres()).new_database() if chosen.postgres else ""
        server = Server(Path(folder) / "data", url)
        ends.callback(server.kill)
        match, token = server.set_up()
        session, key = server.manage("shell", "-v0", "-c", OWNER).partition("OWNER ")[2].split()[:2]
        server.start()
        phone = Busy(Phone(server, match, token), more_matches(server, 60))
        owner = Phone(server, match, token)
        next(cookie for cookie in owner.cookies if cookie.name == "sessionid").value = session
        for count, rounds in ((chosen.games, 3), (2000, 25)):
            with ThreadPoolExecutor() as beside:
                work = beside.submit(upload, owner, f"/g/{key}/data/import/", games(count, rounds))
                times = saving(phone, work.done)
            told(f"import of {count} games of {rounds} rounds, {work.result():.1f} s", times)
        stop = threading.Event()
        answers: list[int] = []
        path = f"/g/{key}/data/games.json"
        readers = [threading.Thread(target=fetch, args=(owner, path, stop.is_set, answers)) for _ in range(8)]
        for reader in readers:
            reader.start()
        until = time.monotonic() + 15
        times = saving(phone, lambda: time.monotonic() > until)
        stop.set()
        for reader in readers:
            reader.join()
        told(f"eight export at once ({answers.count(200)} files, {answers.count(503)} told to wait)", times)
        phone.connection.close()  # the server lets one go that waits so long
        until = time.monotonic() + 5
        told("nobody else", saving(phone, lambda: time.monotonic() > until))


if __name__ == "__main__":
    main()
