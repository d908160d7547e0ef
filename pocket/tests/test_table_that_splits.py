"""Tables at which a phone is lost: whatever stood on a pad is on the next host's. Part of make pocket-test."""

import json
import os
import signal

import pytest
from playwright.sync_api import expect

from pocket.serve import files
from pocket.tests.table import CUT, HAS, SAVES, WAYS, Guest, Host, adjust, everybody_plays_on, keeps_now
from pocket.tests.test_shell_in_a_browser import another_build
from tests.browser.phone import shot, until

pytestmark = [pytest.mark.browser, pytest.mark.skipif(not os.environ.get("POCKET"), reason="needs make pocket")]

HAS_SHELL = """async () => {
    const cache = await caches.open("scorekeeper files")
    const { files } = await (await cache.match("/pocket/table")).json()
    const shell = Object.entries(files).filter(([path]) => /^(vendor\\/)?[^/]+\\.(css|html|js|svg)$/.test(path))
    return (await Promise.all(shell.map(([, { hash }]) => cache.match(`/pocket/by-hash/${hash}`)))).every(Boolean)
}"""
NAMES = ("Anna", "Ben", "Carla", "Dirk")


@pytest.fixture
def table(host, new_phone, sit):
    """Return a game's path and its phones: the host, Ben, whose phone stands by, Anna and Carla."""
    host.people(*NAMES)
    host.send(f"{host.group}who/", player="new", name="Zoe")
    match = host.start("krimsutep", *NAMES)
    there = Host(new_phone())
    until(there.page, "() => caches.match('/pocket/current').then(Boolean)")
    ben = Guest(there.page).join(host, name="Ben")
    anna, carla = sit("Anna"), sit("Carla")
    adjust(ben, match, 7)
    ben.rounds(1)
    until(ben.page, HAS)
    for each in (anna, carla):
        each.page.wait_for_function("() => guest.spare")
    return match, host, ben, anna, carla


def saves(seat, match, name, count):
    seat.frame.evaluate(SAVES, [f"{match}adjust/", name, count, []])


def go_on(seat, host):
    seat.page.get_by_role("button", name="Go on here with everyone").click()
    return keeps_now(seat, host)


def loses_the_host(guest):
    """Cut the guest's connection, while the others keep theirs."""
    guest.page.evaluate("guest.comeBack = async () => {}")
    guest.page.evaluate(f"for (const each of [...guest.ways.splice(0), guest.waits]) each.peer.close(); {CUT}")


def process_of(page) -> int:
    """Return the ID of the process of a page: the one that works while the page does."""
    browser = page.context.browser.new_browser_cdp_session()

    def times():
        return {each["id"]: each["cpuTime"] for each in browser.send("SystemInfo.getProcessInfo")["processInfo"]}

    before = times()
    page.evaluate("() => { const end = performance.now() + 1500; while (performance.now() < end); }")
    return max(times().items(), key=lambda each: each[1] - before.get(each[0], 0))[0]


@pytest.fixture
def suspend():
    """Yield a function that suspends a phone's page, as the lock of the screen does, and one that wakes it."""
    stopped = {}

    def stop(seat):
        stopped[seat] = process_of(seat.page)
        os.kill(stopped[seat], signal.SIGSTOP)

    def wake(seat):
        os.kill(stopped.pop(seat), signal.SIGCONT)

    yield stop, wake
    for each in stopped.values():
        os.kill(each, signal.SIGCONT)


def test_nothing_that_was_answered_is_missing_after_the_host_was_killed(table):
    match, host, ben, anna, carla = table
    host.page.evaluate("table.brief = async () => {}")  # the phone that stands by gets no further copy
    adjust(host, match, 1)
    saves(anna, match, "Anna", 4)
    saves(ben, match, "Ben", 1)
    carla.send(f"{host.group}people/", name="Emil")
    saves(anna, match, "Anna-later", 1)
    host.page.close()
    keeps = go_on(ben, host)
    keeps.go(match)
    keeps.rounds(8)
    people = keeps.frame.evaluate("(page) => fetch(page).then((answer) => answer.text())", f"{host.group}people/")
    assert "Emil" in people
    everybody_plays_on((keeps, anna, carla), match, 8)


def test_whose_pad_has_more_is_asked_before_it_goes_over(table):
    match, host, ben, anna, carla = table
    carla.go(match)
    loses_the_host(ben)
    saves(anna, match, "Anna", 2)
    anna.go(match)
    for each in (anna, carla):
        each.rounds(3)
    host.page.close()  # before it has told the others that Ben's phone is gone
    keeps = go_on(ben, host)
    keeps.go(match)
    keeps.rounds(1)
    for each in (anna, carla):
        expect(each.page.locator("#what")).to_contain_text("lacks the last 2 entries")
    shot(anna.page, "asked-first")
    anna.page.get_by_role("button", name="Go on there all the same").click()
    everybody_plays_on((keeps, anna), match, 1)
    carla.page.get_by_role("button", name="Back").click()
    carla.rounds(3)


def test_a_host_that_was_suspended_learns_where_the_pad_is_and_sits_down_there(table, suspend):
    match, host, ben, anna, carla = table
    host.go(match)
    stop, wake = suspend
    stop(host)
    keeps = go_on(ben, host)
    everybody_plays_on((keeps, anna, carla), match, 1)
    wake(host)
    expect(host.page.locator("#away")).to_contain_text("The pad has been with Ben since")
    shot(host.page, "pad-has-moved")
    host.page.get_by_role("button", name="Sit down there").click()
    host.page.wait_for_function("() => self.guest?.isConnected")
    everybody_plays_on((host, keeps, anna, carla), match, 4)
    host.go(f"{host.group}me/")
    expect(host.app.get_by_role("heading", level=1)).to_contain_text("Zoe")


def test_a_table_of_which_one_phone_went_on_alone_stays_together(table, suspend):
    match, host, ben, anna, carla = table
    stop, wake = suspend
    loses_the_host(ben)
    keeps = go_on(ben, host)
    everybody_plays_on((host, anna, carla), match, 1)
    expect(keeps.page.locator("#away")).to_contain_text("Nobody has come along yet.")
    shot(keeps.page, "nobody-came")
    stop(host)
    for each in (anna, carla):
        expect(each.page.locator("#away")).to_be_visible()
    anna.page.wait_for_timeout(10_000)
    for each in (anna, carla):
        each.rounds(4)
        expect(each.page.locator("#away")).to_be_visible()
    wake(host)
    for each in (anna, carla):
        expect(each.page.locator("#away")).to_be_hidden()
    keeps.page.get_by_role("button", name="Back to it").click()
    ben.page.wait_for_function("() => self.guest?.isConnected")
    everybody_plays_on((host, ben, anna, carla), match, 4)


def test_a_guest_takes_the_app_from_the_host_and_goes_on_without_internet(site, host, sit):
    host.people(*NAMES)
    match = host.start("krimsutep", *NAMES)
    anna, ben = sit("Anna"), sit("Ben")
    adjust(anna, match, 7)
    anna.page.context.set_offline(True)
    expect(anna.page.locator("#away")).to_contain_text("this one can go on", timeout=60_000)
    shot(anna.page, "stand-by")
    anna.page.get_by_role("button", name="Take it").click()
    until(anna.page, "() => caches.match('/pocket/current').then(Boolean)")
    host.page.close()
    keeps = go_on(anna, host)
    everybody_plays_on((keeps, ben), match, 1)


def test_a_guest_at_its_first_visit_reloads_without_internet(site, host, sit):
    guest = sit()
    guest.page.wait_for_function(WAYS)
    until(guest.page, HAS_SHELL)
    site.shutdown()
    site.server_close()
    guest.page.reload()
    guest.is_here()


def test_after_an_update_the_host_takes_it_by_a_tap_and_its_guests_come_back(site, host, sit, tmp_path):
    host.people(*NAMES)
    match = host.start("krimsutep", *NAMES)
    anna, ben = sit("Anna"), sit("Ben")
    newer = another_build(tmp_path, lambda path, content: content + b"\n// newer" if path == "shell.js" else content)
    site.set_app(files(newer))
    anna.page.reload()
    expect(anna.page.locator("#what")).to_contain_text("different versions")
    shot(anna.page, "newer-guest")
    expect(host.page.locator("#away")).to_contain_text("A guest has a newer version.")
    shot(host.page, "older-host")
    host.page.get_by_role("button", name="Take it now").click()
    wanted = json.loads((newer / "build.json").read_text())["id"]
    for each in (anna, ben):
        each.page.wait_for_function(
            "(id) => self.guest?.isConnected && guest.build?.id === id", arg=wanted, timeout=120_000
        )
        each.is_here()
    everybody_plays_on((host, anna, ben), match, 0)
