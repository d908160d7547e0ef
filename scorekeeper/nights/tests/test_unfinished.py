"""A game that nobody finished is offered when the same people sit down again."""

import datetime

import pytest
from django.urls import reverse
from django.utils import timezone

from scorekeeper.nights.models import Match, Night
from scorekeeper.nights.tests.test_two_tables import add, golden, today
from scorekeeper.rounds.bids import Bids
from scorekeeper.rounds.piles import Piles
from scorekeeper.rounds.tricks import Tricks
from tests.fixtures import words

PEOPLE = ("Ben", "Carla", "Dirk")


@pytest.fixture
def game(cast) -> Match:
    Match.objects.all().delete()
    match = cast.start("beutelschneider", PEOPLE, stake=5)
    add(match, "Ben", 7)
    return match


def post(cast, name, match, **data):
    return cast.phone("scorer").post(reverse(name, args=[cast.group.key, match.key]), data)


def test_the_same_people_are_offered_it_and_go_on_with_it_in_place_of_an_empty_game(cast, game):
    Night.objects.update(started_at=timezone.now() - datetime.timedelta(days=9))
    Match.objects.update(started_at=timezone.now() - datetime.timedelta(days=9))
    others = cast.start("beutelschneider", ("Ben", "Carla", "Emil"))
    assert "Go on:" not in cast.phone("scorer").get(others.get_absolute_url()).text, "other people"
    again = cast.start("krimsutep", ("Dirk", "Ben", "Carla"))
    offer = "Go on: Beutelschneider (Cutpurse) of"
    pad = words(cast.phone("scorer").get(again.get_absolute_url()).text)
    assert offer in pad
    assert ", round 1" in pad
    assert offer not in words(cast.phone("viewer").get(again.get_absolute_url()).text)
    seats = cast.phone("scorer").get(reverse("play_game", args=[cast.group.key, "krimsutep"])).text
    assert offer in words(seats)
    assert post(cast, "go_on", game, instead=again.key)["Location"] == game.get_absolute_url()
    again.refresh_from_db()
    assert again.deleted_at is not None
    others.soft_delete("Sam")
    add(game, "Ben")
    assert golden(today(cast.phone("scorer"), cast)) == [game.get_absolute_url()], (
        "a game of tonight, whatever its date"
    )


def test_a_game_with_rounds_never_gives_way(cast, game):
    again = cast.start("beutelschneider", PEOPLE)
    add(again, "Ben")
    assert "Go on:" not in cast.phone("scorer").get(again.get_absolute_url()).text
    post(cast, "go_on", game, instead=again.key)
    again.refresh_from_db()
    assert again.deleted_at is None


TRICK = {"plays": [["Carla", "R3"], ["Dirk", "R4"], ["Ben", "R1"]]}
SAVED = {
    "trick": ("beutelschneider", lambda match: Tricks(match).add(TRICK, 0, 0, "Sam")),
    "part": ("beutelschneider", lambda match: Piles(match).save_part("0", {}, "counted", 0, "Sam")),
    "bid": ("wizard", lambda match: Bids(match).save_parts({"0": {"row-bid-0": ["1"]}}, 0, "Sam")),
    "judged": ("beutelschneider", lambda match: match.save_trick(TRICK)),
}


@pytest.mark.parametrize("what", SAVED)
def test_a_game_in_which_somebody_has_saved_something_never_gives_way_either(cast, game, what):
    slug, save = SAVED[what]
    again = cast.start(slug, PEOPLE)
    save(again)
    assert "Go on:" not in cast.phone("scorer").get(again.get_absolute_url()).text
    post(cast, "go_on", game, instead=again.key)
    again.refresh_from_db()
    assert again.deleted_at is None
