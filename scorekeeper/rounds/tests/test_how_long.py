"""The entry "three more rounds": the pad counts them down, the game ends by itself, and a tap withdraws the entry."""

from random import Random

import pytest
from django.core.management import call_command
from django.urls import reverse

from games.registry import all_games
from scorekeeper.nights.models import Match, Night
from scorekeeper.people.models import Player
from tests.fixtures import words
from tests.play import group

NAMES = ("Ben", "Carla", "Dirk")


@pytest.fixture
def match(cast) -> Match:
    return cast.start("other-game", NAMES)


def fresh(match: Match) -> Match:
    return Match.objects.select_related("night__group").get(pk=match.pk)


def say(cast, match, rounds="3", role="scorer", **data):
    url = reverse("how_long", args=[cast.group.key, match.key])
    return cast.phone(role).post(url, {"rounds": rounds, **data})


def play(match, **points):
    fresh(match).enter({"kind": "points", "points": {"Ben": 0, "Carla": 0, "Dirk": 0, **points}}, last(match), "Sam")


def last(match) -> int:
    return fresh(match).last_number


def pad(cast, match, role="viewer") -> str:
    return words(cast.phone(role).get(match.get_absolute_url()).text)


def test_the_pad_counts_down_and_whoever_is_best_wins(cast, match):
    play(match, Ben=5)
    assert say(cast, match)["Location"] == match.get_absolute_url()
    display = reverse("display", args=[cast.group.key, match.key])
    for said in ("3 more rounds", "2 more rounds", "Last round!"):
        assert said in pad(cast, match)
        assert said in words(cast.phone("viewer").get(display).text)
        assert not fresh(match).finished
        play(match, Carla=2)
    match = fresh(match)
    assert (match.finished, match.winners, match.ended_early) == (True, [1], False)
    assert "counted-down" not in cast.phone("scorer").get(match.get_absolute_url()).text
    assert say(cast, match)["Location"] == match.get_absolute_url()
    assert len(match.all_entries) == 5, "the game is over, so that nothing is added"
    call_command("rescore", "--check", verbosity=0)


def test_a_tap_withdraws_it_and_undo_does_too(cast, match):
    play(match, Ben=5)
    say(cast, match, "1")
    entry = fresh(match).last_rounds
    withdraws = reverse("remove", args=[cast.group.key, match.key, entry.key])
    assert f'action="{withdraws}"' in cast.phone("scorer").get(match.get_absolute_url()).text
    assert withdraws not in cast.phone("viewer").get(match.get_absolute_url()).text
    cast.phone("scorer").post(reverse("remove", args=[cast.group.key, match.key, entry.key]))
    assert "Last rounds removed." in pad(cast, match, "scorer")
    play(match, Carla=9)
    assert not fresh(match).finished
    say(cast, match, "1")
    cast.phone("scorer").post(reverse("undo", args=[cast.group.key, match.key]))
    assert "The last round" not in pad(cast, match)
    say(cast, match, "1")
    play(match)
    assert fresh(match).finished
    cast.phone("scorer").post(reverse("remove", args=[cast.group.key, match.key, fresh(match).last_rounds.key]))
    assert not fresh(match).finished, "withdrawing it reopens the game"


@pytest.mark.parametrize("number", ["", "0", "1001", "-2", "two", "1.5"])
def test_what_is_no_number_of_rounds_is_told_beside_its_field(cast, match, number):
    answer = say(cast, match, "", number=number)
    assert answer.status_code == 422
    assert 'class="errors"' in answer.text
    assert f'value="{number}"' in answer.text
    assert not fresh(match).all_entries


@pytest.mark.parametrize(("number", "fits"), [("2", True), ("3", False), ("1000", False)])
def test_no_more_rounds_are_said_than_the_game_has_left(cast, number, fits):
    match = cast.start("other-game", NAMES, rounds=3)
    play(match, Ben=5)
    shown = cast.phone("scorer").get(reverse("how_long", args=[cast.group.key, match.key])).text
    assert "2 more rounds" in shown
    assert "3 more rounds" not in shown
    answer = say(cast, match, number)
    assert answer.status_code == (302 if fits else 422)
    assert ("from 1 to 2" in answer.text) == (not fits)
    assert (last(match) == 2) == fits


@pytest.mark.parametrize("slug", all_games())
def test_every_game_ends_with_the_rounds_that_were_said(cast, slug):
    game = all_games()[slug]
    them = group(game, min(game.seats), Random(2))
    people = [Player.objects.get_or_create(group=cast.group, name=name)[0] for name in them.players]
    match = Match.start(Night.tonight(cast.group), slug, people, {}, 0)
    assert say(cast, match, "2").status_code == 302
    assert "2 more rounds" in pad(cast, match)
    url = reverse("table", args=[cast.group.key, match.key])
    assert cast.phone("scorer").get(f"{url}?open=1").status_code == 200
