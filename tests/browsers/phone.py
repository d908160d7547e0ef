"""A person's actions on a phone, in any of the browsers."""

from __future__ import annotations

import json
import os
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.browser.cut import Cut
from tests.browsers.drivers import SECONDS, Driver

# Scrolls to the first visible element that matches the selector and contains the text. Returns the element's middle;
# null if there is no such element, or if it cannot be tapped yet.
FIND = """
const [selector, text] = %s;
const says = each => each.innerText + " " + each.ariaLabel;
const found = [...document.querySelectorAll(selector)].find(each => each.checkVisibility() && says(each).includes(text));
if (!found || found.matches("[data-soon]")) return null;  // not there, or not ready yet
found.scrollIntoView({block: "center", behavior: "instant"});
const box = found.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
const top = document.elementFromPoint(x, y);
return top && (found.contains(top) || top.contains(found)) ? [x, y] : null;
"""


class Phone:
    """A browser whose connection to the server can be cut."""

    def __init__(self, driver: Driver, way: Cut) -> None:
        self.driver, self.way = driver, way

    def goto(self, path: str) -> None:
        """Open a page by its address, and forget the last tap: for a moment after it, buttons would ignore taps."""
        self.driver.js("try { sessionStorage.removeItem('tap') } catch {}")
        self.driver.goto(f"{self.way.url}{path}")

    def wait(self, code: str, what: str) -> Any:
        """Run `code` again and again until its result is true; return the result. Raise AssertionError after SECONDS."""
        until = time.monotonic() + SECONDS
        while time.monotonic() < until:
            with suppress(RuntimeError):  # raised while the browser leaves the page
                if answer := self.driver.js(code):
                    return answer
            time.sleep(0.1)
        where = self.driver.js("return location.href + '\\n' + document.body.innerText")
        raise AssertionError(f"no {what} on {where}")

    def tap(self, selector: str, text: str = "") -> None:
        """Tap the first visible element that matches and contains this text, as soon as it does not move any more."""
        find, what, before = FIND % json.dumps([selector, text]), f"{selector} {text} to tap", None
        while before != (place := self.wait(find, what)):
            before = place
            time.sleep(0.2)
        self.driver.tap(*place)

    def type(self, name: str, text: str) -> None:
        self.tap(f"[name='{name}']")
        self.driver.type(text)

    def see(self, text: str, selector: str = "body") -> str:
        """Wait until a visible element that matches contains this text; return the element's whole text.

        White space is compared and returned as single spaces.
        """
        code = f"return [...document.querySelectorAll({json.dumps(selector)})].filter(each => each.checkVisibility())"
        code += f".map(each => each.innerText.replace(/\\s+/g, ' ')).find(each => each.includes({json.dumps(text)}))"
        return str(self.wait(code, f"{text!r} in {selector}"))

    def is_at(self, path: str) -> None:
        self.wait(f"return document.readyState === 'complete' && location.pathname === {json.dumps(path)}", path)

    def shot(self, name: str) -> None:
        """Save a screenshot in the folder SCOREKEEPER_SHOTS, if it is set."""
        if folder := os.environ.get("SCOREKEEPER_SHOTS"):
            Path(folder).mkdir(parents=True, exist_ok=True)
            (Path(folder) / f"{name}-{type(self.driver).__name__.lower()}.png").write_bytes(self.driver.picture())

    def close(self) -> None:
        self.driver.close()
        self.way.shutdown()
        self.way.server_close()
