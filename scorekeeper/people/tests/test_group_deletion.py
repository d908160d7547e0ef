"""A deleted group gives nobody access. Its owner can restore it for thirty days."""

from datetime import timedelta

import pytest
from django.utils import timezone

from scorekeeper.history.models import Merge
from scorekeeper.money.models import Account
from scorekeeper.nights.models import Match
from scorekeeper.people.models import Group, Player, Role
from tests.access_table import owing


@pytest.fixture
def deleted(cast):
    answer = cast.phone("owner").post(f"/g/{cast.group.key}/delete/", {"name": "Friday cards"})
    assert answer.status_code == 302
    return cast.group


def test_another_name_deletes_nothing(cast):
    answer = cast.phone("owner").post(f"/g/{cast.group.key}/delete/", {"name": "Saturday cards"})
    assert answer.status_code == 422
    assert "That’s not the name." in answer.text
    assert 'value="Saturday cards"' in answer.text
    assert cast.phone("viewer").get(cast.group.get_absolute_url()).status_code == 200


@pytest.mark.parametrize("role", ["viewer", "scorer", "owner"])
def test_it_is_closed_to_everybody(cast, deleted, role):
    phone = cast.phone(role)
    for url in (deleted.get_absolute_url(), cast.match.get_absolute_url(), f"/g/{deleted.key}/data/games.json"):
        answer = phone.get(url)
        assert answer.status_code == 404
        assert "This group was deleted" in answer.text
        assert "This group was deleted" not in cast.phone("stranger").get(url).text
    assert f'href="{deleted.get_absolute_url()}"' not in phone.get("/").text


def test_its_owner_alone_brings_it_back_with_everything(cast, member, deleted):
    phone, keeper = cast.phone("owner"), member(Role.SCORER)
    assert keeper.post(f"/g/{deleted.key}/restore/").status_code == 404
    assert "Deleted: " not in keeper.get("/").text
    assert "Deleted: 1" in phone.get("/").text
    assert phone.post(f"/g/{deleted.key}/restore/").status_code == 302
    assert "manual adjustment" in phone.get(cast.match.get_absolute_url()).text
    assert cast.phone("viewer").get(cast.match.get_absolute_url()).status_code == 200


def test_after_thirty_days_it_is_gone(cast):
    # A debt, a payment and a merged player do not prevent the deletion.
    owing(cast)
    ben, carla, dirk = cast.group.players.order_by("pk")
    Account(cast.group).pay(ben, carla, 1, "EUR", by="Sam")
    Merge.of(Player.objects.create(group=cast.group, name="Dirk’s double"), dirk, "Sam")
    cast.group.soft_delete()
    deleted = cast.group
    Group.objects.update(deleted_at=timezone.now() - timedelta(days=31))
    assert cast.phone("owner").post(f"/g/{deleted.key}/restore/").status_code == 404
    Group.forget_gone()
    assert not Group.objects.filter(key=deleted.key).exists()
    assert not Match.objects.exists()
    assert not Player.objects.filter(name="Ben").exists()
