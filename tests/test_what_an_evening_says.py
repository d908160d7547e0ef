"""Sentences, names and sums of an evening on which people come and go, in teams and with money."""

import re

import pytest
from django.urls import reverse

from scorekeeper.money.models import Account, Expense
from scorekeeper.nights.models import Match
from tests.fixtures import words


def enter(match, **points):
    return match.enter({"kind": "points", "points": points}, match.last_number, "Sam")


def page(cast, name, *args, **headers) -> str:
    return words(cast.phone("owner").get(reverse(name, args=[cast.group.key, *args]), headers=headers))


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


def test_a_team_has_its_verbs(cast):
    match = cast.start("other-game", ["Ben", "Carla", "Dirk", "Anna"], name="Tichu", teams=2, rounds=2)
    match.enter({"kind": "points", "points": {"Ben": 3, "Carla": 1}}, 0, "Sam")
    assert "are in the lead" in page(cast, "table", match.key)
    assert "liegen vorn" in page(cast, "table", match.key, **{"accept-language": "de"})
    match.enter({"kind": "points", "points": {"Ben": 3, "Carla": 1}}, 1, "Sam")
    for name, key in (("table", match.key), ("night", match.night.key)):
        assert "have won" in page(cast, name, key)


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
