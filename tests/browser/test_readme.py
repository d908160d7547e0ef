"""The picture in the README: `SCOREKEEPER_SHOTS=docs pytest tests/browser/test_readme.py` takes it anew."""

import pytest
from playwright.sync_api import expect

from tests.browser.phone import shot

NAMES = ("Anna", "Ben", "Carla", "Dirk")
ROUNDS = (
    ("Ben", "H", "Carla", 60, [["Ben", "H"]]),
    ("Carla", "E", "Anna", 40, []),
    ("Dirk", "S", None, 70, []),
    ("Anna", "G", "Ben", 50, [["Carla", "S"]]),
    ("Ben", "E", "Dirk", 80, []),
)

pytestmark = pytest.mark.browser


def test_the_picture_of_the_readme(cast, open_phone):
    options = {"stake": 10, "points_per_stake": 10}
    match = cast.start("rufmariasch", NAMES, **options)
    for number, (caller, trump, partner, points, declared) in enumerate(ROUNDS):
        record = {
            "kind": "call",
            "caller": caller,
            "trump": trump,
            "partner": partner,
            "points": points,
            "declared": declared,
        }
        match.enter(record, f"round-{number:04}", match.last_number, "Sam")
        match.refresh()
    page = open_phone("scorer", lang="en")
    page.goto(match.get_absolute_url())
    expect(page.get_by_role("heading", name="Rufmariasch")).to_be_visible()
    expect(page.get_by_role("link", name="Enter round 6")).to_be_visible()
    shot(page, "pad")
