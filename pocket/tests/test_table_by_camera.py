"""Tests of scanning in both directions: Chromium uses a generated video as its camera. Part of make pocket-test."""

import os
import threading

import pytest
from playwright.sync_api import expect

from pocket.serve import server
from pocket.tests.table import Guest, Host, film, seat_by_camera, seeing
from tests.browser.phone import TAPS_COUNT_AT_ONCE, shot

pytestmark = [pytest.mark.browser, pytest.mark.skipif(not os.environ.get("POCKET"), reason="needs make pocket")]


def test_several_are_seated_face_to_face_without_a_tap_on_the_host_between_them(browser, tmp_path):
    videos = [tmp_path / "host.y4m", tmp_path / "guest.y4m"]
    for each in videos:
        film("https://elsewhere.example/", each)
    chromiums = [seeing(browser.browser_type, each) for each in videos]
    with server(0) as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()

        def new_phone(chromium):
            context = chromium.new_context(
                base_url=f"http://localhost:{running.server_port}/pocket/", viewport={"width": 360, "height": 740}
            )
            context.set_default_timeout(45_000)
            context.add_init_script(TAPS_COUNT_AT_ONCE)
            return context.new_page()

        host = Host(new_phone(chromiums[0]))
        host.code()
        for count in (1, 2):
            guest = Guest(seat_by_camera(host, new_phone(chromiums[1]), *videos))
            expect(guest.app.get_by_role("heading", name="Who are you?").first).to_be_visible()
            expect(host.page.get_by_role("status").filter(has_text=f"now: {count}")).to_be_visible()
        shot(host.page, "host-seats")
        host.page.get_by_role("button", name="Done").click()
        expect(host.app.locator("#count")).to_have_text("Phones connected: 2")
        for each in chromiums:
            each.close()
        running.shutdown()
