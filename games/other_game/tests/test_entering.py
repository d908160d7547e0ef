"""Entering a round where the least points win."""

from django.urls import reverse

NAMES = ["Ben", "Carla", "Dirk"]


def test_the_round_goes_to_who_has_won_it_also_where_points_are_bad(cast):
    match = cast.start("other-game", NAMES, best="low")
    match.enter({"kind": "winners", "winners": ["Dirk"]}, "round-with-a-winner", 0, "Sam")
    page = cast.phone("viewer").get(match.get_absolute_url() + "?open=1").text
    assert "The round goes to Dirk: 1." in page


def test_where_points_are_bad_no_crown_is_offered_but_one_given_can_be_taken_away(cast):
    match = cast.start("other-game", NAMES, best="low")
    phone, crown = cast.phone("scorer"), 'name="winners"'
    assert crown not in phone.get(reverse("enter", args=[cast.group.key, match.key])).text
    entry = match.enter({"kind": "winners", "winners": ["Dirk"]}, "round-with-a-winner", 0, "Sam")
    assert crown in phone.get(reverse("correct", args=[cast.group.key, match.key, entry.key])).text
    other = cast.start("other-game", NAMES)
    assert crown in phone.get(reverse("enter", args=[cast.group.key, other.key])).text
