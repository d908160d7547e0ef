"""A name that nobody can see is none, and what nobody sees makes no other name of one."""

import json
from importlib import import_module

import pytest
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.history.models import Ladder, Result, Tally
from scorekeeper.history.projection import History
from scorekeeper.history.tests.test_history import checked
from scorekeeper.nights.game_key import game_key
from scorekeeper.nights.models import Match, Night
from scorekeeper.people import names
from scorekeeper.people.models import Group, Player, User
from tests.fixtures import PASSWORD, make_phone

pytestmark = pytest.mark.sqlite

# Fillers, blanks, joiners, what chooses a look, what has no width.
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


@pytest.mark.parametrize("name", ["Ben\ufe0e", "B\u200den", "\u3164ben", "BEN\u2800"])
def test_nobody_is_added_or_seated_twice_by_what_nobody_sees(cast, name):
    answer = cast.phone("scorer").post(reverse("people", args=[cast.group.key]), {"name": name})
    assert "Ben is already here" in answer.text
    seats = {"seat": ["Ben", name, "Carla"]}
    answer = cast.phone("scorer").post(reverse("play_game", args=[cast.group.key, "other-game"]), seats)
    assert "is seated twice" in answer.text
    game = {"game": "other-game", "players": ["Ben", name], "rounds": []}
    text = json.dumps({"format": "scorekeeper/1", **game}).encode()
    file = {"file": SimpleUploadedFile("a.json", text, "application/json")}
    answer = cast.phone("owner").post(reverse("import", args=[cast.group.key]), file)
    assert "are the same name" in answer.text
    assert cast.group.players.count() == 3


def test_a_game_without_a_name_to_be_seen_is_called_as_usual(cast):
    players = list(cast.group.players.all())
    match = Match.start(Night.tonight(cast.group), "other-game", players, {"name": "\u3164\u2800"}, 0)
    assert match.title.text("en") == "Any other game"


def test_an_update_compares_by_what_is_seen(cast):
    """Two players whose names have become one stay two; games that have become one are counted and rated together."""
    players = list(cast.group.players.all())
    for name in ("Uno", "Uno\ufe0f", "Uno\u3164"):
        match = Match.start(Night.tonight(cast.group), "other-game", players, {"name": name, "rounds": 1}, 0)
        match.enter({"kind": "winners", "winners": ["Ben"]}, 0, "Sam")
        if name != "Uno":  # as it was kept before
            for model in (Match, Result, Tally, Ladder):
                mine = (
                    {"pk": match.pk}
                    if model is Match
                    else {"match": match}
                    if model is Result
                    else {"group": cast.group}
                )
                last = model.objects.filter(**mine, game_key="other-game:uno")
                last.update(game_key=f"other-game:{name.lower()}")
    Player.objects.create(group=cast.group, name="Carla B")
    Player.objects.filter(name="Carla B").update(name="Carla\ufe0e", name_key="carla\ufe0e")
    Player.objects.create(group=cast.group, name="Nobody")
    Player.objects.filter(name="Nobody").update(name="\u3164", name_key="\u3164", letters="\u3164")
    User.objects.filter(username="Charlie").update(username="Alice\ufe0f", folded_name="alice\ufe0f")
    Night.objects.update(place="Zum \u2800Löwen", place_key="zum \u2800löwen")
    for module in (
        "people.migrations.0002_names_as_they_are_seen",
        "nights.migrations.0002_names_as_they_are_seen",
    ):
        import_module(f"scorekeeper.{module}").compare_anew(apps, None)
    import_module("scorekeeper.history.migrations.0004_games_by_what_is_seen").count_together(apps, None)
    History().catch_up()
    nobody = cast.group.players.latest("pk")
    assert nobody.letters == "S"
    keys = {"ben", "carla", "dirk", "carla (2)", f"someone {nobody.pk}"}
    assert set(cast.group.players.values_list("name_key", flat=True)) == keys
    assert all(names.key(player.name) == player.name_key for player in cast.group.players.all())
    assert set(User.objects.values_list("folded_name", flat=True)) == {"alice", None}
    assert set(Night.objects.values_list("place_key", flat=True)) == {"zum löwen"}
    assert Result.objects.filter(game_key="other-game:uno").count() == 3 * 3
    assert "0 wrong" in checked()
