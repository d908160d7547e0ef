"""History on a phone: a player's games, searching and sharing a night, anonymising and adding players."""

import datetime

import pytest
from django.urls import reverse
from django.utils import timezone

from scorekeeper.nights.models import Match, Night
from scorekeeper.people.models import Player

NAMES = ["Maximiliane", "Max", "Maxim", "Wilhelmina", "Jo"]


@pytest.fixture
def long_history(cast):
    """Return five players. On each of six nights, all five played a game for money, and then four of them another."""
    cast.group.shows_money = True
    cast.group.save()
    people = [Player.objects.create(group=cast.group, name=name) for name in NAMES]
    for week in range(1, 7):
        at = timezone.now() - datetime.timedelta(weeks=week)
        night = Night.objects.create(group=cast.group, started_at=at, place="in the kitchen" if week % 2 else "")
        for slug, seats in (("beutelschneider", people), ("rufmariasch", people[:4])):
            match = Match.start(night, slug, seats, {"stake": 5}, 0)
            match.started_at = at
            match.save()
            for number in range(3):
                points = {
                    seats[0].name: 20 + week - 3 * number * week,
                    seats[number + 1].name: 3 * number * week - week - 20,
                }
                match.enter({"kind": "adjustment", "points": points}, number, "Sam")
            match.close("Sam")
    return people


def test_from_the_people_to_a_round_in_three_taps(open_phone, cast, long_history):
    page = open_phone("viewer")
    page.goto(reverse("people", args=[cast.group.key]))
    page.get_by_role("link", name="Maximiliane").tap()
    page.get_by_role("link", name="Beutelschneider (Cutpurse) 6 games").tap()
    page.get_by_text("In numbers").first.tap()
    assert page.locator("table.numbers").first.locator("tbody tr").count() == 6
    page.get_by_role("link", name="Best game").tap()
    page.wait_for_url("**/m/*/")


def test_a_night_is_looked_for_and_shared(open_phone, cast, long_history):
    page = open_phone("viewer")
    page.add_init_script("navigator.share = async (what) => { window.shared = what.text; };")
    page.goto(reverse("nights", args=[cast.group.key]))
    page.locator("summary", has_text="Search").tap()
    page.get_by_label("Game").select_option("rufmariasch")
    page.get_by_label("Player").select_option("Maxim")
    page.get_by_role("textbox", name="Place").fill("kitchen")
    page.get_by_role("button", name="Search", exact=True).tap()
    assert page.get_by_role("status").inner_text().startswith("3 nights: Rufmariasch, Maxim, kitchen")
    page.locator(".past a").first.tap()
    page.get_by_role("button", name="Share this night").tap()
    text = page.wait_for_function("window.shared").json_value()
    assert "Friday cards" in text
    assert "1. " in text
