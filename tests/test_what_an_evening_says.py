"""Sentences, names and sums of an evening on which people come and go, in teams and with money."""

import re

import pytest
from django.urls import reverse

from scorekeeper.money.models import Account, Expense
from scorekeeper.nights.models import Match
from scorekeeper.nights.story import Evening, Story
from scorekeeper.pad.card import card_of_evening
from scorekeeper.rounds.piles import Piles
from tests.fixtures import words


def enter(match, **points):
    return match.enter({"kind": "points", "points": points}, match.last_number, "Sam")


def page(cast, name, *args, **headers) -> str:
    return words(cast.phone("owner").get(reverse(name, args=[cast.group.key, *args]), headers=headers))


def test_a_pile_for_the_next_round_is_asked_about_after_an_undo_with_fewer_players(cast):
    """The match began with three players and goes on with two. Rounds of the kind `snear` are only for two."""
    match = cast.start("bettler-und-diebe", ["Ben", "Carla", "Dirk"])
    for record in (
        {"kind": "seats", "players": ["Ben", "Carla"]},
        {"kind": "snear", "points": {"Ben": 70, "Carla": 50}},
    ):
        match.enter(record, match.last_number, "Sam")
    draft = Piles(match)
    draft.save_part("0", {"points-0": ["70"]}, "snear", 0, "Sam")
    match.undo("Sam")
    assert Match.objects.get(pk=match.pk).sleeping == draft.draft


def test_whoever_was_seated_by_mistake_is_on_no_page_of_the_game(cast):
    match = cast.start("other-game", ["Ben", "Carla"], name="Phase", stake=10, rounds=1)
    match.enter({"kind": "seats", "players": ["Ben", "Carla", "Emil"], "points": {"Emil": 0}}, 0, "Sam")
    match.undo("Sam")
    assert "Emil" not in page(cast, "match_delete", match.key)
    enter(match, Ben=3, Carla=1)
    assert not re.search(r"Emil\W*€", page(cast, "table", match.key)), "only the removed entry names him"
    other = cast.start("other-game", ["Emil", "Dirk"], name="Duel", stake=10, rounds=1)
    enter(other, Emil=3, Dirk=1)
    emil = cast.group.players.get(name="Emil")
    assert "Phase" not in page(cast, "money_why", emil.key)


def test_whoever_was_named_to_deal_deals_in_the_game_that_takes_the_place_of_a_pad(cast):
    match = cast.start("other-game", ["Ben", "Carla", "Dirk"], name="Skat")
    match.name_dealer(2, "Sam")
    answer = cast.phone("owner").post(reverse("go_over", args=[cast.group.key, match.key]))
    new = Match.objects.get(key=answer["Location"].rstrip("/").rpartition("/")[2])
    assert (new.game_slug, new.course.engine.next_dealer) == ("skat", "Dirk")


@pytest.mark.parametrize("box", [0, 300])
def test_the_night_and_its_account_name_the_same_payments(cast, box):
    match = cast.start("other-game", ["Ben", "Carla", "Anna"], name="Phase", stake=10, rounds=1)
    enter(match, Ben=0, Carla=0, Anna=10)
    people = {player.name: player for player in cast.group.players.all()}
    account = Account(cast.group, match.night)
    for payer, amount, owe in (
        ("Carla", 1000, ["Anna"]),
        ("Ben", 1000, ["Anna", "Ben", "Carla"]),
        ("Carla", 700, ["Dirk"]),
    ):
        Expense.enter(account, people[payer], amount, "EUR", {people[name]: 1 for name in owe}, by="Sam")
    if box:
        account.pay(people["Dirk"], None, box, "EUR", by="Sam")
    paid = re.compile(r"(\w+ → \w+) ?:? ?(€[\d.]+)")
    night, money = (
        paid.findall(page(cast, name, match.night.key).replace("\u2068", "").replace("\u2069", ""))
        for name in ("night", "night_money")
    )
    assert night
    assert set(night) <= set(money)


def test_one_round_is_no_lead_from_start_to_finish(cast):
    match = cast.start("other-game", ["Ben", "Carla", "Dirk"], name="Phase")
    enter(match, Ben=1, Carla=3, Dirk=2)
    match.enter({"kind": "seats", "players": ["Ben", "Carla"]}, match.last_number, "Sam")
    match.enter({"kind": "last_rounds", "rounds": 2}, match.last_number, "Sam")
    match.close("Sam")
    assert not Story(Match.objects.get(pk=match.pk)).led_throughout


def test_the_picture_of_an_evening_counts_what_the_statistics_count(cast):
    stories = []
    for _ in range(2):
        match = cast.start("other-game", ["Ben", "Carla"], name="Phase", rounds=1)
        enter(match, Ben=3, Carla=1)
        stories.append(match)
    assert "2 of 2 games" in best(stories)
    stories[0].exclude_from_statistics("Sam")
    assert "1 of" not in best(stories)


def best(matches) -> str:
    found = [Story(Match.objects.get(pk=match.pk)) for match in matches]
    return card_of_evening(found[0].match.night, Evening(found)).title


def test_a_team_has_its_verbs(cast):
    match = cast.start("other-game", ["Ben", "Carla", "Dirk", "Anna"], name="Tichu", teams=2, rounds=2)
    match.enter({"kind": "points", "points": {"Ben": 3, "Carla": 1}}, 0, "Sam")
    assert "are in the lead" in page(cast, "table", match.key)
    assert "liegen vorn" in page(cast, "table", match.key, **{"accept-language": "de"})
    match.enter({"kind": "points", "points": {"Ben": 3, "Carla": 1}}, 1, "Sam")
    for name, key in (("table", match.key), ("night", match.night.key)):
        assert "have won" in page(cast, name, key)


def test_an_undone_payment_is_told_by_whom_and_to_whom(cast):
    match = cast.start("other-game", ["Ben", "Carla"], name="Phase", stake=10, rounds=1)
    enter(match, Ben=0, Carla=10)
    people = {player.name: player for player in cast.group.players.all()}
    payment = Account(cast.group, match.night).pay(people["Ben"], people["Carla"], 100, "EUR", by="Sam")
    url = reverse("payment_undo", args=[cast.group.key, payment.key])
    assert "Undone: Ben → Carla" in words(cast.phone("owner").post(url, follow=True)).replace("\u2068", "").replace(
        "\u2069", ""
    )


def test_a_limit_is_withdrawn_without_a_question_only_if_no_round_gets_lost(cast):
    match = cast.start("other-game", ["Ben", "Carla"], name="Phase")
    enter(match, Ben=1, Carla=0)
    for rounds in (1, 2):
        match.enter({"kind": "last_rounds", "rounds": rounds}, match.last_number, "Sam")
    remove = reverse("remove", args=[cast.group.key, match.key, match.last_rounds.key])
    phone = cast.phone("scorer")
    assert phone.post(remove).status_code == 302
    match = Match.objects.get(pk=match.pk)
    match.restore_entry(match.entries.get(number=match.last_number), "Sam")
    for _ in range(2):
        enter(match, Ben=1, Carla=0)
    answer = phone.post(remove)
    assert answer.status_code == 422
    assert "Round 3" in words(answer)
    assert phone.post(remove, {"sure": "yes"}).status_code == 302


def test_whoever_left_most_games_has_no_place_among_the_ratings(cast):
    for number in range(3):
        match = cast.start("other-game", ["Ben", "Carla", "Anna"], name="Golf", rounds=2)
        enter(match, Ben=3, Carla=1, Anna=2)
        if number:
            match.enter({"kind": "seats", "players": ["Ben", "Carla"]}, match.last_number, "Sam")
        enter(match, **dict.fromkeys(match.course.engine.seating.players, 1))
    url = reverse("boards", args=[cast.group.key])
    boards = cast.phone("viewer").get(url, {"game": match.game_key}).context["boards"]
    [ratings] = (board for board in boards if board["title"] == "Rating")
    assert [row["player"].name for row in ratings["rows"]] == ["Ben", "Carla"]
