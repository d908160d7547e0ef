"""The app on a phone alone, in Chromium: its bytes, starts, pages and memory, and whether a kill loses a save.

    python -m bench.pocket [starts] [taps] [kills] [nights]

Needs `make pocket`. The exit status is the number of figures that miss their limit.

For a figure called "slowed", the processes of Chromium are stopped three quarters of the time. The figure says how
many times slower Python's web worker then ran.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Error, Frame, Page, Playwright, sync_playwright

from bench import phones
from bench.phones import judged
from pocket.build import sizes
from pocket.serve import FOLDER, server
from tests.browser.phone import CHROMIUMS, FLAGS
from tests.server.real import Server

# JavaScript that sends a form with an adjustment, as the page would. It returns the answer's status and the
# milliseconds. The status of a redirect is hidden, so it returns the answer's type instead.
SAVE = """async ([match, key, amount]) => {
    const page = new DOMParser().parseFromString(await (await fetch(match + "adjust/")).text(), "text/html")
    const form = new URLSearchParams(new FormData(page.querySelector("form:has([name=seen])")))
    form.set("key", key); form.set("points-0", amount); form.set("points-1", -amount)
    const begun = performance.now()
    const answer = await fetch(match + "adjust/", {method: "POST", body: form, redirect: "manual"})
    return [answer.status || answer.type, performance.now() - begun]
}"""
LOOK = """async (page) => {
    const begun = performance.now()
    const answer = await fetch(page)
    await answer.text()
    return [answer.status, performance.now() - begun]
}"""
LOOP = """() => {
    const begun = performance.now()
    for (let n = 0, x = 1; n < 1e8; n++) x = Math.imul(x, 31) + n | 0
    return performance.now() - begun
}"""
FIND = "async ([page, link]) => (await (await fetch(page)).text()).match(new RegExp(link))[0]"
GAMES = "async (page) => await (await fetch(page)).json()"
FILL = "from bench.years import fill; fill({nights}, 20)"
REMEMBERED = "html[data-memory=remembered], html[data-memory=used]"  # Python's memory is stored for later starts
LATER_STARTS, TIMES = 5, 15
ROUNDS = 20  # rounds on the pad before the measured saves
# Limits, as multiples of the time of a pad seen before. MOST_TAP: a save together with the pad after it. MOST_ANEW:
# the pad after a save, without the save.
MOST_TAP, MOST_ANEW = 3.2, 2.0
KILLS, SECONDS_OF_KILLS, SEED = 300, 300, 14
NIGHTS = 500


class Phone:
    """A phone on which the app runs: Chromium with a profile folder of its own."""

    def __init__(self, playwright: Playwright, folder: Path, url: str) -> None:
        self.playwright, self.folder, self.url = playwright, folder, url
        self.context: BrowserContext | None = None

    def open(self) -> Page:
        if self.context is None:
            self.context = self.playwright.chromium.launch_persistent_context(
                self.folder,
                base_url=self.url,
                executable_path=next(filter(None, map(shutil.which, CHROMIUMS))),
                args=FLAGS,
                viewport={"width": 360, "height": 740},
                locale="en-GB",
            )
        return self.context.new_page()

    def start(self) -> tuple[Page, Frame, float]:
        """Open the app; return the page of the shell, the frame of the app, and the seconds until the frame is shown."""
        page = self.open()
        begun = time.perf_counter()
        page.goto(self.url)
        page.wait_for_selector("#app:not([hidden])", timeout=180_000)
        took = time.perf_counter() - begun
        return page, next(frame for frame in page.frames if "/app" in frame.url), took

    def close(self) -> None:
        if self.context is not None:
            with contextlib.suppress(Error):
                self.context.close()
            self.context = None

    def group(self) -> int:
        """Return the id of the browser's process group. Raise RuntimeError if the browser does not lead its group."""
        found = subprocess.run(
            ["pgrep", "-o", "-f", "--", f"--user-data-dir={self.folder}"], capture_output=True, text=True, check=True
        )
        number = int(found.stdout)
        if os.getpgid(number) != number:
            raise RuntimeError("the browser is not in a group of its own")
        return number

    def kill(self) -> None:
        """Kill all processes of the browser at once, as if the phone's battery were taken out."""
        os.killpg(self.group(), signal.SIGKILL)
        self.close()

    def slower(self, page: Page) -> float:
        """Return how many times slower the web worker with Python runs while the browser is slowed."""
        (worker,) = (each for each in page.workers if each.url.endswith("python.js"))
        plain = min(worker.evaluate(LOOP) for _ in range(5))
        with self.slowed():
            return worker.evaluate(LOOP) / plain

    def memory(self) -> int:
        """Return the bytes of memory of the browser's largest process, which is the one that runs Python."""
        found = subprocess.run(["pgrep", "-g", str(self.group())], capture_output=True, text=True, check=True)
        pages = [int(Path(f"/proc/{each}/statm").read_text().split()[1]) for each in found.stdout.split()]
        return max(pages) * os.sysconf("SC_PAGE_SIZE")

    @contextlib.contextmanager
    def slowed(self) -> Iterator[None]:
        """Slow the browser to a quarter of its speed: let it run for 4 milliseconds, then stop it three times as long."""
        over, group = threading.Event(), self.group()

        def slow() -> None:
            while not over.is_set():
                began = time.perf_counter()
                os.killpg(group, signal.SIGCONT)
                time.sleep(0.004)
                os.killpg(group, signal.SIGSTOP)
                time.sleep(3 * (time.perf_counter() - began))
            os.killpg(group, signal.SIGCONT)

        thread = threading.Thread(target=slow)
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()


def backup(folder: Path, nights: int) -> tuple[Path, str]:
    """Return the path of a new server's backup, and the address of a match in it.

    If `nights` is 0, the backup has only this match. Else it has a group with this many nights, and the address is "".
    """
    installation = Server(folder / "server")
    match = ""
    if nights:
        installation.manage("migrate", "-v0")
        installation.manage("shell", "-v0", "-c", FILL.format(nights=nights))
    else:
        match, _token = installation.set_up()
    path = folder / f"with-{nights}.tar.gz"
    installation.manage("backup", str(path))
    shutil.rmtree(folder / "server")
    return path, match


def restore(frame: Frame, copy: Path) -> None:
    frame.goto(frame.url.split("/app")[0] + "/app/copies/")
    frame.set_input_files("[name=file]", copy)
    frame.check("[name=sure]")
    frame.click("#bring button")
    frame.wait_for_url("**/app/", timeout=120_000)


def medians(frame: Frame, script: str, *arguments: Any, times: int = TIMES) -> tuple[float, float]:
    """Run a script `times` times; return the median and the maximum milliseconds.

    One more run comes first, to fill caches; it does not count. The script returns [status, milliseconds]. If an
    argument is callable, it is called before each run, with the run's number, and the script gets what it returns.
    Raise RuntimeError for an unexpected status.
    """
    took = []
    for number in range(times + 1):
        given = [each(number) if callable(each) else each for each in arguments]
        status, milliseconds = frame.evaluate(script, given if len(given) > 1 else given[0])
        if status not in (200, "opaqueredirect"):
            raise RuntimeError(f"answered {status}")
        took.append(milliseconds)
    return statistics.median(took[1:]), max(took[1:])


def kills(phone: Phone, folder: Path) -> None:
    """Kill the browser at random moments of saves, and check that each save is in the match exactly once at the end.

    This goes on for SECONDS_OF_KILLS, with at most KILLS kills. After each kill the app starts again, and the same
    save is sent once more. Raise RuntimeError if the repeated save fails.
    """
    copy, match = backup(folder, 0)
    page, frame, _took = phone.start()
    page.wait_for_selector(REMEMBERED, state="attached", timeout=180_000)
    restore(frame, copy)
    phone.close()
    chance, answered, lost = random.Random(SEED), 0, 0
    done, until = 0, time.monotonic() + SECONDS_OF_KILLS
    _page, frame, _took = phone.start()
    base = frame.url.split("/app")[0] + "/app"
    group, key = match.split("/m/")
    file = f"{base}{group}/m/{key}game.json"
    while done < KILLS and time.monotonic() < until:
        done += 1
        job = [base + match, f"bench-kill-{done:08}", 1000 + done]
        frame.evaluate(
            f"job => {{ self.answered = false; ({SAVE})(job).then(() => {{ self.answered = true }}, () => {{}}) }}", job
        )
        time.sleep(chance.random() * 0.5)
        saved = frame.evaluate("() => self.answered")
        phone.kill()
        _page, frame, _took = phone.start()
        if saved:  # an answered save must be in the match before it is sent again
            answered += 1
            lost += f": {1000 + done}" not in json.dumps(frame.evaluate(GAMES, file))
        status, _took = frame.evaluate(SAVE, job)
        if status not in ("opaqueredirect", 200):
            raise RuntimeError(f"the save was answered {status}")
    text = json.dumps(frame.evaluate(GAMES, file))
    there = Counter(number for number in range(1001, 1001 + done) for _ in range(text.count(f": {number}")))
    lost += done - len(there)
    twice = sum(each > 1 for each in there.values())
    text = f"{done} kills in the middle of saves ({answered} of these answered before): {lost} lost, {twice} double"
    judged(f"{text} (wanted: 0, 0)", not lost and not twice)


def main() -> int:
    parts = {"starts": starts, "taps": taps, "kills": kills, "nights": nights}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", choices=[*parts, []], help="default: all")
    chosen = parser.parse_args().parts or parts
    if not (FOLDER / "build.json").exists():
        print("Nothing is built: make pocket")
        return 1
    everything, ours, code = sizes(FOLDER)
    judged(f"first visit: {everything / 1e6:.2f} MB, brotli (wanted: 8)", everything <= 8e6)
    text = f"an update of our code: {code / 1e3:.0f} kB (wanted: 600), of all that is our own {ours / 1e3:.0f} kB"
    judged(text, code <= 600e3)
    print(f"load of this machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    with tempfile.TemporaryDirectory() as name, server(0) as running, sync_playwright() as playwright:
        folder = Path(name)
        threading.Thread(target=running.serve_forever, daemon=True).start()
        phone = Phone(playwright, folder / "browser", f"http://localhost:{running.server_port}/pocket/")
        try:
            for part in chosen:
                files = folder / part
                files.mkdir()
                parts[part](phone, files)
                phone.close()
        finally:
            phone.close()
            running.shutdown()
    return phones.missed


def starts(phone: Phone, folder: Path) -> None:
    """Measure starts, the time of a pad and of saves, and the memory, which has no limit."""
    page, _frame, first = phone.start()
    page.wait_for_selector(REMEMBERED, state="attached", timeout=180_000)
    later = []
    for _ in range(LATER_STARTS):
        phone.close()
        _page, frame, took = phone.start()
        later.append(took)
    judged(f"the first start: {first:.1f} s (wanted: 6)", first <= 6)
    middle = statistics.median(later)
    judged(f"a later start: {middle:.1f} s (longest {max(later):.1f}; wanted: 2)", middle <= 2)
    copy, match = backup(folder, 0)
    restore(frame, copy)
    pad = frame.url.split("/app")[0] + "/app" + match
    middle, longest = medians(
        frame, SAVE, pad, lambda number: f"bench-save-{number:08}", lambda number: number + 1, times=20
    )
    judged(f"a save until it is durable: {middle:.0f} ms (longest {longest:.0f}; wanted: 150)", middle <= 150)
    middle, longest = medians(frame, LOOK, pad)
    judged(f"the pad with 21 rounds: {middle:.0f} ms (longest {longest:.0f}; wanted: 80)", middle <= 80)
    judged(f"memory: {phone.memory() / 1e6:.0f} MB", True)
    phone.close()
    phone.open()
    with phone.slowed():
        page, _frame, took = phone.start()
    judged(f"a later start, slowed {phone.slower(page):.1f} times: {took:.1f} s (wanted: 8, with 4)", took <= 8)
    phone.close()
    slow = Phone(phone.playwright, folder / "slow", phone.url)
    slow.open()
    with slow.slowed():
        page, _frame, took = slow.start()
    # Before this a second worker can run. `slower` needs exactly one.
    page.wait_for_selector(REMEMBERED, state="attached", timeout=180_000)
    judged(f"the first start, slowed {slow.slower(page):.1f} times: {took:.1f} s (wanted: 25, with 4)", took <= 25)
    slow.close()


def taps(phone: Phone, folder: Path) -> None:
    """Measure the time from a save to the pad with its round, at full speed and slowed."""
    copy, match = backup(folder, 0)
    page, frame, _took = phone.start()
    page.wait_for_selector(REMEMBERED, state="attached", timeout=180_000)
    restore(frame, copy)
    pad = frame.url.split("/app")[0] + "/app" + match
    keys = (f"bench-tap-{number:08}" for number in count())
    for number in range(ROUNDS):
        frame.evaluate(SAVE, [pad, next(keys), number + 1])
    _taps(frame, pad, keys, "as it is")
    slower = phone.slower(page)
    with phone.slowed():
        _taps(frame, pad, keys, f"slowed {slower:.1f} times")


def _taps(frame: Frame, pad: str, keys: Iterator[str], how: str) -> None:
    saves, anew, seen = [], [], []
    for number in range(TIMES):
        saves.append(frame.evaluate(SAVE, [pad, next(keys), number + 1])[1])
        for took in (anew, seen):
            took.append(frame.evaluate(LOOK, pad)[1])
    save, first, again = map(statistics.median, (saves, anew, seen))
    tap, drawn = (save + first) / again, first / again
    judged(f"{how}: a save {save:.0f} ms, the pad after it {first:.0f}, seen before {again:.0f}", True)
    judged(f"tap to pad: {tap:.1f} times a pad seen before (wanted: {MOST_TAP})", tap <= MOST_TAP)
    judged(f"the pad anew: {drawn:.1f} times a pad seen before (wanted: {MOST_ANEW})", drawn <= MOST_ANEW)


def nights(phone: Phone, folder: Path) -> None:
    """Measure pages and a start of a phone with NIGHTS nights; no figure has a limit."""
    copy, _match = backup(folder, NIGHTS)
    page, frame, _took = phone.start()
    page.wait_for_selector(REMEMBERED, state="attached", timeout=180_000)
    restore(frame, copy)
    group = frame.locator("ul.list a").first.get_attribute("href") or ""
    night = frame.evaluate(FIND, [f"{group}nights/", f"{group}nights/[a-z0-9]{{12}}/"])
    pad = frame.evaluate(FIND, [night, f"{group}m/[a-z0-9]{{12}}/"])
    player = frame.evaluate(FIND, [f"{group}people/", f"{group}people/[a-z0-9]{{12}}/"])
    pages = {"": "today", "nights/": "nights", "people/": "people", "best/": "boards"}
    for path, what in [(pad, "the pad"), (player, "a person"), *((group + path, what) for path, what in pages.items())]:
        middle, longest = medians(frame, LOOK, path, times=5)
        judged(f"{NIGHTS} nights, {what}: {middle:.0f} ms (longest {longest:.0f})", True)
    phone.close()
    _page, _frame, took = phone.start()
    judged(f"{NIGHTS} nights, a start: {took:.1f} s; memory {phone.memory() / 1e6:.0f} MB", True)


if __name__ == "__main__":
    sys.exit(main())
