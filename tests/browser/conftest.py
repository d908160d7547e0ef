"""A phone in a test: Chromium on a screen of 360 × 740, against the live site.

    def test_something(open_phone, cast):
        page = open_phone("scorer", dark=True, lang="de")
        page.goto(cast.group.get_absolute_url())
        axe(page)

When a test ends, every message in the browser's console that is a warning or an error fails it.
SCOREKEEPER_SHOTS=folder keeps the screenshots that `shot(page, name)` takes.
"""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "1")

AXE = (Path(__file__).parent / "vendor" / "axe-4.14.1.min.js").read_text()
AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"]
CHROMIUMS = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]  # the quickest first
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def pytest_collection_modifyitems(items):
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    if path is None:
        pytest.fail("No Chromium here: run scripts/browser.sh (make test does)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def open_phone(browser, live_server, cast):
    """A function that opens a fresh phone: open_phone(role, dark=…, lang=…, width=…, height=…, js=…)."""
    contexts: list[BrowserContext] = []
    said: list[str] = []

    def listen(message: ConsoleMessage) -> None:
        # An expected 403, 404, 410 or 422 of the page itself is Chromium's to report, not ours to fix.
        if message.type in {"error", "warning"} and "the server responded with a status of 4" not in message.text:
            said.append(f"{message.type}: {message.text} ({message.location.get('url')})")

    def make(role="nobody", *, dark=False, lang="en", width=360, height=740, js=True) -> Page:
        context = browser.new_context(
            base_url=live_server.url,
            viewport={"width": width, "height": height},
            device_scale_factor=2 if os.environ.get("SCOREKEEPER_SHOTS") else 1,  # finer takes longer to paint
            has_touch=True,
            is_mobile=True,
            color_scheme="dark" if dark else "light",
            locale={"de": "de-DE", "en": "en-GB"}[lang],
            java_script_enabled=js,
        )
        context.set_default_timeout(8000)
        cookies = cast.phone(role).cookies
        context.add_cookies(
            [
                {"name": c.key, "value": c.value, "url": live_server.url}
                for c in cookies.values()
                if c.key == "sessionid"
            ]
        )
        contexts.append(context)
        page = context.new_page()
        page.on("console", listen)
        page.on("pageerror", lambda error: said.append(f"error: {error}"))
        return page

    yield make
    for context in contexts:
        context.close()
    assert said == [], "the browser's console is not silent"


def axe(page: Page) -> None:
    """No violation of WCAG 2.2 AA, nor of axe's good practice, on the page as it is now."""
    page.evaluate(AXE)
    found = page.evaluate("tags => axe.run(document, {runOnly: tags, resultTypes: ['violations']})", AXE_TAGS)
    problems = [
        f"{violation['id']}: {violation['help']}: {[node['html'][:160] for node in violation['nodes']]}"
        for violation in found["violations"]
    ]
    assert problems == [], f"{page.url}\n" + "\n".join(problems)


def fits(page: Page) -> None:
    """Nothing is wider than the screen."""
    # Not innerWidth: a phone zooms out until what is too wide fits in.
    screen = (page.viewport_size or {})["width"]
    wide = page.evaluate(
        """screen => [...document.querySelectorAll('body *')]
            .filter(e => e.checkVisibility() && e.getBoundingClientRect().right > screen + 1)
            .map(e => e.outerHTML.slice(0, 120))""",
        screen,
    )
    assert wide == [], f"{page.url} scrolls sideways"


def thumb_sized(page: Page) -> None:
    """Everything to tap is at least 44 px high and wide, links inside a sentence aside."""
    small = page.evaluate("""() =>
        [...document.querySelectorAll('a, button, summary, label:has(input), select')]
        .filter(e => e.checkVisibility() && !e.matches('.skip, p > a:not(:only-child)'))
        .map(e => [e.getBoundingClientRect(), e])
        .filter(([r]) => r.width && (r.width < 43.5 || r.height < 43.5))
        .map(([r, e]) => `${Math.round(r.width)}×${Math.round(r.height)} ${e.outerHTML.slice(0, 120)}`)""")
    assert small == [], f"too small for a thumb on {page.url}"


def shot(page: Page, name: str) -> None:
    """Keep a picture, if somebody asked for them."""
    if folder := os.environ.get("SCOREKEEPER_SHOTS"):
        Path(folder).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=Path(folder) / f"{name}.png")
