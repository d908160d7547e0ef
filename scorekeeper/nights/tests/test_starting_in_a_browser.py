"""Starting a game on a phone: from an empty group, at the drawn table, without scripts; and the games of tonight."""

import re

import pytest

from games.registry import all_games
from scorekeeper.nights.models import Match
from scorekeeper.people.models import Group, User
from tests.browser.phone import fits

NAMES = ["Anna", "Ben", "Carla", "Dirk"]


@pytest.fixture(autouse=True)
def _nothing_played_yet(cast):
    cast.group.nights.all().delete()


@pytest.fixture
def empty_group(cast):
    """A group of Alice's without any players."""
    return Group.create_with_owner("Tuesday", User.objects.get(username="Alice"))


def sit_down(page, name):
    page.get_by_label("New name").fill(name)
    page.get_by_role("button", name="Sit down").tap()


def started(page) -> Match:
    page.wait_for_url("**/m/**")
    return Match.objects.get(key=page.url.split("/m/")[1].split("/")[0])


def test_a_game_starts_from_an_empty_group(open_phone, empty_group):
    page, slug = open_phone("owner"), "krimsutep"
    page.goto(empty_group.get_absolute_url())
    page.get_by_role("link", name="Start a game").tap()
    page.get_by_role("link", name=all_games()[slug].name.text("en")).first.tap()
    for name in NAMES:
        sit_down(page, name)
    page.locator(".sat", has_text="Carla").tap()
    page.get_by_role("button", name="Start: Carla deals").tap()
    match = started(page)
    assert match.game_slug == slug
    assert [seat.name for seat in match.seated] == NAMES
    assert match.first_dealer == 2
    assert match.table.options == all_games()[slug].options()


def test_a_tap_seats_another_lets_go(open_phone, cast):
    page = open_phone("scorer")
    page.goto(f"{cast.group.get_absolute_url()}play/krimsutep/")
    for name in ("Dirk", "Ben", "Carla"):
        page.get_by_role("button", name=name, exact=True).tap()
    ben = page.get_by_role("button", name="Ben", exact=True)
    assert not ben.is_visible(), "a seated player is named once"
    page.get_by_role("button", name="Ben gets up").tap()
    assert [each.strip() for each in page.locator(".sat").all_inner_texts() if "Ben" in each] == []
    page.get_by_role("button", name="Ben", exact=True).tap()
    page.get_by_role("button", name=re.compile("Start: Dirk")).tap()
    assert [seat.name for seat in started(page).seated] == ["Dirk", "Carla", "Ben"]


def test_it_works_without_javascript(open_phone, empty_group):
    page = open_phone("owner", js=False)
    page.goto(f"{empty_group.get_absolute_url()}play/krimsutep/")
    fits(page)
    for number, name in enumerate(("Anna", "Ben"), 1):
        page.get_by_label(f"Seat {number}", exact=True).and_(page.get_by_role("combobox")).fill(name)
    page.locator("#start").click()
    page.get_by_text("2 are seated").wait_for()
    assert page.locator("#seat-2").input_value() == "Ben"
    page.locator("#seat-3").fill("Carla")
    page.get_by_role("radio", name="Seat 3").check(force=True)
    page.locator("#start").click()
    assert started(page).first_dealer == 2
