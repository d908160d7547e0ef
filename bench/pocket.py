"""The app on a phone alone, in Chromium: its bytes, and from a tap to the pad, also slowed: `python -m bench.pocket`.

Needs `make pocket`. For a figure called "slowed", the processes of Chromium are stopped three quarters of the time.
The figure says how many times slower Python's web worker then ran.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from playwright.sync_api import BrowserContext, Error, Frame, Page, Playwright, sync_playwright

from bench import figures
from bench.figures import judged
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
REMEMBERED = "html[data-memory=remembered], html[data-memory=used]"  # Python's memory is stored for later starts
TIMES = 15
ROUNDS = 20  # rounds on the pad before the measured saves
# Limits, as multiples of the time of a pad seen before. MOST_TAP: a save together with the pad after it. MOST_ANEW:
# the pad after a save, without the save.
MOST_TAP, MOST_ANEW = 3.2, 2.0


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

    def start(self) -> tuple[Page, Frame]:
        """Open the app; return the page of the shell and the frame of the app."""
        page = self.open()
        page.goto(self.url)
        page.wait_for_selector("#app:not([hidden])", timeout=180_000)
        return page, next(frame for frame in page.frames if "/app" in frame.url)

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

    def slower(self, page: Page) -> float:
        """Return how many times slower the web worker with Python runs while the browser is slowed."""
        (worker,) = (each for each in page.workers if each.url.endswith("python.js"))
        plain = min(worker.evaluate(LOOP) for _ in range(5))
        with self.slowed():
            return worker.evaluate(LOOP) / plain

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


def backup(folder: Path) -> tuple[Path, str]:
    """Return the path of a new server's backup, and the address of a match in it."""
    installation = Server(folder / "server")
    match, _token = installation.set_up()
    path = folder / "backup.tar.gz"
    installation.manage("backup", str(path))
    return path, match


def restore(frame: Frame, copy: Path) -> None:
    frame.goto(frame.url.split("/app")[0] + "/app/copies/")
    frame.set_input_files("[name=file]", copy)
    frame.check("[name=sure]")
    frame.click("#bring button")
    frame.wait_for_url("**/app/", timeout=120_000)


def taps(phone: Phone, folder: Path) -> None:
    """Measure the time from a save to the pad with its round, at full speed and slowed."""
    copy, match = backup(folder)
    page, frame = phone.start()
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
    judged(f"{how}: a save {save:.0f} ms, the pad after it {first:.0f}, seen before {again:.0f}")
    judged(f"tap to pad: {tap:.1f} times a pad seen before (wanted: {MOST_TAP})", tap <= MOST_TAP)
    judged(f"the pad anew: {drawn:.1f} times a pad seen before (wanted: {MOST_ANEW})", drawn <= MOST_ANEW)


def main() -> int:
    if not (FOLDER / "build.json").exists():
        print("Nothing is built: make pocket")
        return 1
    everything, ours, code = sizes(FOLDER)
    judged(f"first visit: {everything / 1e6:.2f} MB, brotli (wanted: 8)", everything <= 8e6)
    text = f"an update of our code: {code / 1e3:.0f} kB (wanted: 700), of all that is our own {ours / 1e3:.0f} kB"
    judged(text, code <= 700e3)
    with tempfile.TemporaryDirectory() as name, server(0) as running, sync_playwright() as playwright:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        phone = Phone(playwright, Path(name) / "browser", f"http://localhost:{running.server_port}/pocket/")
        try:
            taps(phone, Path(name))
        finally:
            phone.close()
            running.shutdown()
    return figures.missed


if __name__ == "__main__":
    sys.exit(main())
