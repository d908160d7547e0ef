"""WebKit and Firefox from Debian, driven by W3C WebDriver and by WebDriver BiDi.

A driver opens a page, evaluates JavaScript, taps at a point (CSS pixels from the top left of the viewport), types and
takes a screenshot. `phone.py` combines these into a person's actions, for both browsers.
"""

from __future__ import annotations

import base64
import os
import re
import subprocess
import tempfile
import time
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any

from selenium.webdriver import ActionChains, WebKitGTK, WebKitGTKOptions
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.remote.websocket_connection import WebSocketConnection
from selenium.webdriver.webkitgtk.service import Service

from tests.ports import free_port

WIDTH, HEIGHT = 360, 740
SECONDS = 30


class Driver(ABC):
    """One phone's browser with a new profile, in English, in light or dark colours."""

    def __init__(self, *, dark: bool = False) -> None:
        self.folder = tempfile.TemporaryDirectory(prefix="scorekeeper-browser-")
        self.open(dark)

    @abstractmethod
    def open(self, dark: bool) -> None: ...

    @abstractmethod
    def goto(self, url: str) -> None: ...

    @abstractmethod
    def js(self, code: str) -> Any:
        """Return the result of the function body `code`: a string, number or boolean, a list of these, or None."""

    @abstractmethod
    def tap(self, x: float, y: float) -> None: ...

    @abstractmethod
    def type(self, text: str) -> None: ...

    @abstractmethod
    def picture(self) -> bytes:
        """Return a PNG of the viewport."""

    @abstractmethod
    def close(self) -> None: ...


class WebKit(Driver):
    """WebKitGTK's MiniBrowser on an X server without a screen."""

    def open(self, dark: bool) -> None:
        reading, writing = os.pipe()
        size = f"{WIDTH + 200}x{HEIGHT + 200}x24"
        self.screen = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", size, "-nolisten", "tcp"],
            pass_fds=[writing],
            stderr=subprocess.DEVNULL,
        )
        os.close(writing)
        with os.fdopen(reading) as said:
            display = said.readline().strip()
        options = WebKitGTKOptions()
        [browser] = Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser")
        options.binary_location = str(browser)
        options.add_argument("--automation")
        theme = "Adwaita:dark" if dark else "Adwaita"
        looks = Path(self.folder.name) / "gtk-3.0" / "gtk.css"
        looks.parent.mkdir()
        looks.write_text("* { min-width: 0; margin: 0; padding: 0; border: 0; font-size: 1px; -gtk-icon-size: 1px }")
        environment = {
            "DISPLAY": f":{display}",
            "GTK_THEME": theme,
            "XDG_CONFIG_HOME": self.folder.name,
            "LANGUAGE": "en_GB:en",
            "LIBGL_ALWAYS_SOFTWARE": "1",
        }
        service = Service("/usr/bin/WebKitWebDriver", env={**os.environ, **environment})
        self.driver = WebKitGTK(options=options, service=service)
        self.driver.set_page_load_timeout(SECONDS)
        self.driver.set_script_timeout(SECONDS)
        while not self.js("return outerWidth >= innerWidth && innerWidth > 0"):  # until the window is on the screen
            time.sleep(0.1)
        for _ in range(2):  # the size of the window's frame is known only after the first resize
            inner = self.js("return [outerWidth - innerWidth, outerHeight - innerHeight]")
            self.driver.set_window_rect(0, 0, WIDTH + inner[0], HEIGHT + inner[1])

    def goto(self, url: str) -> None:
        self.driver.get(url)

    def js(self, code: str) -> Any:
        return self.driver.execute_script(code)

    def tap(self, x: float, y: float) -> None:
        actions = ActionBuilder(self.driver, duration=0)
        actions.pointer_action.move_to_location(int(x), int(y)).pointer_down().pointer_up()
        actions.perform()

    def type(self, text: str) -> None:
        ActionChains(self.driver).send_keys(text).perform()

    def picture(self) -> bytes:
        return base64.b64decode(self.driver.get_screenshot_as_base64())

    def close(self) -> None:
        self.driver.quit()
        self.screen.kill()
        self.screen.wait()
        self.folder.cleanup()


class Firefox(Driver):
    """Firefox, which speaks WebDriver BiDi itself and needs no driver program."""

    PREFERENCES = {
        "browser.shell.checkDefaultBrowser": False,
        "datareporting.policy.dataSubmissionEnabled": False,
        "intl.accept_languages": "en-GB, en",
        "network.captive-portal-service.enabled": False,
        "network.connectivity-service.enabled": False,
        "remote.active-protocols": 1,
        "toolkit.telemetry.reportingpolicy.firstRun": False,
        "ui.prefersReducedMotion": 0,
    }

    def open(self, dark: bool) -> None:
        profile = Path(self.folder.name)
        preferences = self.PREFERENCES | {"layout.css.prefers-color-scheme.content-override": 0 if dark else 1}
        lines = [f'user_pref("{name}", {_written(value)});' for name, value in preferences.items()]
        (profile / "user.js").write_text("\n".join(lines))
        port = free_port()
        log = profile / "log"
        arguments = ["--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", str(port)]
        with log.open("wb") as said:
            self.process = subprocess.Popen(["firefox-esr", *arguments], stdout=said, stderr=said)
        until = time.monotonic() + 60
        while not (found := re.search(r"BiDi listening on (ws://\S+)", log.read_text(errors="replace"))):
            if time.monotonic() > until or self.process.poll() is not None:
                raise TimeoutError(f"Firefox did not start\n{log.read_text(errors='replace')}")
            time.sleep(0.1)
        self.connection = WebSocketConnection(f"{found[1]}/session", SECONDS, 0.01)
        self.ask("session.new", capabilities={})
        self.context = self.ask("browsingContext.create", type="tab")["context"]
        self.ask("browsingContext.setViewport", context=self.context, viewport={"width": WIDTH, "height": HEIGHT})

    def ask(self, method: str, **parameters: Any) -> Any:
        answer = self.connection.send_cmd(method, parameters)
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']}: {answer['message']}")
        return answer["result"]

    def goto(self, url: str) -> None:
        self.ask("browsingContext.navigate", context=self.context, url=url, wait="complete")

    def js(self, code: str) -> Any:
        answer = self.ask(
            "script.callFunction",
            functionDeclaration=f"() => {{ {code} }}",
            awaitPromise=True,
            target={"context": self.context},
        )
        if answer["type"] == "exception":
            raise RuntimeError(answer["exceptionDetails"]["text"])
        return _plain(answer["result"])

    def tap(self, x: float, y: float) -> None:
        moves = [
            {"type": "pointerMove", "x": int(x), "y": int(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        thumb = {"type": "pointer", "id": "thumb", "parameters": {"pointerType": "touch"}, "actions": moves}
        self.ask("input.performActions", context=self.context, actions=[thumb])

    def type(self, text: str) -> None:
        keys = [{"type": kind, "value": each} for each in text for kind in ("keyDown", "keyUp")]
        self.ask("input.performActions", context=self.context, actions=[{"type": "key", "id": "keys", "actions": keys}])

    def picture(self) -> bytes:
        return base64.b64decode(self.ask("browsingContext.captureScreenshot", context=self.context)["data"])

    def close(self) -> None:
        self.connection.close()
        self.process.kill()
        self.process.wait()
        self.folder.cleanup()


def _written(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


def _plain(value: dict[str, Any]) -> Any:
    """Return the Python value of a BiDi value: a primitive value, or a list of these."""
    if value["type"] == "array":
        return [_plain(each) for each in value["value"]]
    return value.get("value")


BROWSERS: dict[str, type[Driver]] = {"webkit": WebKit, "firefox": Firefox}
