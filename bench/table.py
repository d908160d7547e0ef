"""A table of phones without a server, in Chromium: one keeps the score (the host), four are its guests.

`python -m bench.table` measures the time from a save until the round is on each guest's pad, at full speed and with
the host slowed. It needs `make pocket`. All phones run on this machine.
"""

from __future__ import annotations

import shutil
import statistics
import sys
import tempfile
import threading
from collections.abc import Iterable, Sequence
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from bench import figures
from bench.figures import judged
from bench.pocket import Phone
from pocket.serve import server
from pocket.tests.table import Guest, Host
from tests.browser.phone import CHROMIUMS, FLAGS, TAPS_COUNT_AT_ONCE

NAMES = ("Anna", "Ben", "Carla", "Dirk")
GAME = 20  # rounds of a game
SLOWED = 20  # rounds while the host is slowed
ROUNDS = 60
MOST_MEDIAN, MOST_WORST = 0.3, 1.0  # seconds
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
    with sync_playwright() as playwright, server(0) as running, tempfile.TemporaryDirectory() as folder:
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

        guests = [Guest(new_page()).join(host, name=name) for name in NAMES]
        host.go(match)
        late = shown(host, guests, range(ROUNDS))
        median, worst = statistics.median(late), max(late)
        text = f"from a save to the round on a guest's pad: median {median:.2f} s, worst {worst:.2f} s of {len(late)}"
        judged(f"{text} (wanted: {MOST_MEDIAN}, {MOST_WORST})", median < MOST_MEDIAN and worst < MOST_WORST)
        slower = keeps.slower(page)
        with keeps.slowed():
            late = shown(host, guests, range(ROUNDS, ROUNDS + SLOWED))
        median, worst = statistics.median(late), max(late)
        judged(f"the same, the host slowed {slower:.1f} times: median {median:.2f} s, worst {worst:.2f} s")
        keeps.close()
        others.close()
        running.shutdown()
    sys.exit(figures.missed)


if __name__ == "__main__":
    main()
