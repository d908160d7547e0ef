"""A game that nobody finished is laid aside, and offered when the same people sit down again."""

import datetime

import pytest
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from scorekeeper.exchange.copy import dump, load
from scorekeeper.history.models import Result
from scorekeeper.money.models import Account
from scorekeeper.nights.models import Match, Night
from scorekeeper.nights.tests.test_two_tables import add, golden, today
from scorekeeper.people.models import Group
from scorekeeper.rounds.models import BidsDraft, PartsDraft, TrickDraft
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


def test_it_is_no_game_of_tonight_and_nobody_has_won_or_lost_it(cast, game):
    assert golden(today(cast.phone("scorer"), cast)) == [game.get_absolute_url()]
    assert post(cast, "lay_aside", game)["Location"] == cast.group.get_absolute_url()
    page = today(cast.phone("scorer"), cast)
    assert golden(page) == []
    assert "laid aside before round 1" in words(page)
    game.refresh_from_db()
    assert (game.finished, game.winners) == (False, [])
    assert Result.objects.count() == 0
    assert not any(Account(cast.group).balances().values())
    pad = words(cast.phone("viewer").get(game.get_absolute_url()).text)
    assert "nobody has won" in pad
    assert "Laid aside, not finished." in words(cast.phone("viewer").get(game.night.get_absolute_url()).text)
    assert "laid the game aside" in words(post_changes(cast, game))
    call_command("rescore", "--check", verbosity=0)


def test_nothing_leads_to_it_as_a_game_in_play(cast, game):
    links = reverse("links", args=[cast.group.key])
    phones = reverse("phones", args=[cast.group.key, game.key])
    assert phones in cast.phone("owner").get(links).text
    game.close("Sam")
    later = cast.start("krimsutep", PEOPLE)
    over = cast.phone("scorer").get(game.get_absolute_url())
    assert over.context["goes_on"] == later
    post(cast, "lay_aside", later)
    page = cast.phone("owner").get(links).text
    assert "Who’s in already?" not in page
    over = cast.phone("scorer").get(game.get_absolute_url())
    assert over.context["goes_on"] is None
    answer = cast.phone("scorer").post(reverse("again", args=[cast.group.key]), {"after": game.key})
    assert answer["Location"] not in (game.get_absolute_url(), later.get_absolute_url()), "it is played again"


def post_changes(cast, match) -> str:
    return cast.phone("scorer").get(reverse("changes", args=[cast.group.key, match.key])).text


def test_the_same_people_are_offered_it_and_go_on_with_it_in_place_of_an_empty_game(cast, game):
    post(cast, "lay_aside", game)
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
    assert post(cast, "take_up", game, instead=again.key)["Location"] == game.get_absolute_url()
    again.refresh_from_db()
    assert again.deleted_at is not None
    others.soft_delete("Sam")
    assert golden(today(cast.phone("scorer"), cast)) == [game.get_absolute_url()], (
        "a game of tonight, whatever its date"
    )


def test_a_game_with_rounds_never_gives_way(cast, game):
    post(cast, "lay_aside", game)
    again = cast.start("beutelschneider", PEOPLE)
    add(again, "Ben")
    assert "Go on:" not in cast.phone("scorer").get(again.get_absolute_url()).text
    post(cast, "take_up", game, instead=again.key)
    again.refresh_from_db()
    assert again.deleted_at is None


TRICK = {"plays": [["Carla", "R3"], ["Dirk", "R4"], ["Ben", "R1"]]}
SAVED = {
    "trick": ("beutelschneider", lambda match: TrickDraft.get_or_new(match).add(TRICK, 0, "Sam")),
    "part": ("beutelschneider", lambda match: PartsDraft.get_or_new(match).save_part("0", {}, "counted", 0, "Sam")),
    "bid": ("wizard", lambda match: BidsDraft.get_or_new(match).save_parts({"0": {"row-bid-0": ["1"]}}, 0, "Sam")),
    "judged": ("beutelschneider", lambda match: match.save_trick(TRICK)),
}


@pytest.mark.parametrize("what", SAVED)
def test_a_game_in_which_somebody_has_saved_something_never_gives_way_either(cast, game, what):
    post(cast, "lay_aside", game)
    slug, save = SAVED[what]
    again = cast.start(slug, PEOPLE)
    save(again)
    assert "Go on:" not in cast.phone("scorer").get(again.get_absolute_url()).text
    post(cast, "take_up", game, instead=again.key)
    again.refresh_from_db()
    assert again.deleted_at is None


def test_a_round_that_is_entered_takes_it_up_and_each_is_undone_by_itself(cast, game):
    post(cast, "lay_aside", game)
    add(game, "Carla", 3)
    game.refresh_from_db()
    assert not game.laid_aside
    game.refresh()
    game.undo("Sam")
    assert (game.laid_aside, game.totals) == (False, [7, 0, 0])
    game.undo("Sam")
    assert game.laid_aside
    game.undo("Sam")
    assert not game.laid_aside


def test_a_game_that_is_over_is_not_laid_aside_and_one_that_is_can_be_ended(cast, game):
    post(cast, "lay_aside", game)
    game.refresh_from_db()
    game.close("Sam")
    assert (game.laid_aside, game.finished, game.winners) == (False, True, [0])
    game.lay_aside("Sam")
    assert not game.laid_aside


@pytest.mark.sqlite
def test_a_phone_takes_it_along(cast, game):
    post(cast, "lay_aside", game)
    group = Group.objects.get(pk=cast.group.pk)
    group.role = 30
    document = dump(group)
    Match.objects.update(laid_aside=False)
    load(group, document)
    assert Match.objects.get().laid_aside


def hidden(cast) -> set[str]:
    return {*cast.group.players.hidden().values_list("name", flat=True)}


def test_whoever_was_hidden_meanwhile_and_sits_down_again_is_shown_again(cast, game):
    ben, carla = (cast.group.players.get(name=name) for name in ("Ben", "Carla"))
    game.close("Sam")
    ben.hide()
    again = reverse("again", args=[cast.group.key])
    assert cast.phone("scorer").post(again, {"after": game.key}).status_code == 302
    assert hidden(cast) == set()
    later = Match.objects.latest("pk")
    assert later != game
    post(cast, "lay_aside", later)
    ben.hide()
    carla.hide()
    post(cast, "take_up", later)
    assert hidden(cast) == set(), "the game was taken up"
    later.refresh_from_db()
    later.refresh()
    later.lay_aside("Sam")
    carla.hide()
    later.undo("Sam")
    assert hidden(cast) == set(), "laying it aside was undone"


def test_whoever_goes_over_to_a_sheet_is_shown_again(cast):
    pad = cast.start("other-game", PEOPLE, name="Wizard")
    cast.group.players.get(name="Carla").hide()
    assert post(cast, "go_over", pad).status_code == 302
    assert Match.objects.latest("pk") != pad
    assert hidden(cast) == set()


def test_no_round_shows_anybody_who_was_hidden_while_they_play(cast, game):
    cast.group.players.get(name="Carla").hide()
    add(game, "Ben", 7)
    assert hidden(cast) == {"Carla"}
