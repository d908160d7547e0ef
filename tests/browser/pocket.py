"""The browser tests on Pocket instead of a server.

`make pocket` builds Pocket; `POCKET=1 pytest -m browser` (`make pocket-test`) runs the tests.

Python inside the browser serves the pages, from a database of its own. It is kept equal to the test's database:

- Before a request of the browser, rows that the test has written are copied into the browser.
- Before a query of the test, rows that the browser has written are copied back.

Everybody is the owner, and only the games of the build exist.
"""

import base64
import os
import sqlite3
import threading
from contextlib import closing

import pytest
from django.db import connection
from django.test import RequestFactory
from django.urls import set_script_prefix

from pocket.serve import FOLDER, server
from tests.browser.phone import TAPS_COUNT_AT_ONCE, until

WRITES = ("INSERT", "UPDATE", "DELETE", "REPLACE")
SHELL = """
(() => {
  const encode = async (bytes) => {
    const url = await new Promise((done) => {
      const reader = new FileReader()
      reader.onload = () => done(reader.result)
      reader.readAsDataURL(new Blob([bytes]))
    })
    return url.slice(url.indexOf(",") + 1)
  }
  const ask = (message, transfer = []) => new Promise((done) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => done(data)
    post.call(self.theWorker, message, [port2, ...transfer])
  })
  const post = Worker.prototype.postMessage
  let queue = Promise.resolve()
  Worker.prototype.postMessage = function (data, transfer) {
    if (data.type === "start") self.theWorker = this
    if (data.type !== "request") { post.call(this, data, transfer); return }
    queue = queue.then(async () => {
      const newer = await self.written_here(data.request.method)
      if (newer) {
        const bytes = Uint8Array.from(atob(newer), (each) => each.charCodeAt(0))
        await ask({ type: "replace", bytes }, [bytes.buffer])
      }
      post.call(this, data, transfer)
    })
  }
  self.theDatabase = async () => encode(await ask({ type: "read" }))
})()
"""


class Pocket:
    """A browser context that runs the site in Python; all tests in one language share it."""

    def __init__(self, browser, url: str, lang: str) -> None:
        self.database = connection.settings_dict["NAME"]
        self.newer_here, self.newer_there = True, False
        self.context = browser.new_context(
            base_url=url, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True,
            locale={"de": "de-DE", "en": "en-GB"}[lang], reduced_motion="reduce",
        )  # fmt: skip
        self.context.set_default_timeout(15000)
        self.shell = self.context.new_page()
        self.shell.expose_function("written_here", self.written_here)
        self.shell.add_init_script(SHELL)
        self.shell.goto("/")
        self.shell.wait_for_selector("#app:not([hidden])", timeout=120_000)
        until(self.shell, "() => caches.match('/current').then(Boolean)")  # true once everything has been fetched
        self.context.set_offline(True)

    def written_here(self, method: str) -> str | None:
        """Return the test's database in base64; None if the test has not changed it since the last request.

        The shell calls this before each request.
        """
        self.newer_there = self.newer_there or method != "GET"
        if not self.newer_here:
            return None
        self.newer_here = False
        # Chromium calls this method outside the test's context, where Django would open another connection.
        with closing(sqlite3.connect(self.database)) as there:
            return base64.b64encode(there.serialize()).decode()

    def query(self, execute, sql, params, many, context):
        """Execute a query of the test, after fetching the browser's database if the browser has changed it."""
        if self.newer_there:
            self.newer_there = False
            content = base64.b64decode(self.shell.evaluate("theDatabase()"))
            with closing(sqlite3.connect(":memory:")) as there:
                there.deserialize(content)
                there.backup(connection.connection)
        answer = execute(sql, params, many, context)
        self.newer_here = self.newer_here or sql.lstrip().upper().startswith(WRITES)
        return answer


@pytest.fixture(scope="session")
def pockets(browser):
    if not (FOLDER / "build.json").exists():
        pytest.fail("Nothing is built: make pocket")
    with server(0, prefix="") as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        made: dict[str, Pocket] = {}

        def of(lang: str) -> Pocket:
            if lang not in made:
                made[lang] = Pocket(browser, f"http://localhost:{running.server_port}", lang)
            return made[lang]

        yield of
        for each in made.values():
            each.context.close()
        running.shutdown()


@pytest.fixture
def open_phone(pockets, cast, transactional_db, settings, monkeypatch):
    settings.FORCE_SCRIPT_NAME = "/app"
    # The test client sends every request by this method. A real server would remove the prefix.
    generic = RequestFactory.generic
    monkeypatch.setattr(
        RequestFactory,
        "generic",
        lambda self, method, path, *args, **more: generic(self, method, path.removeprefix("/app"), *args, **more),
    )
    set_script_prefix("/app/")
    said, pages = [], []

    def listen(message) -> None:
        if message.type in {"error", "warning"} and "the server responded with a status of 4" not in message.text:
            said.append(f"{message.type}: {message.text}")

    with connection.execute_wrapper(lambda *args: query(*args)):
        used: Pocket | None = None

        def query(execute, *args):
            return used.query(execute, *args) if used else execute(*args)

        def make(role="owner", *, lang="en", width=360, height=740, js=True, calm=False):
            nonlocal used
            if not js or role in {"nobody", "stranger"}:
                pytest.skip("needs a server")
            wanted = pockets(lang)
            if used is not wanted:
                if used:
                    with connection.cursor() as cursor:
                        cursor.execute("SELECT 1")  # any query fetches the rows that the former browser has written
                used = wanted
                used.newer_here, used.newer_there = True, False
            page = used.context.new_page()
            pages.append(page)
            page.set_viewport_size({"width": width, "height": height})
            if not calm:
                page.add_init_script(TAPS_COUNT_AT_ONCE)
            page.on("console", listen)
            page.on("pageerror", lambda error: said.append(f"error: {error}"))
            return page

        yield make
        for page in pages:
            page.close()
    set_script_prefix("/")
    assert said == [], "the browser's console is not silent"


def pytest_collection_modifyitems(items):
    for item in items:
        if "suns-and-moons" in item.name:
            item.add_marker(pytest.mark.skip("the toy game is not in the build"))


assert os.environ.get("POCKET"), "this module is only for tests with POCKET=1"
