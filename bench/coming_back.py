"""Parts of bench.table: joining, reconnecting and handing over at a table of phones without a server.

Each part measures times. `kills` also checks that no round is lost or doubled.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, Playwright

from bench.phones import judged
from bench.pocket import Phone
from pocket.tests.table import SAVES, WAYS, Guest, Host, film, seat_by_camera, seeing
from tests.browser.phone import CHROMIUMS, FLAGS, TAPS_COUNT_AT_ONCE

NAMES = ("Anna", "Ben", "Carla", "Dirk")
SAVED = 200
MOST_BACK, MOST_SEATED, MOST_HANDED = 2, 60, 30  # seconds
# JavaScript that waits until all guests are connected (on a guest's page: until this guest is). It returns the
# milliseconds that this took.
ALL_BACK = """() => new Promise((done) => {
    const began = performance.now()
    const look = () => {
        const all = self.table ? table.guests : [guest]
        if (all.length && all.every((each) => each.isConnected)) done(performance.now() - began)
        else setTimeout(look, 5)
    }
    look()
})"""
IS_THERE = "() => (self.table || self.guest) && document.getElementById('start')"
type NewPage = Callable[[], Page]


def pages_of(browser: object, url: str) -> NewPage:
    """Return a function that opens a page as on a new phone, with nothing stored."""

    def new_page() -> Page:
        context = browser.new_context(base_url=url, viewport={"width": 360, "height": 740})  # type: ignore[attr-defined]
        context.add_init_script(TAPS_COUNT_AT_ONCE)
        context.set_default_timeout(120_000)
        return context.new_page()  # type: ignore[no-any-return]

    return new_page


def seating(playwright: Playwright, url: str, folder: Path) -> None:
    """Measure how long four guests take to join by camera. Videos of the codes replace what the cameras see."""
    videos = [folder / "host.y4m", folder / "guest.y4m"]
    for each in videos:
        film("https://elsewhere.example/", each)
    browsers = [seeing(playwright.chromium, each) for each in videos]
    new_page = pages_of(browsers[1], url)
    host = Host(pages_of(browsers[0], url)(), url)
    host.code()
    began = time.monotonic()
    host.app.get_by_role("button", name="Seat several").click()
    for _ in NAMES:
        seat_by_camera(host, new_page(), *videos)
    took = time.monotonic() - began
    judged(f"four guests seated face to face, with made cameras: {took:.1f} s", took < MOST_SEATED)
    for browser in browsers:
        browser.close()


def kills(playwright: Playwright, url: str, folder: Path) -> None:
    """Check that no round is lost or doubled while pages are interrupted, and measure how long reconnecting takes.

    Three guests save SAVED rounds, and a fourth guest saves none. Meanwhile there are three interruptions, in turn:
    - The host's browser is killed.
    - The host's page is closed.
    - The fourth guest's page is closed.

    The interrupted page is opened again at once.
    """
    keeps = Phone(playwright, folder / "host", url)
    page = keeps.open()
    page.set_default_timeout(120_000)
    host = Host(page, url)
    host.people(*NAMES)
    match = host.start("krimsutep", *NAMES)
    others = playwright.chromium.launch(executable_path=next(filter(None, map(shutil.which, CHROMIUMS))), args=FLAGS)
    new_page = pages_of(others, url)
    guests = [Guest(new_page()).join(host, name=name) for name in NAMES]
    for guest in guests:
        guest.page.wait_for_function(WAYS)
    counts = (SAVED // 3, SAVED // 3, SAVED - 2 * (SAVED // 3))
    for guest, name, count in zip(guests[1:], NAMES[1:], counts, strict=True):
        given = [f"{match}adjust/", name, count, []]
        guest.frame.evaluate(
            f"(given) => {{ self.saved = ({SAVES})(given).then(() => {{ self.isDone = true }}) }}", given
        )
    hosts, closed = [], []

    def is_done() -> bool:
        return all(guest.frame.evaluate("() => Boolean(self.isDone)") for guest in guests[1:])

    def back(at: str) -> float:
        page.goto(at)
        page.wait_for_function(IS_THERE)
        took: float = page.evaluate(ALL_BACK) / 1000
        page.locator("#app:not([hidden])").wait_for()
        return took

    for turn in range(30):
        if is_done():
            break
        page.wait_for_timeout(4000)  # milliseconds between two interruptions
        if turn % 3 == 2:  # in this turn the page of the guest who saves nothing is closed
            guests[0].page.goto("about:blank")
            guests[0].page.goto("./#table")
            guests[0].page.wait_for_function(IS_THERE)
            closed.append(guests[0].page.evaluate(ALL_BACK) / 1000)
            continue
        if turn % 3 == 0:
            keeps.kill()
        else:
            page.close(run_before_unload=False)
        page = keeps.open()
        page.set_default_timeout(120_000)
        hosts.append(back("./"))
    for guest in guests[1:]:
        guest.page.wait_for_timeout(100)
        guest.frame.evaluate("self.saved")
    host = Host(page, url=None, group=host.group)
    saved = host.frame.evaluate("(page) => fetch(page + 'game.json').then((answer) => answer.json())", match)
    there = len(saved["games"][0]["rounds"])
    judged(f"rounds there of {SAVED}, through {len(hosts)} ends of the host: {there}", there == SAVED)
    if hosts:
        worst = max(hosts)
        judged(f"all four guests back after the host's page is there: {worst:.2f} s at worst", worst < MOST_BACK)
    if closed:
        worst = max(closed)
        judged(f"a guest back after its page is there: {worst:.2f} s at worst of {len(closed)}", worst < MOST_BACK)
    keeps.close()
    others.close()


def handing(playwright: Playwright, url: str, folder: Path) -> None:
    """Measure how long a hand-over takes, and then a take-over.

    Hand-over: a guest's phone, which does not have the app, becomes the host. Take-over: that phone leaves, and the
    former host goes on as the host.
    """
    browser = playwright.chromium.launch(executable_path=next(filter(None, map(shutil.which, CHROMIUMS))), args=FLAGS)
    new_page = pages_of(browser, url)
    host = Host(new_page(), url)
    host.people(*NAMES)
    host.start("krimsutep", *NAMES)
    guests = [Guest(new_page()).join(host, name=name) for name in NAMES]
    host.go(f"{host.group}links/")
    host.app.locator("a[data-link]", has_text="used by: Ben").click()
    began = time.monotonic()
    host.app.get_by_role("button", name="Hand over to Ben").click()
    all_there = "() => self.table && table.guests.length === {} && table.guests.every((each) => each.isConnected)"
    guests[1].page.wait_for_function(all_there.format(4))
    took = time.monotonic() - began
    judged(f"a table handed over to a phone without the app, all four there: {took:.1f} s", took < MOST_HANDED)
    guests[1].page.wait_for_timeout(4000)
    former = host.page  # it has the app, so it becomes the deputy: the phone that can take over
    former.wait_for_function("() => self.guest?.isDeputy")
    guests[1].page.evaluate("() => table.close()")
    guests[1].page.goto("about:blank")
    button = former.get_by_role("button", name="Go on here with everyone")
    button.wait_for()
    began = time.monotonic()
    button.click()
    former.wait_for_function(all_there.format(3))
    took = time.monotonic() - began
    judged(f"gone on with on the phone that stood by, the three others there: {took:.1f} s", took < MOST_HANDED)
    browser.close()
