"""The cost of requests to the real server, the speed of saves by sixteen phones, and the bytes of a first visit.

    python -m bench.site [ratios] [phones] [half-bodies] [bytes]

The cost of a request is the processor time of the server's processes. A look is a request for an unchanged pad. The
costs of looks and pads are divided by the cost of a view that does nothing. All three are measured in turn, so that
other load slows them alike. The figure is the median of the ratios.
"""

from __future__ import annotations

import argparse
import re
import statistics
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import cycle
from operator import truediv
from pathlib import Path
from random import uniform
from urllib.parse import urljoin

from bench import phones
from bench.phones import Busy, all_at_once, judged, milliseconds, more_matches, of_all, processor_time
from tests.server.real import FORM, MULTIPART, Phone, Server, half_body, token_and_cookie

TURNS = 5
PHONES, EACH, SAVING = 16, 30, 20  # phones, matches for each phone, seconds of saving
HALF_BODIES = 200
ROUNDS, WRITERS = 20, 12  # rounds on the measured pad; phones whose saves are measured
MOST_LOOK, MOST_SEEN = 1.1, 10  # as multiples of the cost of a view that does nothing
# The most that a pad with a new round may cost, as a multiple of the cost of a pad seen before
MOST_ANEW = 2.5
FIRST_VISIT = 36_000  # bytes, with 8 rounds on the pad
type Act = Callable[[], object]

COUNT = """
from scorekeeper.nights.models import Entry
print("KEPT", Entry.objects.count())
"""


@contextmanager
def served() -> Iterator[tuple[Server, str, list[str]]]:
    """Run a server with the URLs of bench.bare_urls; yield the server, a scorer's token and the matches' addresses."""
    with tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as folder:
        server = Server(Path(folder) / "data")
        server.environment["DJANGO_SETTINGS_MODULE"] = "bench.bare"
        match, token = server.set_up()
        matches = [match, *more_matches(server, PHONES * EACH)]
        server.start()
        try:
            yield server, token, matches
        finally:
            server.kill()


# Costs compared with a view that does nothing


def processor_time_of(server: Server, act: Act, times: int = 60) -> float:
    """Call `act` `times` times; return the server's average processor time for one call, in milliseconds."""
    before = processor_time(server.process)
    for _ in range(times):
        act()
    return (processor_time(server.process) - before) * 1000 / times


def in_turn(server: Server, times: Mapping[Act, int]) -> dict[Act, list[float]]:
    """Measure the acts in turn, TURNS times; return the costs of each act, one for each turn.

    A cost is in milliseconds of the server's processor time. `times` says how often each act is called in one turn.
    """
    costs: dict[Act, list[float]] = {act: [] for act in times}
    for _ in range(TURNS):
        for act, many in times.items():
            costs[act].append(processor_time_of(server, act, many))
    return costs


def ratios(server: Server, token: str, matches: list[str]) -> None:
    phone = Busy(Phone(server, matches[-1], token))
    phones.ROUNDS = 10_000  # so that all rounds go into one match
    for _ in range(ROUNDS):
        phone.save()
    phone.part()
    costs = in_turn(server, {phone.nothing: 600, phone.look: 600, phone.pad: 200})
    bare, looks, pads = (statistics.median(each) for each in costs.values())
    look, seen = (statistics.median(map(truediv, costs[act], costs[phone.nothing])) for act in (phone.look, phone.pad))
    text = f"an unchanged look: {looks:.2f} ms of a processor, {look:.1f} times the {bare:.2f} of nothing"
    judged(f"{text} (wanted: {MOST_LOOK})", look <= MOST_LOOK)
    text = f"the pad with {ROUNDS} rounds, seen before: {pads:.1f} ms, {seen:.1f} times nothing"
    judged(f"{text} (wanted: {MOST_SEEN})", seen <= MOST_SEEN)
    writers = [Busy(Phone(server, match, token)) for match in matches[:WRITERS]]
    for writer in writers:
        for _ in range(ROUNDS - 5):
            writer.save()
    turn = cycle(writers)
    saving = processor_time_of(server, lambda: next(turn).save())
    both = processor_time_of(server, lambda: write(next(turn)))
    again = processor_time_of(server, lambda: next(turn).pad())
    anew = both - saving
    judged(f"a round saved: {saving:.1f} ms of a processor", True)
    text = (
        f"the pad after it, with some {ROUNDS} rounds: {anew:.1f} ms, seen before {again:.1f}, {anew / again:.1f} times"
    )
    judged(f"{text} (wanted: {MOST_ANEW})", anew <= MOST_ANEW * again)
    if errors := [error for each in (phone, *writers) for error in each.errors]:
        raise RuntimeError(errors[0])


def write(phone: Busy) -> None:
    """Enter a round and load the pad that shows it."""
    phone.save()
    phone.pad()


# Saves by sixteen phones


def saving(server: Server, token: str, matches: list[str], pause: float = 0, beside: int = 0) -> None:
    """Measure sixteen phones that save rounds for SAVING seconds, each in matches of its own.

    After each save, the phone loads the pad. The figures are the rounds per second, the times of saves and pads, the
    errors, and the number of rounds in the database. `pause` is the average pause of a phone between two saves, in
    seconds. `beside` is the number of unfinished requests that are kept open meanwhile.
    """
    writers = [Busy(Phone(server, matches[number], token), matches[number:-1:PHONES]) for number in range(PHONES)]
    before = stored(server)
    holding = threading.Thread(target=hold, args=(server, beside, time.monotonic() + SAVING))
    all_at_once(writers, lambda phone: (write(phone), time.sleep(uniform(0, 2 * pause))), SAVING, holding)
    rounds = sum(phone.saved for phone in writers)
    text = (
        f"{PHONES} phones, {SAVING} s{f', beside {beside} half bodies' if beside else ''}: {rounds / SAVING:.0f} rounds"
    )
    judged(f"{text} a second (wanted: 60)", rounds / SAVING >= 60 or pause > 0)
    for what in ("save", "pad"):
        times = sorted(of_all(writers, what))
        judged(f"{what:6}{milliseconds(times)} (wanted: p99 350)", times[int(len(times) * 0.99)] < 350)
    errors = [error for phone in writers for error in phone.errors]
    kept = stored(server) - before
    judged(f"errors {len(errors)} {errors[:3] or ''}, rounds in the database {kept}", kept == rounds and not errors)


def stored(server: Server) -> int:
    return int(server.manage("shell", "-v0", "-c", COUNT).split("KEPT ")[1])


def hold(server: Server, count: int, until: float) -> None:
    """Keep `count` requests with half a body open until the time `until` (monotonic); replace them every 8 seconds."""
    token, cookie = token_and_cookie(server)
    while time.monotonic() < until:
        held = [
            half_body(server, (FORM, MULTIPART)[number % 2], token, cookie, f"127.0.0.{number % 250 + 2}")
            for number in range(count)
        ]
        time.sleep(min(8, max(0, until - time.monotonic())))
        for connection in held:
            connection.close()


def beside_half_bodies(server: Server, token: str, matches: list[str]) -> None:
    saving(server, token, matches[1:], pause=1, beside=HALF_BODIES)


# Bytes


def visit(server: Server, token: str, matches: list[str]) -> None:
    """Measure the bytes of a first visit to a pad and of the first tap there: headers and compressed bodies."""
    phone = Phone(server, matches[2], token)
    for number in range(8):
        phone.adjust(f"first-{number:05}", number, 1)

    def fetch(where: str) -> int:
        request = urllib.request.Request(phone.base + where, headers={"Accept-Encoding": "br, gzip"})
        with phone.opener.open(request, timeout=10) as answer:
            return len(answer.read()) + len(str(answer.headers))

    page = fetch(phone.match)
    links = set(re.findall(r'(?:href|src)="(/static/[^"#]+)', phone.get(phone.match)))
    first = page + sum(map(fetch, links))
    later: set[str] = set()
    waiting = {link for link in links if link.endswith(".js")}
    while waiting:
        found = {urljoin(link, name) for link in waiting for name in re.findall(r'"(\./[^"]+\.js)"', phone.get(link))}
        waiting = found - later - links
        later |= waiting
    text = f"a first visit to the pad: {first:,} bytes (wanted: at most {FIRST_VISIT:,}), the page alone {page:,}"
    judged(f"{text}; with what the first tap brings {first + sum(map(fetch, later)):,}", first <= FIRST_VISIT)


def main() -> None:
    parts = {"ratios": ratios, "phones": saving, "half-bodies": beside_half_bodies, "bytes": visit}
    parser = argparse.ArgumentParser(prog="python -m bench.site", description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[*parts, []], help="default: all")
    chosen = parser.parse_args().parts or parts
    for part in chosen:
        with served() as (server, token, matches):  # a new server for each part, without the rounds of other parts
            print(part)
            parts[part](server, token, matches)
    sys.exit(1 if phones.missed else 0)


if __name__ == "__main__":
    main()
