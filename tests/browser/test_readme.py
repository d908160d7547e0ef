"""The picture in the README.

`FONTS=Noto SCOREKEEPER_SHOTS=shots pytest tests/browser/test_readme.py` takes a new one, in the
file shots/pad-light.png; copy it to docs/pad.png.
"""

import pytest
from playwright.sync_api import expect

from tests.browser.phone import shot

NAMES = ("Anna", "Ben", "Carla", "Dirk")
ROUNDS = (  # for each round, the gold by seat and the number of cutpurses by player
    ((25, 12, 30, 13), {"Carla": 1, "Dirk": 1}),
    ((10, 30, 22, 18), {"Anna": 1, "Dirk": 1}),
    ((18, 14, 28, 20), {"Ben": 2}),
    ((21, 33, 11, 15), {"Anna": 1, "Carla": 1}),
    ((8, 24, 31, 17), {"Anna": 1, "Ben": 1}),
    ((12, 20, 14, 34), {"Ben": 1, "Carla": 1}),
)

pytestmark = pytest.mark.browser


def test_the_picture_of_the_readme(cast, open_phone):
    """The picture shows the pad just after a round was saved."""
    match = cast.start("beutelschneider", NAMES)
    page = open_phone("scorer", lang="en")
    for number, (gold, cutpurses) in enumerate(ROUNDS):
        if number == len(ROUNDS) - 1:
            page.goto(match.get_absolute_url())
            expect(page.get_by_role("heading", name="Beutelschneider")).to_be_visible()
        record = {"kind": "counted", "gold": dict(zip(NAMES, gold, strict=True)), "cutpurses": cutpurses}
        match.enter(record, match.last_number, "Sam")
        match.refresh()
    expect(page.locator("#landed")).to_contain_text("Round 6 is saved.")
    expect(page.get_by_role("link", name="Enter round 7")).to_be_visible()
    shot(page, "pad")
