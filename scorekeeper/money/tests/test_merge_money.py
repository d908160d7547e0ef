"""Merging two names of one person: the balances follow the merge and its undoing."""

import pytest
from django.urls import reverse

from scorekeeper.history.models import CannotMerge, Merge
from scorekeeper.history.tests.test_history import checked
from scorekeeper.money.models import Account
from scorekeeper.nights.models import Match, Night
from scorekeeper.people.models import Player
from tests.fixtures import words

STAKE = {"stake": 10, "points_per_stake": 10}


@pytest.fixture
def people(cast):
    """Ben, Carla and Dirk, and one person under two names, Anna and Annalena."""
    twice = [Player.objects.create(group=cast.group, name=name) for name in ("Anna", "Annalena")]
    return [*(cast.group.players.get(name=name) for name in ("Ben", "Carla", "Dirk")), *twice]


def game(cast, players: list[Player]) -> Match:
    match = Match.start(Night.tonight(cast.group), "rufmariasch", players, STAKE, 0)
    call = {"kind": "call", "caller": players[1].name, "trump": "E", "partner": None, "points": 90}
    match.enter(call, 0, "Sam")
    match.close("Sam")
    return match


def test_balances_follow_a_merge_and_its_undoing(cast, people):
    ben, carla, dirk, anna, annalena = people
    game(cast, [ben, anna, carla, dirk])
    corrected = game(cast, [ben, annalena, carla, dirk])
    account = Account(cast.group)
    account.pay(ben, annalena, 10, "EUR", by="Sam")
    before = account.balances()["EUR"]

    merge = Merge.of(annalena, anna, "Sam")
    now = account.balances()["EUR"]
    assert now[anna.pk] == before[anna.pk] + before[annalena.pk]
    assert annalena.pk not in now
    assert "0 wrong" in checked()

    corrected = Match.objects.get(pk=corrected.pk)
    entry = corrected.all_entries[0]
    corrected.correct(entry, {**entry.record, "points": 70}, entry.version, "Sam")
    assert "0 wrong" in checked()

    merge.undo("Sam")
    assert "0 wrong" in checked()
    assert account.balances()["EUR"][anna.pk] == before[anna.pk]
    assert sum(account.balances()["EUR"].values()) == 0


def test_two_who_paid_each_other_are_two(cast, people):
    ben, carla, dirk, anna, annalena = people
    game(cast, [ben, anna, carla, dirk])
    match = game(cast, [ben, carla, annalena, dirk])
    Account(cast.group).pay(annalena, anna, 10, "EUR", by="Sam")
    with pytest.raises(CannotMerge):
        Merge.of(annalena, anna, "Sam")
    page = reverse("player_merge", args=[cast.group.key, anna.key])
    answer = cast.phone("owner").post(page, {"other": annalena.pk})
    assert "Annalena and Anna have met, so they’re two people." in words(answer)
    assert not Merge.objects.exists()
    assert match.seats.filter(player=annalena).exists()
    assert "0 wrong" in checked()
