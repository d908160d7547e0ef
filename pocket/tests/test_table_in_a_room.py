"""Two phones that are alone in a network: they connect, lose each other for a minute, and reconnect.

Each phone has its own network namespace. To create these, the test needs root. Part of make pocket-test.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

from pocket.tests.table import WAYS, Guest, Host
from tests.browser.phone import CHROMIUMS, FLAGS, TAPS_COUNT_AT_ONCE

ROOT = Path(__file__).resolve().parent.parent.parent
PORT = "8377"
MINUTE = 60_000  # milliseconds
ROOMS = ("scores-a", "scores-b")
AIR = "scores-air"  # the namespace of the Wi-Fi: a phone can leave it without a change to the other phone's network


def may_make_networks() -> bool:
    return bool(shutil.which("ip")) and subprocess.run(["unshare", "--net", "true"], check=False).returncode == 0


pytestmark = [pytest.mark.browser, pytest.mark.skipif(not os.environ.get("POCKET"), reason="needs make pocket")]


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True)


@pytest.fixture
def room():
    """Set up two phones' networks and a bridge between them.

    Each phone has the static site at its localhost, as if it had fetched the site before.
    """
    if not may_make_networks():
        pytest.skip("needs to make network namespaces")
    servers = []
    try:
        ip("netns", "add", AIR)
        ip("-n", AIR, "link", "add", "bridge", "type", "bridge")
        ip("-n", AIR, "link", "set", "bridge", "up")
        for number, name in enumerate(ROOMS, 1):
            ip("netns", "add", name)
            ip("link", "add", "wire", "netns", name, "type", "veth", "peer", "name", name, "netns", AIR)
            ip("-n", AIR, "link", "set", name, "master", "bridge", "up")
            ip("-n", name, "link", "set", "lo", "up")
            ip("-n", name, "addr", "add", f"10.77.0.{number}/24", "dev", "wire")
            ip("-n", name, "link", "set", "wire", "up")
            # A phone in a hotspot needs a gateway, which is the hotspot itself. Here it is the other phone.
            ip("-n", name, "route", "add", "default", "via", f"10.77.0.{3 - number}")
            serve = ["ip", "netns", "exec", name, sys.executable, "-m", "pocket.serve", PORT]
            servers.append(subprocess.Popen(serve, cwd=ROOT, stdout=subprocess.PIPE, text=True))
        for each in servers:
            assert "localhost" in each.stdout.readline()
        yield
    finally:
        for each in servers:
            each.terminate()
            each.wait()
            each.stdout.close()
        for name in (*ROOMS, AIR):
            subprocess.run(["ip", "netns", "del", name], check=False)


def test_they_connect_without_any_other_network_and_after_a_minute_apart(room, browser, tmp_path):
    chromium = next(filter(None, map(shutil.which, CHROMIUMS)))
    # A page that may use the camera learns the phone's real network addresses from Chromium.
    camera = [
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
    ]
    browsers = []
    for name in ROOMS:
        inside = tmp_path / name
        inside.write_text(f'#!/bin/sh\nexec ip netns exec {name} {chromium} "$@"\n')
        inside.chmod(0o755)
        browsers.append(browser.browser_type.launch(executable_path=inside, args=[*FLAGS, *camera]))

    def new_phone(where):
        context = where.new_context(base_url=f"http://localhost:{PORT}/pocket/", viewport={"width": 360, "height": 740})
        context.set_default_timeout(MINUTE)
        context.grant_permissions(["camera"])
        context.add_init_script(TAPS_COUNT_AT_ONCE)
        return context.new_page()

    host = Host(new_phone(browsers[0]))
    host.people("Anna", "Ben", "Carla")
    match = host.start("krimsutep", "Anna", "Ben", "Carla")
    guest = Guest(new_phone(browsers[1])).join(host, name="Anna")
    guest.go(f"{match}adjust/")
    guest.app.locator("[name=points-0]").fill("7")
    guest.page.wait_for_function(WAYS)
    ip("-n", ROOMS[1], "link", "set", "wire", "down")
    expect(guest.page.locator("#away")).to_be_visible(timeout=MINUTE)
    guest.app.get_by_role("button", name="Save").last.click()
    expect(guest.app.locator(".unsent").first).to_contain_text("Will be saved")
    guest.page.wait_for_timeout(MINUTE)
    ip("-n", ROOMS[1], "link", "set", "wire", "up")
    expect(guest.page.locator("#away")).to_be_hidden(timeout=MINUTE)
    guest.frame.wait_for_url(f"**{match}")
    host.go(match)
    for each in (host, guest):
        each.rounds(1)
    for each in browsers:
        each.close()
