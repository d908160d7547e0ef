"""Imports into a group of the real server, on SQLite.

    python -m bench.imports [games] [rounds]

- `games` measures the time of 2,000 short games: wall-clock time, from sending the file to the page that confirms the
  import.
- `rounds` measures the memory of 100,000 rounds: the peak of the larger worker.

Without arguments both run.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlencode

from bench import phones
from bench.memory import workers
from bench.phones import judged
from games.registry import all_games
from tests.play import group
from tests.server.real import Server, Visitor

NAMES = ("Anna", "Ben", "Carla", "Dirk", "Eva", "Fritz")
GAMES, MOST_SECONDS = 2000, 60
ROUNDS, ROUNDS_OF_A_GAME, MOST_MEGABYTES = 100_000, 1000, 500
EDGE = "edge-of-the-file"


def short_games() -> Iterator[dict[str, Any]]:
    """Yield GAMES games of one round each, three a night, as another program could export them.

    The games have 24 different names.
    """
    random = Random(1)
    for number in range(GAMES):
        players, day = random.sample(NAMES, random.randint(2, 5)), number // 3
        yield {
            "game": "other-game",
            "id": f"game {number}",
            "players": players,
            "options": {"name": f"Game {random.randrange(24)}", "rounds": 1},
            "played_at": f"{2015 + day // 336}-{day // 28 % 12 + 1:02}-{day % 28 + 1:02}T{19 + number % 3}:00:00Z",
            "rounds": [{"kind": "points", "points": {name: random.randint(0, 99) for name in players}}],
        }


def long_games() -> Iterator[dict[str, Any]]:
    """Yield games with ROUNDS_OF_A_GAME rounds each, ROUNDS in all. They are Rufmariasch, which has no fixed end."""
    them = group(all_games()["rufmariasch"], 4, Random(1), stake=10)
    records = [them.round(them.players[number % 4]).noted["call"] for number in range(ROUNDS_OF_A_GAME)]
    for number in range(ROUNDS // ROUNDS_OF_A_GAME):
        game = them.file(*records) | {"id": f"game {number}", "played_at": f"2020-01-01T{number % 24:02}:00:00Z"}
        del game["format"]
        yield game


def imported(games: Iterator[dict[str, Any]]) -> tuple[float, float, int]:
    """Import the games; return (seconds, peak memory of the larger worker in MB, number of imported games)."""
    content = json.dumps({"format": "scorekeeper/1", "games": list(games)}).encode()
    with tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as folder:
        server = Server(Path(folder) / "data")
        match, _token = server.set_up()
        server.start()
        try:
            owner = Visitor(server)
            owner.submit("/account/login/", login="Alice", password="green felt and brass")
            there = f"{match.partition('/m/')[0]}/data/import/"
            token = owner.token_in(owner.get(there))
            begun = time.monotonic()
            page = send_file(owner, there, token, content)
            while 'id="underway"' in page:
                time.sleep(0.5)
                body = urlencode({"csrfmiddlewaretoken": token}).encode()
                with owner.opener.open(f"{owner.base}{there}go-on/", body, timeout=600) as answer:
                    page = answer.read().decode()
            took = time.monotonic() - begun
            peaks = [Path(f"/proc/{worker}/status").read_text() for worker in workers(server)]
        finally:
            server.kill()
    here = re.findall(r"<b>(\d+)</b>", page)
    return took, max(int(re.findall(r"VmHWM:\s+(\d+)", each)[0]) for each in peaks) / 1000, int(here[0] if here else 0)


def send_file(owner: Visitor, there: str, token: str, content: bytes) -> str:
    def part(name: str) -> bytes:
        return f'--{EDGE}\r\nContent-Disposition: form-data; name="{name}"'.encode()

    body = part("csrfmiddlewaretoken") + f"\r\n\r\n{token}\r\n".encode()
    body += part("file") + b'; filename="games.json"\r\n\r\n' + content + f"\r\n--{EDGE}--\r\n".encode()
    headers = {"Content-Type": f"multipart/form-data; boundary={EDGE}"}
    with owner.opener.open(urllib.request.Request(owner.base + there, body, headers), timeout=600) as answer:
        return str(answer.read().decode())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", choices=["games", "rounds", []])
    parts = parser.parse_args().parts or ["games", "rounds"]
    if "games" in parts:
        seconds, memory, there = imported(short_games())
        text = f"{GAMES:,} games of one round: {seconds:.1f} s (wanted: at most {MOST_SECONDS}), {memory:.0f} MB"
        judged(text, seconds <= MOST_SECONDS and there == GAMES)
    if "rounds" in parts:
        seconds, memory, there = imported(long_games())
        text = f"{ROUNDS:,} rounds: {memory:.0f} MB (wanted: at most {MOST_MEGABYTES}), {seconds:.1f} s"
        judged(text, memory <= MOST_MEGABYTES and there == ROUNDS // ROUNDS_OF_A_GAME)
    sys.exit(phones.missed > 0)


if __name__ == "__main__":
    main()
