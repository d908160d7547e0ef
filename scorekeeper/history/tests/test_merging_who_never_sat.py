"""Merging two players who both have a seat in a game, although one never sat there: their joining was undone."""

import json

import pytest
from django.urls import reverse

from scorekeeper.exchange.copy import dump
from scorekeeper.exchange.exporting import export
from scorekeeper.history.forgetting import forget
from scorekeeper.history.models import Merge
from scorekeeper.nights.models import Match
from scorekeeper.people.models import Player
from tests.fixtures import words

pytestmark = pytest.mark.django_db


def fresh(match: Match) -> Match:
    return Match.objects.get(pk=match.pk)


def points(match: Match, **of: int) -> None:
    match = fresh(match)
    match.enter({"kind": "points", "points": of}, match.last_number, "Sam")


def restore(match: Match) -> None:
    """Restore the removed entry by which Annalena joined."""
    match = fresh(match)
    match.restore_entry(match.all_entries[1], "Sam")


@pytest.fixture
def match(cast) -> Match:
    """Return a running game of Anna, Ben and Carla. Annalena joined it by mistake; that entry was removed."""
    match = cast.start("other-game", ["Anna", "Ben", "Carla"], rounds=2)
    cast.group.players.create(name="Annalena")
    points(match, Anna=4, Ben=5, Carla=6)
    match = fresh(match)
    entry = match.enter({"kind": "seats", "players": ["Anna", "Ben", "Carla", "Annalena"]}, match.last_number, "Sam")
    fresh(match).remove(entry, "Sam")
    return fresh(match)


@pytest.fixture
def two(cast, match) -> list[Player]:
    return [cast.group.players.get(name=name) for name in ("Annalena", "Anna")]


@pytest.mark.parametrize("turned", [False, True])
def test_the_joining_of_whoever_is_one_with_a_player_is_not_restored_and_says_why(cast, match, two, turned):
    Merge.of(*(reversed(two) if turned else two), "Sam")
    phone, entry = cast.phone("scorer"), match.all_entries[1]
    answer = phone.post(reverse("restore", args=[cast.group.key, match.key, entry.key]), follow=True)
    assert "is at the table already." in words(answer.text)
    answer = phone.post(reverse("undo", args=[cast.group.key, match.key]), follow=True)
    assert "is at the table already." in words(answer.text)
    assert fresh(match).course.engine.seating.players == ("Anna", "Ben", "Carla")


@pytest.mark.parametrize("turned", [False, True])
def test_whoever_is_forgotten_then_is_named_nowhere(cast, match, two, turned):
    source, target = reversed(two) if turned else two
    Merge.of(source, target, "Sam")
    forget(target)
    assert "Anna" not in json.dumps(dump(cast.group), default=str)


@pytest.mark.parametrize("turned", [False, True])
def test_a_file_has_one_name_for_each_and_who_plays_seats_the_right_one(cast, match, two, turned):
    source, target = reversed(two) if turned else two
    Merge.of(source, target, "Sam")
    points(match, Anna=9, Ben=1, Carla=1)
    [game] = json.loads("".join(export([fresh(match)])))["games"]
    assert set(game["players"]) == {target.name, "Ben", "Carla"}
    assert game["rounds"][-1]["points"][target.name] == 9
    fresh(match).undo("Sam")
    where, phone = reverse("who_plays", args=[cast.group.key, match.key]), cast.phone("scorer")
    assert phone.post(where, {"seen": fresh(match).last_number, "seat-0": "leaves"}).status_code == 302
    assert fresh(match).course.engine.seating.players == ("Ben", "Carla")
    assert phone.post(where, {"seen": fresh(match).last_number, "joins": target.key, "after": "2"}).status_code == 302
    assert fresh(match).course.engine.seating.players == ("Ben", "Carla", "Anna")
