"""The shell: two windows, a copy through the page, a damaged database and a full phone. Part of make pocket-test."""

import os
import re
import threading

import pytest
from playwright.sync_api import expect

from pocket.serve import FOLDER, server

pytestmark = pytest.mark.skipif(not os.environ.get("POCKET"), reason="needs make pocket")

DAMAGE = """async () => {
    const [folder] = await Array.fromAsync((await navigator.storage.getDirectory()).values())
    const file = await (await folder.getFileHandle("scorekeeper.sqlite3")).createWritable({keepExistingData: true})
    await file.write({type: "write", position: 5000, data: new Uint8Array(4000)})
    await file.close()
}"""


@pytest.fixture
def context(browser):
    with server(0) as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        made = browser.new_context(
            base_url=f"http://localhost:{running.server_port}/pocket/",
            viewport={"width": 360, "height": 740},
            locale="en-GB",
        )
        made.set_default_timeout(45_000)
        yield made
        made.close()
        running.shutdown()
    assert (FOLDER / "build.json").exists()


def started(page):
    """The app's frame, once its first page is there."""
    page.locator("#app:not([hidden])").wait_for()
    return page.frame_locator("#app")


def make_group(page, name):
    app = started(page)
    app.get_by_role("link", name="New group").click()
    app.get_by_label("Name").fill(name)
    app.get_by_role("button", name="Next: the game").click()
    app.get_by_text(name).first.wait_for()


def test_the_second_window_asks_whether_it_goes_on_there(context):
    first, second = context.new_page(), context.new_page()
    first.goto("")
    started(first)
    second.goto("")
    second.get_by_role("button", name="Go on here").click()
    started(second)
    expect(first.locator("#what")).to_have_text("Going on in the other window.")


def test_a_damaged_database_leaves_ways_out(context, tmp_path):
    page = context.new_page()
    page.goto("")
    make_group(page, "Cabin")
    with page.expect_download() as saved:
        page.frames[-1].goto("app/copies/")
        page.frame_locator("#app").get_by_role("link", name="Save a copy").click()
    copy = tmp_path / "copy.tar.gz"
    saved.value.save_as(copy)
    page.goto("about:blank")
    page.goto("icon.svg")
    page.evaluate(DAMAGE)

    page.goto("./")
    expect(page.locator("#what")).to_have_text("The saved games on this phone cannot be read.")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the damaged file").click()
    assert saved.value.path().read_bytes().startswith(b"SQLite format 3\0")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Bring a copy back").click()
    chooser.value.set_files(copy)
    started(page)
    page.goto("./")
    started(page).get_by_text("Cabin").first.wait_for()


def test_a_full_phone_says_so_and_loses_nothing(context):
    page = context.new_page()
    page.goto("")
    app = started(page)
    session = context.new_cdp_session(page)
    origin = re.match("https?://[^/]+", page.url)[0]
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1})
    app.get_by_role("link", name="New group").click()
    app.get_by_label("Name").fill("Too much")
    app.get_by_role("button", name="Next: the game").click()
    app.get_by_role("heading", name="This phone is full").wait_for()
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin})
    page.goto("./")
    make_group(page, "Enough")
