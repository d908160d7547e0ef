"""Several fingers on one phone. Each touch comes at its set time, without waiting for the page's answer.

def test_something(open_phone):
    hand = Hand(open_phone("scorer"))
    hand.tap("[data-key='7']", at=0, held=90)
    hand.tap("[data-key='4']", at=30, held=20)  # comes down before the first finger goes up
    hand.play()
"""

import json
import os
import time
from contextlib import suppress
from itertools import count
from random import Random

import websocket
from playwright.sync_api import Page

from tests.fuzz_values import repeated


def sequences(few: int) -> list[Random]:
    """Return a random number generator for each sequence of taps.

    The environment variable TAPS sets the number of sequences (default: `few`). FUZZ multiplies it (see `repeated`).
    """
    return [Random(number) for number in repeated(int(os.environ.get("TAPS", few)))]


class Touches:
    """A socket to Chromium's DevTools that sends touches to a page without waiting for the answers."""

    port: int  # the port of Chromium's DevTools; the fixture `browser` sets it

    def __init__(self, page: Page) -> None:
        target = page.context.new_cdp_session(page).send("Target.getTargetInfo")["targetInfo"]["targetId"]
        address = f"ws://127.0.0.1:{self.port}/devtools/page/{target}"
        self.socket = websocket.create_connection(address, suppress_origin=True)
        self.sent = 0

    def send(self, kind: str, points: list[dict[str, float]], at: float) -> None:
        self.sent += 1
        touch = {"type": kind, "touchPoints": points, "timestamp": at}
        self.socket.send(json.dumps({"id": self.sent, "method": "Input.dispatchTouchEvent", "params": touch}))

    def tap(self, x: float, y: float) -> None:
        self.send("touchStart", [{"x": x, "y": y}], time.time())
        self.send("touchEnd", [], time.time())

    def wait(self) -> None:
        """Wait until Chromium has answered all touches, then close the socket.

        If no answer comes for a second, stop waiting: Chromium may never answer for a page that is being left.
        """
        self.socket.settimeout(1)
        with suppress(websocket.WebSocketTimeoutException):
            while self.sent:
                answer = json.loads(self.socket.recv())
                assert "error" not in answer, answer
                self.sent -= "id" in answer
        self.socket.close()


class Hand:
    """Fingers that come down and go up at set times, in milliseconds from the start of `play()`."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.session = page.context.new_cdp_session(page)
        self.ids = count(1)
        self.moves: list[tuple[float, int, str, dict[str, float]]] = []

    def busy(self, times: int) -> None:
        """Slow the phone's processor down by this factor; 1 is its full speed."""
        self.session.send("Emulation.setCPUThrottlingRate", {"rate": times})

    def where(self, selector: str, down: float = 0.5) -> dict[str, float]:
        """Return a point in the first element found: in the middle of its width, at `down` of its height (0 to 1)."""
        box = self.page.locator(selector).first.bounding_box()
        assert box, selector
        return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] * down}

    def tap(self, aim: str | dict[str, float], *, at: float, held: float = 5) -> None:
        point = self.where(aim) if isinstance(aim, str) else aim
        finger = next(self.ids)
        self.moves += [(at, finger, "down", point), (at + held, finger, "up", point)]

    def swipe(self, start: dict[str, float], distance: float, *, at: float) -> None:
        """Plan a swipe that scrolls by `distance` CSS pixels in 60 ms. The finger then rests, so the page stops there."""
        finger = next(self.ids)
        steps = [{**start, "y": start["y"] - distance * step / 6} for step in range(7)]
        self.moves += [(at, finger, "down", steps[0])]
        self.moves += [(at + 10 * step, finger, "move", point) for step, point in enumerate(steps[1:], 1)]
        rest = {**steps[-1], "y": steps[-1]["y"] + 1}
        self.moves += [(at + 150, finger, "move", rest), (at + 200, finger, "move", steps[-1])]
        self.moves += [(at + 210, finger, "up", steps[-1])]

    def play(self) -> None:
        """Perform the planned moves, wait for the page's answers (see `Touches.wait`), and clear the plan."""
        there: dict[int, dict[str, float]] = {}
        touches = Touches(self.page)
        begun, then = time.monotonic(), time.time()
        for at, finger, what, point in sorted(self.moves, key=lambda move: move[0]):
            time.sleep(max(0, begun + at / 1000 - time.monotonic()))
            there[finger] = {**point, "id": finger}
            kind = {"down": "touchStart", "move": "touchMove", "up": "touchEnd"}[what]
            points = [there.pop(finger)] if what == "up" else [*there.values()]
            touches.send(kind, points, then + at / 1000)
        touches.wait()
        self.moves = []
