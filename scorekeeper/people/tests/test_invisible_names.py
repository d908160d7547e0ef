"""Invisible characters alone are no name. Two names that differ only in them are the same name."""

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.nights.game_key import game_key
from scorekeeper.nights.models import Match
from scorekeeper.people import names
from scorekeeper.people.models import Group, Player
from tests.fixtures import PASSWORD, make_phone

pytestmark = pytest.mark.sqlite

# Fillers, blanks, joiners, variation selectors, characters without width.
UNSEEN = "\u3164\u115f\u1160\uffa0\u2800\u00ad\u034f\u061c\u180e\u200b\u200c\u200d\u2060\u2066\ufe0e\ufe0f\ufeff\U000e0101\U0001d159"
NAMES = ["Anna", "Jörg", "李小龍", "👩‍👩‍👧", "❤️", "Anna Maria", "نگار", "O’Neill-Ça"]


@pytest.mark.parametrize("name", [*UNSEEN, UNSEEN, f" {UNSEEN} \u3000\u3164"])
def test_what_nobody_can_see_is_no_name(name):
    assert names.tidy(name) == names.key(name) == ""
    assert game_key("other-game", {"name": name}) == "other-game"


@given(st.sampled_from(NAMES), st.lists(st.tuples(st.integers(0, 20), st.sampled_from(UNSEEN)), max_size=5))
def test_names_that_look_the_same_are_the_same(name, more):
    other = name
    for place, unseen in more:
        other = other[:place] + unseen + other[place:]
    assert names.key(other) == names.key(name)
    assert names.key(names.tidy(other)) == names.key(name)
    assert names.tidy(names.tidy(other)) == names.tidy(other)
    assert game_key("other-game", {"name": other}) == game_key("other-game", {"name": name})


@pytest.mark.parametrize(
    ("page", "field", "data"),
    [
        ("people", "name", {}),
        ("player_name", "name", {}),
        ("who", "name", {}),
        ("group_name", "name", {}),
        ("group_new", "name", {}),
        ("seasons", "name", {"first": "2026-01-01"}),
        ("owner_link", "username", {"password": PASSWORD}),
        ("play_game", "seat", {"seat": ["Ben", "Carla"]}),
    ],
)
@pytest.mark.parametrize("name", ["\u3164", "\u115f", "\u2800", "\u200d\u200c", "\ufe0f"])
def test_no_form_takes_a_name_that_nobody_sees(cast, page, field, data, name):
    args = {
        "group_new": [],
        "owner_link": [cast.owner_token],
        "play_game": [cast.group.key, "other-game"],
        "player_name": [cast.group.key, cast.player.key],
    }.get(page, [cast.group.key])
    phone = make_phone() if page == "owner_link" else cast.phone("owner")
    before = Player.objects.count(), Group.objects.count(), Match.objects.count()
    sent = {**data, field: [*data[field], name] if field in data else name}
    assert phone.post(reverse(page, args=args), sent).status_code == 422
    assert (Player.objects.count(), Group.objects.count(), Match.objects.count()) == before
