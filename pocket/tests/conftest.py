"""Phones at a table, each in a Chromium context of its own."""

import threading
from functools import partial

import pytest
from playwright.sync_api import expect

from pocket.serve import FOLDER, server
from pocket.tests.table import FOR_ALL, Guest, Host
from tests.browser.phone import TAPS_COUNT_AT_ONCE


@pytest.fixture
def site():
    """Yield a running server of the built app."""
    assert (FOLDER / "build.json").exists(), "Nothing is built: make pocket"
    with server(0) as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        yield running
        running.shutdown()


@pytest.fixture
def make_phone(site):
    """Yield a function that opens a page on a new phone, i.e. in a browser context without stored data."""
    made = []
    expect.set_options(timeout=30_000)

    def make(browser, lang="en-GB"):
        phone = browser.new_context(
            base_url=f"http://localhost:{site.server_port}/pocket/", viewport={"width": 360, "height": 740}, locale=lang
        )
        phone.set_default_timeout(45_000)
        phone.add_init_script(TAPS_COUNT_AT_ONCE)
        made.append(phone)
        return phone.new_page()

    yield make
    for phone in made:
        phone.close()
    expect.set_options(timeout=5_000)


@pytest.fixture
def new_phone(browser, make_phone):
    return partial(make_phone, browser)


@pytest.fixture
def host(new_phone):
    return Host(new_phone())


@pytest.fixture
def sit(new_phone, host):
    """Return a function that connects a new guest to the table and chooses the guest's name there."""
    return lambda name=FOR_ALL, role="Keep score": Guest(new_phone()).join(host, role, name)
