"""A phone without a server, in WebKit and in Firefox: it starts, saves a round, starts again, and still has it.

Part of `make browsers`; needs the build of `make pocket`.
"""

from __future__ import annotations

import json
import threading
import time
from contextlib import suppress
from typing import Any

import pytest

from pocket.serve import FOLDER, server
from tests.browsers.drivers import BROWSERS, Driver

pytestmark = [pytest.mark.server, pytest.mark.filterwarnings("ignore:setting remote_server_addr:DeprecationWarning")]

PATIENCE = 120  # seconds that a start may take on a busy machine
LOOK_AROUND = """
const form = (await parsed("/pocket/app/")).querySelector("form[action$='/look-around/']")
const {url} = await fetch("/pocket/app/look-around/", {method: "POST", body: new URLSearchParams(new FormData(form))})
return url.match("^[^#?]*")[0]
"""
SAVE = """
const page = await parsed(%s + "adjust/")
const form = new URLSearchParams(new FormData(page.querySelector("form:has([name=seen])")))
form.set("points-0", 4711); form.set("points-1", -4711)  // in some games the points must add up to zero
const answer = await fetch(%s + "adjust/", {method: "POST", body: form})
return answer.status
"""
GAME = "return (await fetch(%s + 'game.json')).text()"


def run(driver: Driver, code: str, *values: str) -> Any:
    """Run JavaScript and return its result. `values` replace each `%s`, as JSON.

    The code can use the app's `fetch`, and `parsed(url)`, which fetches a page and parses it.
    """
    code = code % tuple(map(json.dumps, values))
    parsed = (
        "const parsed = async (url) => new DOMParser().parseFromString(await (await fetch(url)).text(), 'text/html');"
    )
    driver.js(f"""
        self.answer = undefined
        const {{ fetch, URLSearchParams, DOMParser, FormData }} = document.querySelector("#app").contentWindow;
        (async () => {{ {parsed} {code} }})().then(
            (value) => {{ self.answer = JSON.stringify([value]) }}, (error) => {{ self.answer = JSON.stringify({{failed: String(error)}}) }})
    """)
    answer = json.loads(waited(driver, "return self.answer"))
    assert isinstance(answer, list), answer
    return answer[0]


def waited(driver: Driver, code: str) -> Any:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with suppress(RuntimeError):  # raised while the browser leaves the page
            if answer := driver.js(code):
                return answer
        time.sleep(0.2)
    raise AssertionError(f"no {code} on {driver.js('return document.body.innerText')}")


def start(driver: Driver, url: str) -> float:
    begun = time.monotonic()
    driver.goto("about:blank")
    driver.goto(url)
    waited(driver, "return Boolean(document.querySelector('#app:not([hidden])'))")
    return time.monotonic() - begun


@pytest.mark.parametrize("browser", BROWSERS)
def test_a_round_is_there_after_the_next_start(browser):
    assert (FOLDER / "build.json").exists(), "Nothing is built: make pocket"
    driver = BROWSERS[browser]()
    try:
        with server(0) as running:
            threading.Thread(target=running.serve_forever, daemon=True).start()
            url = f"http://localhost:{running.server_port}/pocket/"
            first = start(driver, url)
            match = run(driver, LOOK_AROUND)
            assert run(driver, SAVE, match, match) == 200
            assert "4711" in run(driver, GAME, match)
            running.shutdown()
        again = start(driver, url)  # the server has stopped
        print(f"{browser}: the first start {first:.1f} s, the next one {again:.1f} s")
        assert "4711" in run(driver, GAME, match)
    finally:
        driver.close()
