"""A phone alone, in a browser, and a server: joins by the link, plays without a network, brings it back.

Part of `make pocket-test`: needs what `make pocket` has built.
"""

import os
import re
import threading

import pytest
from playwright.sync_api import expect

from pocket.serve import FOLDER, server
from scorekeeper.nights.models import Match
from tests.browser.phone import TAPS_COUNT_AT_ONCE

TIME = 120_000  # milliseconds: the first start


@pytest.fixture
def alone(browser):
    if not (FOLDER / "build.json").exists():
        pytest.fail("Nothing is built: make pocket")
    with server(0, prefix="") as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        context = browser.new_context(
            base_url=f"http://localhost:{running.server_port}", viewport={"width": 360, "height": 740}, locale="en-GB",
            color_scheme=os.environ.get("SCHEME", "light"), has_touch=True, is_mobile=True,
        )  # fmt: skip
        context.set_default_timeout(20_000)
        context.add_init_script(TAPS_COUNT_AT_ONCE)
        page = context.new_page()
        page.goto("/")
        page.wait_for_selector("#app:not([hidden])", timeout=TIME)
        yield page
        context.close()
        running.shutdown()


def shot(page, name: str) -> None:
    if folder := os.environ.get("SCOREKEEPER_SHOTS"):
        page.screenshot(path=f"{folder}/{name}.png")


@pytest.mark.browser
@pytest.mark.skipif(not os.environ.get("POCKET"), reason="make pocket-test")
def test_it_joins_plays_offline_and_brings_it_back(alone, cast, live_server):
    app = alone.frame_locator("#app")
    shot(alone, "home")
    app.get_by_role("link", name="Join a group").click()
    app.get_by_label("The link by which the others join").fill(f"{live_server.url}/join/{cast.scorer_token}/")
    shot(alone, "join")
    app.get_by_role("button", name="Join").click()
    frame = alone.frames[-1]
    frame.wait_for_url(re.compile(r"/app/g/[a-z0-9]{12}/$"), timeout=60_000)
    shot(alone, "joined")

    alone.context.set_offline(True)
    group = frame.url.split("/g/")[1].split("/")[0]
    match = frame.evaluate(
        "(group) => fetch(`/app/g/${group}/`).then((r) => r.text()).then((t) => t.match(/\\/m\\/([a-z0-9]{12})\\//)[1])",
        group,
    )
    frame.goto(f"/app/g/{group}/m/{match}/adjust/")
    first = app.locator("input[type=text], input[inputmode]").first
    first.fill("7")
    assert not app.get_by_text("No network").count()
    app.get_by_role("button", name="Save").last.click()
    frame.wait_for_url(re.compile(r"/m/[a-z0-9]{12}/$"))
    shot(alone, "played")
    frame.goto(f"/app/g/{group}/exchange/")
    app.get_by_role("button", name="Exchange now").click()
    app.get_by_text("does not answer just now").wait_for()
    shot(alone, "offline")
    alone.context.set_offline(False)
    app.get_by_role("button", name="Exchange now").click()
    expect(app.locator("#exchange")).to_have_text("")
    shot(alone, "exchanged")
    here = Match.objects.get(pk=cast.match.pk)
    assert [entry.record["points"] for entry in here.active][-1] == {"Ben": 7}
    assert here.active[-1].by.endswith(f"({cast.scorer_link})")


@pytest.mark.browser
@pytest.mark.skipif(not os.environ.get("POCKET"), reason="make pocket-test")
def test_it_looks_around(alone):
    app = alone.frame_locator("#app")
    app.get_by_role("link", name="Look around").click()
    app.get_by_role("button", name="Show me").wait_for()
    shot(alone, "look-around")
    app.get_by_role("button", name="Show me").click()
    app.get_by_role("heading", name="Example nights").wait_for(timeout=60_000)
    shot(alone, "example-nights")
