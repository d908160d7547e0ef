"""Several fingers on one phone, as quick as people are: each touch with its own time, and none of them waited for.

def test_something(open_phone):
    hand = Hand(open_phone("scorer"))
    hand.tap("[data-key='7']", at=0, held=90)
    hand.tap("[data-key='4']", at=30, held=20)  # comes down while the first is still there
    hand.play()
"""

import asyncio
import os
import time
from itertools import count
from random import Random

from playwright.sync_api import Page

from tests.rubbish import repeated


def sequences(few: int) -> list[Random]:
    """Chance for each sequence of taps: a few of them, or so many as TAPS says."""
    return [Random(number) for number in repeated(int(os.environ.get("TAPS", few)))]


class Hand:
    """Fingers that come down and go up at set times, in milliseconds."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.session = page.context.new_cdp_session(page)
        self.ids = count(1)
        self.moves: list[tuple[float, int, str, dict[str, float]]] = []

    def busy(self, times: int) -> None:
        """Makes the phone's processor so many times slower; 1: as it is."""
        self.session.send("Emulation.setCPUThrottlingRate", {"rate": times})

    def where(self, selector: str) -> dict[str, float]:
        """The middle of what the selector finds, as it lies now."""
        box = self.page.locator(selector).first.bounding_box()
        assert box, selector
        return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}

    def tap(self, aim: str | dict[str, float], *, at: float, held: float = 5) -> None:
        point = self.where(aim) if isinstance(aim, str) else aim
        finger = next(self.ids)
        self.moves += [(at, finger, "down", point), (at + held, finger, "up", point)]

    def swipe(self, start: dict[str, float], distance: float, *, at: float) -> None:
        """A finger that scrolls by so much within 60 ms, and rests before it goes up: the page does not run on."""
        finger = next(self.ids)
        steps = [{**start, "y": start["y"] - distance * step / 6} for step in range(7)]
        self.moves += [(at, finger, "down", steps[0])]
        self.moves += [(at + 10 * step, finger, "move", point) for step, point in enumerate(steps[1:], 1)]
        rest = {**steps[-1], "y": steps[-1]["y"] + 1}
        self.moves += [(at + 150, finger, "move", rest), (at + 200, finger, "move", steps[-1])]
        self.moves += [(at + 210, finger, "up", steps[-1])]

    def play(self) -> None:
        """Does what was told, and waits until the page has heard of all of it."""
        self.session._sync(self._play(sorted(self.moves, key=lambda move: move[0])))
        self.moves = []

    async def _play(self, moves: list[tuple[float, int, str, dict[str, float]]]) -> None:
        loop, there, sent = asyncio.get_running_loop(), {}, []
        begun, then = loop.time(), time.time()
        for at, finger, what, point in moves:
            await asyncio.sleep(max(0, begun + at / 1000 - loop.time()))
            there[finger] = {**point, "id": finger}
            kind = {"down": "touchStart", "move": "touchMove", "up": "touchEnd"}[what]
            points = [there.pop(finger)] if what == "up" else [*there.values()]
            touch = {"type": kind, "touchPoints": points, "timestamp": then + at / 1000}
            sent.append(asyncio.ensure_future(self.session._impl_obj.send("Input.dispatchTouchEvent", touch, 0)))
        await asyncio.gather(*sent)
