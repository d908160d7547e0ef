"""A table of phones without a server, in Chromium: `python -m bench.table [parts] [--rounds 300]`.

Needs `make pocket`. One phone keeps the score (the host), four are its guests. All run on this machine. The exit
status is the number of figures that miss their limits.

The part `evening` measures:
- the time until a guest's first page is there, after the guest's code was pasted,
- the time from a save until the round is on each guest's pad, at full speed and with the host slowed,
- the processor time of the host at rest,
- the bytes of a guest's first visit,
- the growth of the host's memory in an evening with games of 20 rounds.

The other parts measure joining, reconnecting and handing over (bench.coming_back).
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from bench import phones
from bench.coming_back import handing, kills, seating
from bench.phones import judged
from bench.pocket import Phone
from pocket.serve import FOLDER, server
from pocket.tests.table import Guest, Host, code_of
from tests.browser.phone import CHROMIUMS, FLAGS, TAPS_COUNT_AT_ONCE

NAMES = ("Anna", "Ben", "Carla", "Dirk")
REST = 20  # seconds in which nobody does anything
GAME = 20  # rounds of a game
SLOWED = 20  # rounds while the host is slowed
OTHERS = {"seating": seating, "kills": kills, "handing": handing}
PARTS = ["evening", *OTHERS]
MOST_BYTES, MOST_SHARE, MOST_MEDIAN, MOST_WORST = 60_000, 0.03, 0.3, 1.0
# JavaScript that watches a pad. It adds the time of each change of the rounds to `seen`.
WATCH = """() => {
    self.seen = []
    const count = () => document.querySelectorAll("tr.round, .earlier").length + document.querySelector(".score").textContent
    let before = count()
    new MutationObserver(() => {
        if (count() === before) return
        before = count()
        requestAnimationFrame(() => self.seen.push(performance.timeOrigin + performance.now()))
    }).observe(document.getElementById("main"), {childList: true, subtree: true, characterData: true})
}"""
SEEN = "(after) => self.seen.find((each) => each > after)"
SAVE = """async ([page, key]) => {
    const there = new DOMParser().parseFromString(await (await fetch(page)).text(), "text/html")
    const form = new URLSearchParams(new FormData(there.querySelector("form:has([name=seen])")))
    form.set("key", key); form.set("points-0", 1)
    const began = performance.timeOrigin + performance.now()
    const answer = await fetch(page, {method: "POST", body: form, redirect: "manual"})
    return [answer.type, began]
}"""


def processor(group: int) -> float:
    """Return the processor seconds that the processes of this process group have used."""
    ticks = 0
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = file.read_text().rpartition(") ")[2].split()
        except OSError:  # the process has ended
            continue
        if int(fields[2]) == group:
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def shown(host: Host, guests: Sequence[Guest], numbers: Iterable[int]) -> list[float]:
    """Save adjustments on the host. Return the seconds from each save until each guest's pad shows it.

    `numbers` are the numbers of these adjustments in the evening. A new match starts at each multiple of GAME. Raise
    RuntimeError if the host does not save an adjustment.
    """
    late, match = [], ""
    for number in numbers:
        if not match or number % GAME == 0:
            match = host.start("krimsutep", *NAMES)
            for seat in (host, *guests):
                seat.go(match)
            for guest in guests:
                guest.frame.evaluate(WATCH)
        kind, began = host.frame.evaluate(SAVE, [f"{match}adjust/", f"bench-round-{number:04}"])
        if kind != "opaqueredirect":
            raise RuntimeError(f"answered {kind}")
        for guest in guests:
            seen = guest.frame.wait_for_function(SEEN, arg=began).json_value()
            late.append((seen - began) / 1000)
    return late


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--rounds", type=int, default=300)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="default: all")
    given = parser.parse_args()
    print(f"load of this machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    for part in given.parts or PARTS:
        if part == "evening":
            evening(given.rounds)
            continue
        with sync_playwright() as playwright, server(0) as running, tempfile.TemporaryDirectory() as folder:
            threading.Thread(target=running.serve_forever, daemon=True).start()
            OTHERS[part](playwright, f"http://localhost:{running.server_port}/pocket/", Path(folder))
            running.shutdown()
    sys.exit(phones.missed)


def evening(rounds: int) -> None:
    """Measure a guest's first visit, the host's load and memory, and the time from a save to a guest's pad."""
    requested: list[str] = []
    with sync_playwright() as playwright, server(0) as running, tempfile.TemporaryDirectory() as folder:
        application = running.get_app()

        def counted(environ: Any, start_response: Any) -> Any:
            requested.append(environ["PATH_INFO"])
            return application(environ, start_response)

        running.set_app(counted)
        threading.Thread(target=running.serve_forever, daemon=True).start()
        url = f"http://localhost:{running.server_port}/pocket/"
        keeps = Phone(playwright, Path(folder), url)
        page = keeps.open()
        page.set_default_timeout(60_000)
        host = Host(page, url)
        host.people(*NAMES)
        match = host.start("krimsutep", *NAMES)
        others = playwright.chromium.launch(
            executable_path=next(filter(None, map(shutil.which, CHROMIUMS))), args=FLAGS
        )

        def new_page() -> Page:
            context = others.new_context(base_url=url, viewport={"width": 360, "height": 740})
            context.add_init_script(TAPS_COUNT_AT_ONCE)
            context.set_default_timeout(60_000)
            return context.new_page()

        # The first guest: the bytes of its visit, and the time until it is connected
        first = new_page()
        address = host.code()
        requested.clear()
        first.goto(address)
        code = code_of(first)
        host.app.get_by_role("button", name="Scan their code").click()
        host.page.get_by_label("Or paste its text here").fill(code)
        began = time.monotonic()
        host.page.get_by_role("button", name="Connect").click()
        first.locator("#app:not([hidden])").wait_for()
        took = time.monotonic() - began
        guests = [Guest(first)]
        guests[0].sit_down(NAMES[0])
        guests[0].frame.wait_for_url(f"**{match}")
        files = json.loads((FOLDER / "build.json").read_text())["files"]
        list_itself = (FOLDER / "build.json.br").stat().st_size
        sent = [each.removeprefix("/pocket/") or "index.html" for each in requested]
        size = sum(files[each]["br"] if each in files else list_itself for each in sent)
        judged(f"a guest's first page after the second scan: {took:.2f} s", took < 3)
        judged(
            f"bytes of a guest's first visit, up to the pad (brotli): {size:,} in {len(sent)} files", size < MOST_BYTES
        )
        guests += [Guest(new_page()).join(host, name=name) for name in NAMES[1:]]
        host.go(match)
        for guest in guests:
            guest.frame.wait_for_url(f"**{match}")
        page.wait_for_timeout(3000)
        group = keeps.group()
        before = processor(group)
        page.wait_for_timeout(REST * 1000)
        share = (processor(group) - before) / REST
        judged(f"processor of the phone that keeps the score, four guests at rest: {share:.1%}", share < MOST_SHARE)
        numbers = iter(range(rounds + SLOWED))
        late = shown(host, guests, islice(numbers, rounds // 10))
        memory = keeps.memory()
        late += shown(host, guests, islice(numbers, rounds - rounds // 10))
        median, worst = statistics.median(late), max(late)
        judged(
            f"from a save to the round on a guest's pad: median {median:.2f} s, worst {worst:.2f} s of {len(late)}",
            median < MOST_MEDIAN and worst < MOST_WORST,
        )
        grown = keeps.memory() / memory - 1
        judged(
            f"memory of the phone that keeps the score, from round {rounds // 10} to {rounds}: {grown:+.0%}",
            grown < 0.25,
        )
        slower = keeps.slower(page)
        with keeps.slowed():
            late = shown(host, guests, numbers)
        median, worst = statistics.median(late), max(late)
        judged(f"the same, the host slowed {slower:.1f} times: median {median:.2f} s, worst {worst:.2f} s", True)
        keeps.close()
        others.close()
        running.shutdown()


if __name__ == "__main__":
    main()
