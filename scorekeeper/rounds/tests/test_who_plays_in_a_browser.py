"""The form that changes who plays, in a browser."""

import pytest
from django.urls import reverse

LOOK = "radio => getComputedStyle(radio.closest('label')).backgroundColor"


@pytest.mark.browser
@pytest.mark.parametrize(("who", "usual"), [("Someone joins", "Nobody"), ("Ben", "Plays on")])
def test_a_typed_name_takes_the_place_of_the_usual_answer(open_phone, cast, who, usual):
    match = cast.start("beutelschneider", ["Anna", "Ben", "Carla"])
    page = open_phone("scorer")
    page.goto(reverse("who_plays", args=[cast.group.key, match.key]))
    seat = page.locator("details.sits").filter(has=page.locator("summary", has_text=who))
    seat.locator("summary").tap()
    answer, other = seat.get_by_label(usual), seat.locator("[type=radio]").nth(1)
    lit, unlit = answer.evaluate(LOOK), other.evaluate(LOOK)
    assert lit != unlit
    seat.get_by_placeholder("New name").fill("Zoe")
    assert answer.evaluate(LOOK) == unlit
    seat.get_by_placeholder("New name").fill("")
    assert answer.evaluate(LOOK) == lit
