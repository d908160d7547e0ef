"""Phones that look: how much cheaper than a view that does nothing, ten thousand at once, and how soon they see a change.

    python -m bench.looks [ratios] [crowd] [browser]

Starts the real server on a data folder of its own, with a view that does nothing beside the site (bench.bare_urls). Rates are
measured with wrk at 16 connections, in turn with those of that view, so that whatever else the computer does slows both;
what is said is the median of the ratios. A figure that misses what is wanted is marked with ✗, and then the exit status
is 1.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from bench import busy
from bench.busy import Busy, judged, milliseconds, of_all, processor_time
from tests.server.real import Phone, Server

SECONDS, PAIRS, CONNECTIONS = 4, 5, 16
CROWD, TABLES, LOOK_EVERY = 10_000, 2_000, 3  # phones, the tables they sit at, seconds
WRITING, CROWD_SECONDS = 5, 30  # tables where a round is saved each second; how long
PAGES, CHANGES = 5, 12  # of the browser

SET_UP = """
from random import Random
from django.test import RequestFactory
from games.registry import all_games
from scorekeeper.nights.models import Entry, Match
from scorekeeper.server.door import seen
from scorekeeper.server.write_queue import write_transaction
from tests.play import group
first = Match.objects.get()
players = [seat.player for seat in first.seated]
them = group(all_games()["rufmariasch"], 4, Random(1))
names = dict(zip(them.players, [player.name for player in players]))
def renamed(value):
    if isinstance(value, dict):
        return {{names.get(key, key): renamed(each) for key, each in value.items()}}
    if isinstance(value, list):
        return [renamed(each) for each in value]
    return names.get(value, value) if isinstance(value, str) else value
records = [renamed({{**them.round(dealer).noted["call"], "dealer": dealer}}) for dealer in them.players * 25]
with write_transaction():
    for rounds in (20, 100, *[0] * {tables}):
        match = Match.start(first.night, first.game_slug, players, them.options, 0, "Alice")
        Entry.objects.bulk_create(
            Entry(match=match, number=number, key=f"r{{number}}", record=record, by="Alice")
            for number, record in enumerate(records[:rounds], 1)
        )
        match.refresh()
        match.rescore()
        print("MATCH", match.get_absolute_url())
"""
# What a phone with these headers has seen of every match.
SEEN = """
from django.test import RequestFactory
from scorekeeper.nights.models import Match
from scorekeeper.server.door import seen
request = RequestFactory().get("/", headers={{"cookie": "{cookie}"}})
for match in Match.objects.select_related("night__group"):
    print("SEEN", match.get_absolute_url(), seen(request, match))
"""
LAST_ROUND_IS_NEW = """
UPDATE nights_entry SET version = version + 1 WHERE id = (SELECT max(id) FROM nights_entry WHERE match_id = ?)
"""
CROWD_LUA = """
local requests, at = {{}}, 0
function init()
  for line in io.lines("{file}") do
    local path, shown = line:match("(%S+) (%S+)")
    requests[#requests + 1] = wrk.format("GET", path, {{["HX-Request"] = "true", ["HX-PTag"] = shown, ["Cookie"] = "{cookie}"}})
  end
end
function delay() return math.random({least}, {most}) end
function request() at = at % #requests + 1; return requests[at] end
done = function(summary, latency)
  io.write(string.format("CROWD %d %.3f %.3f %.3f %d %d\\n", summary.requests, latency:percentile(50) / 1000,
    latency:percentile(99) / 1000, latency.max / 1000, summary.errors.status, summary.errors.connect + summary.errors.read
    + summary.errors.write + summary.errors.timeout))
end
"""


@contextmanager
def served() -> Iterator[tuple[Server, Phone, list[str]]]:
    """A server, a phone that keeps the score, and its matches: of 20 rounds, of 100, and all the others."""
    with tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as folder:
        server = Server(Path(folder) / "data")
        server.environment["DJANGO_SETTINGS_MODULE"] = "bench.bare"
        match, token = server.set_up()
        matches = re.findall(r"^MATCH (\S+)$", server.manage("shell", "-v0", "-c", SET_UP.format(tables=TABLES)), re.M)
        server.start()
        try:
            yield server, Phone(server, match, token), matches
        finally:
            server.kill()


def database(server: Server) -> Path:
    return Path(server.environment["SCOREKEEPER_DATA"]) / "scorekeeper.sqlite3"


# A look and a page, against a view that does nothing


def rate(server: Server, path: str, *headers: str) -> float:
    """Requests a second."""
    every = [argument for header in ("Accept-Encoding: gzip", *headers) for argument in ("-H", header)]
    command = ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{SECONDS}", *every, f"http://127.0.0.1:{server.port}{path}"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    if "Non-2xx" in said and "HX-PTag" not in str(headers):
        raise RuntimeError(said)
    return float(re.findall(r"Requests/sec:\s+([\d.]+)", said)[0])


def times_the_bare_view(server: Server, path: str, *headers: str) -> tuple[float, float, float]:
    """The median ratio of the rates, and both rates (requests a second)."""
    pairs = [(rate(server, path, *headers), rate(server, "/nothing/", *headers[:1])) for _ in range(PAIRS)]
    return (
        statistics.median(mine / bare for mine, bare in pairs),
        statistics.median(mine for mine, _ in pairs),
        statistics.median(bare for _, bare in pairs),
    )


def ratios(server: Server, phone: Phone, matches: list[str]) -> None:
    print(f"at {CONNECTIONS} connections, beside a view that does nothing behind the same middleware")
    with_20, with_100 = matches[:2]
    phone.get(with_20)
    mine = f"Cookie: {Busy(phone).cookies}"
    shown = shown_by(server, phone)[with_20]
    ratio, looks, bare = times_the_bare_view(server, with_20, mine, f"HX-PTag: {shown}", "HX-Request: true")
    judged(
        f"an unchanged look: {looks:,.0f} a second, {ratio:.1f} times the {bare:,.0f} of nothing (wanted: 5)",
        ratio >= 5,
    )
    ratio, pads, bare = times_the_bare_view(server, with_20, mine)
    text = f"the pad with 20 rounds, drawn before: {1 / ratio:.1f} times as long as nothing (wanted: at most 3)"
    judged(f"{text}, {pads:,.0f} a second", ratio >= 1 / 3)
    nothing, _clock = alone(server, phone, "/nothing/", lambda: None)
    for rounds, path, most in ((20, with_20, 8), (100, with_100, 16)):
        took, clock = drawn_anew(server, phone, path)
        text = f"the pad with {rounds} rounds after another one: {took:.1f} ms of a processor (wanted: {most})"
        judged(f"{text}, nothing takes {nothing:.1f}; median by the clock {clock:.1f} ms", took <= most)


def shown_by(server: Server, phone: Phone) -> dict[str, str]:
    """What this phone would show of each match, had it seen the latest of all."""
    said = server.manage("shell", "-v0", "-c", SEEN.format(cookie=Busy(phone).cookies))
    return dict(re.findall(r"^SEEN (\S+) (\S+)$", said, re.MULTILINE))


def alone(server: Server, phone: Phone, path: str, before: Callable[[], None], times: int = 60) -> tuple[float, float]:
    """Milliseconds of a page for one phone on one connection: of the server's processors, and by the clock (median)."""
    one = Busy(phone)
    worked = processor_time(server.process)
    for _ in range(times):
        before()
        one.ask("page", "GET", path, 200)
    if one.errors:
        raise RuntimeError(one.errors[0])
    return (processor_time(server.process) - worked) * 1000 / times, statistics.median(one.times["page"])


def drawn_anew(server: Server, phone: Phone, path: str) -> tuple[float, float]:
    """Milliseconds of a pad of which the last round is new; each worker has drawn the others before."""
    with closing(sqlite3.connect(database(server), timeout=10, isolation_level=None)) as there:
        ((match,),) = there.execute("SELECT id FROM nights_match WHERE key = ?", [path.split("/")[-2]]).fetchall()

        def change() -> None:
            there.execute("UPDATE nights_match SET tag = hex(randomblob(11)) WHERE id = ?", [match])
            there.execute(LAST_ROUND_IS_NEW, [match])

        alone(server, phone, path, change, 20)
        return alone(server, phone, path, change)


# A crowd


def crowd(server: Server, phone: Phone, matches: list[str]) -> None:
    tables = matches[2:]
    shown = shown_by(server, phone)
    writing = tables[:WRITING]
    folder = database(server).parent
    file, script = folder / "looks.txt", folder / "crowd.lua"
    file.write_text("".join(f"{path} {shown[path]}\n" for path in tables))
    least, most = int(LOOK_EVERY * 1000 * 2 / 3), int(LOOK_EVERY * 1000 * 4 / 3)
    script.write_text(CROWD_LUA.format(file=file, cookie=Busy(phone).cookies, least=least, most=most))
    writers = [Busy(phone, [path]) for path in writing]
    until = time.monotonic() + CROWD_SECONDS
    threads = [threading.Thread(target=save_each_second, args=(each, until)) for each in writers]
    worked, children = processor_time(server.process), resource.getrusage(resource.RUSAGE_CHILDREN)
    for thread in threads:
        thread.start()
    command = ["wrk", "-t1", f"-c{CROWD}", f"-d{CROWD_SECONDS}", "--timeout", "5", "-s", str(script)]
    said = subprocess.run([*command, phone.base], capture_output=True, text=True, check=True).stdout
    for thread in threads:
        thread.join()
    worked, ended = processor_time(server.process) - worked, resource.getrusage(resource.RUSAGE_CHILDREN)
    own = ended.ru_utime + ended.ru_stime - children.ru_utime - children.ru_stime
    looks, median, p99, worst, status, lost = map(float, re.findall(r"^CROWD (.+)$", said, re.M)[0].split())
    errors = [error for each in writers for error in each.errors]
    print(
        f"{CROWD:,} phones at {len(tables):,} tables, each looks once in {LOOK_EVERY} s; at {WRITING} tables a round a second"
    )
    text = f"{looks / CROWD_SECONDS:,.0f} looks a second: median {median:.1f} ms"
    judged(f"{text}, p99 {p99:.1f} ms (wanted: 100), worst {worst:.0f} ms", p99 < 100)
    text = f"looks without an answer {lost:.0f}, with an error {status:.0f}, rounds that were not saved {len(errors)}"
    judged(text, not (lost or status or errors))
    print(f"  saving a round beside them: {milliseconds(of_all(writers, 'save'))}")
    print(f"  of {CROWD_SECONDS} s, the server used a processor for {worked:.1f} s, the phones for {own:.1f} s")


def save_each_second(phone: Busy, until: float) -> None:
    while time.monotonic() < until:
        begun = time.perf_counter()
        phone.save()
        phone.pad()
        time.sleep(max(0, begun + 1 - time.perf_counter()))


# How soon the others see it

WATCH = """
    window.seenAt = {};
    new MutationObserver(() => document.querySelectorAll("tr.round").forEach((row) => { seenAt[row.id] ??= Date.now(); }))
        .observe(document.body, {subtree: true, childList: true});
"""


def browser(server: Server, phone: Phone, matches: list[str]) -> None:
    from playwright.sync_api import sync_playwright

    from tests.browser.phone import CHROMIUMS, FLAGS

    path = matches[-1]
    chromium = next(filter(None, map(shutil.which, CHROMIUMS)))
    writer = Busy(phone, [path])
    with sync_playwright() as playwright:
        window = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        pages = []
        for _ in range(PAGES):
            context = window.new_context(base_url=phone.base, viewport={"width": 360, "height": 740})
            context.add_cookies([{"name": c.name, "value": c.value or "", "url": phone.base} for c in phone.cookies])
            pages.append(context.new_page())
            pages[-1].goto(path)
            pages[-1].evaluate(WATCH)
        took = []
        for number in range(CHANGES):
            time.sleep(0.37)
            writer.save()
            if writer.errors:
                raise RuntimeError(writer.errors[0])
            saved = time.time() * 1000
            for page in pages:
                page.wait_for_selector(f"#r{number + 1}")
                took.append(page.evaluate(f"seenAt['r{number + 1}']") - saved)
        window.close()
    middle = statistics.median(took) / 1000
    print(f"{PAGES} pages in Chromium, {CHANGES} rounds saved on another phone")
    judged(
        f"seen after {middle:.2f} s at the median (wanted: 1.2), at the latest {max(took) / 1000:.2f} s", middle <= 1.2
    )


def main() -> None:
    parts = {"ratios": ratios, "crowd": crowd, "browser": browser}
    parser = argparse.ArgumentParser(prog="python -m bench.looks", description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[*parts, []], help="default: all")
    chosen = parser.parse_args().parts or parts
    os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
    with served() as (server, phone, matches):
        for part in chosen:
            parts[part](server, phone, matches)
    sys.exit(1 if busy.missed else 0)


if __name__ == "__main__":
    main()
