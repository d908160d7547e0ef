"""Rounds entered through the pages: in games that the lowest total wins, and with negative numbers."""

from django.urls import reverse

NAMES = ["Ben", "Carla", "Dirk"]


def test_the_round_goes_to_who_has_won_it_also_where_points_are_bad(cast):
    match = cast.start("other-game", NAMES, best="low")
    match.enter({"kind": "winners", "winners": ["Dirk"]}, 0, "Sam", key="round-with-a-winner")
    page = cast.phone("viewer").get(match.get_absolute_url() + "?open=1").text
    assert "The round goes to Dirk: 1." in page


def test_where_points_are_bad_no_crown_is_offered_but_one_given_can_be_taken_away(cast):
    match = cast.start("other-game", NAMES, best="low")
    phone, crown = cast.phone("scorer"), 'name="winners"'
    assert crown not in phone.get(reverse("enter", args=[cast.group.key, match.key])).text
    entry = match.enter({"kind": "winners", "winners": ["Dirk"]}, 0, "Sam", key="round-with-a-winner")
    assert crown in phone.get(reverse("correct", args=[cast.group.key, match.key, entry.key])).text
    other = cast.start("other-game", NAMES)
    assert crown in phone.get(reverse("enter", args=[cast.group.key, other.key])).text


def test_a_number_below_zero_is_changed_with_the_minus_that_the_keypad_knows(cast):
    match = cast.start("other-game", NAMES)
    entry = match.enter({"kind": "points", "points": dict.fromkeys(NAMES, -44)}, 0, "Sam")
    page = cast.phone("scorer").get(reverse("correct", args=[cast.group.key, match.key, entry.key])).text
    assert page.count('value="−44"') == len(NAMES), "the keypad would not recognise a hyphen as the minus sign"
