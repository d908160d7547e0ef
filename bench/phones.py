"""16 phones write at once for 20 seconds; then saving and the table page are timed for one phone alone.

    python -m bench.phones [--seconds 20] [--phones 16] [--half-bodies 200]

Half bodies are forms that begin and do not go on, held from as many addresses while the others play.

Starts the real server on a data folder of its own. Exit status 1 on any error or lost round.
"""

from __future__ import annotations

import argparse
import http.client
import re
import statistics
import sys
import tempfile
import threading
import time
import urllib.request
from pathlib import Path
from urllib.parse import urlencode, urljoin

from tests.server.real import FORM, MULTIPART, Phone, Server, half_body, token_and_cookie

MORE_MATCHES = """
from scorekeeper.nights.models import Match
from scorekeeper.server.write_queue import writing
first = Match.objects.get()
players = [seat.player for seat in first.seated]
with writing():
    for _ in range({count}):
        print("MATCH", Match.start(first.night, first.game_slug, players, {{}}, 0, "Alice").get_absolute_url())
"""
COUNT = """
from scorekeeper.nights.models import Entry
print("KEPT", Entry.objects.count())
"""


def write(phone: Phone, until: float, times: list[float], errors: list[str]) -> None:
    """Enters adjustments one after the other; each has to be answered by the pad with the round on it."""
    number = 0
    while time.monotonic() < until:
        begun = time.perf_counter()
        status = phone.adjust(f"{phone.match[-13:-1]}-{number:05}", number, 1)
        times.append(time.perf_counter() - begun)
        number += 1
        if status != 200:
            errors.append(f"entry {number} was answered {status}")


def hold(server: Server, count: int, until: float) -> None:
    """Holds so many unfinished bodies open; the server drops each after ten seconds."""
    token, cookie = token_and_cookie(server)
    while time.monotonic() < until:
        held = [
            half_body(server, (FORM, MULTIPART)[number % 2], token, cookie, f"127.0.0.{number % 250 + 2}")
            for number in range(count)
        ]
        time.sleep(min(8, max(0, until - time.monotonic())))
        for connection in held:
            connection.close()


def milliseconds(times: list[float]) -> str:
    ordered = sorted(times)
    middle, late = statistics.median(ordered), ordered[int(len(ordered) * 0.99)]
    return f"median {middle * 1000:6.1f} ms   p99 {late * 1000:6.1f} ms   worst {ordered[-1] * 1000:6.1f} ms"


def size(phone: Phone, path: str) -> tuple[int, int, int]:
    """Bytes of a page on the wire, with all it links to on a first visit, and with the scripts that the first tap brings.

    With their headers, packed as a browser asks for it.
    """

    def fetch(where: str) -> tuple[int, bytes]:
        request = urllib.request.Request(phone.base + where, headers={"Accept-Encoding": "br, gzip"})
        with phone.opener.open(request, timeout=10) as answer:
            body = answer.read()
        return len(body) + len(str(answer.headers)), body

    page, _ = fetch(path)
    links = set(re.findall(r'(?:href|src)="(/static/[^"#]+)', phone.get(path)))
    visit = page + sum(fetch(link)[0] for link in links)
    later: set[str] = set()
    waiting = {link for link in links if link.endswith(".js")}
    while waiting:
        found = {urljoin(link, name) for link in waiting for name in re.findall(r'"(\./[^"]+\.js)"', phone.get(link))}
        waiting = found - later - links
        later |= waiting
    return page, visit, visit + sum(fetch(link)[0] for link in later)


def saved_round(phone: Phone, seen: int) -> int:
    """Bytes of the form that goes out and of the redirect that comes back, with their headers."""
    fields = {"key": "the-measured-one", "seen": seen, "points-0": 1, "points-1": -1}
    body = urlencode({**fields, "csrfmiddlewaretoken": phone.form_token}).encode()
    connection = http.client.HTTPConnection(phone.base.removeprefix("http://"), timeout=10)
    cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in phone.cookies)
    headers = {"Cookie": cookies, "Content-Type": "application/x-www-form-urlencoded", "Content-Length": str(len(body))}
    path = phone.match + "adjust/"
    connection.request("POST", path, body, headers)
    answer = connection.getresponse()
    back = len(str(answer.headers)) + len(answer.read())
    if answer.status != 302:
        raise RuntimeError(f"the measured round was answered {answer.status}")
    return len(path) + sum(len(name) + len(value) + 4 for name, value in headers.items()) + len(body) + back


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seconds", type=float, default=20)
    options.add_argument("--phones", type=int, default=16)
    options.add_argument("--half-bodies", type=int, default=0)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as folder:
        server = Server(Path(folder) / "data")
        match, token = server.set_up()
        output = server.manage("shell", "-v0", "-c", MORE_MATCHES.format(count=chosen.phones - 1))
        matches = [match, *re.findall(r"^MATCH (\S+)$", output, re.MULTILINE)]
        server.start()
        try:
            phones = [Phone(server, each, token) for each in matches]
            times: list[float] = []
            errors: list[str] = []
            until = time.monotonic() + chosen.seconds
            threads = [threading.Thread(target=write, args=(phone, until, times, errors)) for phone in phones]
            threads.append(threading.Thread(target=hold, args=(server, chosen.half_bodies, until)))
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            stored = int(server.manage("shell", "-v0", "-c", COUNT).split("KEPT ")[1])
            print(
                f"{chosen.phones} phones, {chosen.seconds:.0f} s: {len(times)} rounds saved, {len(times) / chosen.seconds:.0f} a second"
                + (f", beside {chosen.half_bodies} half bodies" if chosen.half_bodies else "")
            )
            print(f"  saving and reading the pad anew   {milliseconds(times)}")
            print(f"  errors {len(errors)}, rounds in the database {stored}")
            for error in errors[:5]:
                print("  ", error)
            alone = Phone(server, server_match := phones[0].match, token)
            seen = alone.seen()
            saving: list[float] = []
            reading: list[float] = []
            for number in range(50):
                begun = time.perf_counter()
                alone.adjust(f"alone-{number:05}", seen + number, 1)
                saving.append(time.perf_counter() - begun)
                begun = time.perf_counter()
                alone.get(server_match)
                reading.append(time.perf_counter() - begun)
            print(f"one phone alone, {seen} to {seen + 50} rounds on the pad")
            print(f"  saving and reading the pad anew   {milliseconds(saving)}")
            print(f"  the pad                           {milliseconds(reading)}")
            page, visit, tapped = size(alone, phones[-1].match)
            print(
                f"bytes on the wire: the pad {page:,}, a first visit with all it links to {visit:,}, at the first tap {tapped:,}"
            )
            print(f"  a saved round, sent and answered {saved_round(alone, seen + 50):,}, then the pad anew {page:,}")
        finally:
            server.kill()
    if errors or stored != len(times):
        sys.exit(1)


if __name__ == "__main__":
    main()
