"""16 phones write at once for 20 seconds; then saving and the table page are timed for one phone alone.

    python -m bench.phones [--seconds 20] [--phones 16] [--half-bodies 200] [--pause 0.5]

Without a pause each phone enters the next round as soon as it sees the one before, as fast as the server can. With
one it waits between nothing and twice as long, as people do: phones that wait for the same time come all at once.
Half bodies are forms that begin and do not go on, held from as many addresses while the others play.

Starts the real server on a data folder of its own. Exit status 1 on any error or lost round.
"""

from __future__ import annotations

import argparse
import http.client
import re
import sys
import tempfile
import threading
import time
import urllib.request
from pathlib import Path
from random import uniform
from urllib.parse import urlencode, urljoin

from bench.busy import Busy, all_at_once, judged, milliseconds, more_matches, of_all, processor_time
from tests.server.real import FORM, MULTIPART, Phone, Server, half_body, token_and_cookie

EACH = 30  # matches of a phone, which has written eight rounds into each before it begins again
WANTED = 150
ROUNDS = 8  # on the pad whose bytes are counted
FIRST_VISIT = 30_000  # bytes
COUNT = """
from scorekeeper.nights.models import Entry
print("KEPT", Entry.objects.count())
"""


def write(phone: Busy) -> None:
    """Enters a round and looks at the pad with it."""
    phone.save()
    phone.pad()


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
    options.add_argument("--pause", type=float, default=0, help="seconds between a phone’s rounds, in the middle")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as folder:
        server = Server(Path(folder) / "data")
        match, token = server.set_up()
        matches = [match, *more_matches(server, chosen.phones * EACH)]
        server.start()
        try:
            joined = [Phone(server, each, token) for each in matches[: chosen.phones]]
            phones = [Busy(phone, matches[number : -1 : chosen.phones]) for number, phone in enumerate(joined)]
            until = time.monotonic() + chosen.seconds
            holding = threading.Thread(target=hold, args=(server, chosen.half_bodies, until))
            worked, own = processor_time(server.process), time.process_time()
            all_at_once(
                phones, lambda phone: (write(phone), time.sleep(uniform(0, 2 * chosen.pause))), chosen.seconds, holding
            )
            worked, own = processor_time(server.process) - worked, time.process_time() - own
            rounds = sum(phone.saved for phone in phones)
            stored = int(server.manage("shell", "-v0", "-c", COUNT).split("KEPT ")[1])
            rate = rounds / chosen.seconds
            beside = f", beside {chosen.half_bodies} half bodies" if chosen.half_bodies else ""
            text = f"{chosen.phones} phones, {chosen.seconds:.0f} s: {rounds} rounds saved{beside}"
            judged(f"{text}, {rate:.0f} a second (wanted: {WANTED})", rate >= WANTED or chosen.pause > 0)
            each = [f"{seconds * 1000 / rounds:.1f} ms" for seconds in (worked, own)]
            print(f"  of a processor for each, with its pad: the server {each[0]}, the phones {each[1]}")
            for what in ("save", "pad"):
                times = sorted(of_all(phones, what))
                judged(f"{what:34}{milliseconds(times)} (wanted: p99 150)", times[int(len(times) * 0.99)] < 150)
            errors = [error for phone in phones for error in phone.errors]
            judged(f"errors {len(errors)} {errors[:3] or ''}, rounds in the database {stored}", stored == rounds)
            alone = Busy(Phone(server, matches[-2], token))
            alone.seen[alone.match] = Phone(server, alone.match, token).seen()
            begun = alone.seen[alone.match]
            for _ in range(50):
                write(alone)
            print(f"one phone alone, {begun} to {begun + 50} rounds on the pad")
            for what in ("save", "pad"):
                print(f"  {what:34}{milliseconds(alone.times[what])}")
            reader = Phone(server, alone.match, token)
            first = Phone(server, matches[-1], token)
            for number in range(ROUNDS):
                first.adjust(f"first-{number:05}", number, 1)
            page, visit, tapped = size(reader, first.match)
            print(
                f"bytes on the wire: the pad with {ROUNDS} rounds {page:,}, a first visit with all it links to {visit:,}"
                f" (wanted: at most {FIRST_VISIT:,}), at the first tap {tapped:,}"
            )
            print(f"  a saved round, sent and answered {saved_round(reader, begun + 50):,}, then the pad anew {page:,}")
        finally:
            server.kill()
    if errors or stored != rounds:
        sys.exit(1)


if __name__ == "__main__":
    main()
