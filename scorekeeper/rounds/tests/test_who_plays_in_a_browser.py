"""The round table that changes who plays, in a browser."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from scorekeeper.nights.models import Match
from tests.browser.phone import axe, fits

LOOK = "radio => getComputedStyle(radio.closest('label')).backgroundColor"


@pytest.mark.browser
@pytest.mark.parametrize(("where", "usual"), [(".gap.after3", "Nobody"), (".sat.at2 label", "Plays on")])
def test_a_typed_name_takes_the_place_of_the_usual_answer(open_phone, cast, where, usual):
    match = cast.start("beutelschneider", ["Anna", "Ben", "Carla"])
    page = open_phone("scorer")
    page.goto(reverse("who_plays", args=[cast.group.key, match.key]))
    page.locator(where).tap()
    seat = page.locator("fieldset.seating:visible")
    answer, other = seat.get_by_label(usual), seat.locator("[type=radio]").nth(1)
    lit, unlit = answer.evaluate(LOOK), other.evaluate(LOOK)
    assert lit != unlit
    seat.get_by_placeholder("New name").fill("Zoe")
    assert answer.evaluate(LOOK) == unlit
    seat.get_by_placeholder("New name").fill("")
    assert answer.evaluate(LOOK) == lit


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("js", [True, False])
def test_who_joins_at_a_gap_and_who_leaves_is_seen_at_the_table(open_phone, cast, js):
    match = cast.start("rufmariasch", ["Anna", "Ben", "Carla", "Dora"])
    page = open_phone("scorer", js=js)
    page.goto(reverse("who_plays", args=[cast.group.key, match.key]))
    page.locator(".gap.after1").tap()
    page.locator("fieldset.seating:visible label", has_text="Dirk").tap()
    if js:
        expect(page.locator(".sat.at2")).to_contain_text("Dirk")
        axe(page)
        fits(page)
    page.get_by_role("button", name="Save").tap()
    page.wait_for_url(f"**{match.get_absolute_url()}")
    seating = Match.objects.get(pk=match.pk).course.engine.seating
    assert seating.sits_out, "with one more than plays"
    assert " ".join(seating.players) == ("Anna Dirk Ben Carla Dora" if js else "Anna Ben Carla Dora Dirk")
