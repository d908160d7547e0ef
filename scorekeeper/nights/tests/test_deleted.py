"""Pages of a game or night that another phone has deleted: they say so, and let those who may restore it do so."""

import datetime

import pytest
from django.urls import get_resolver, reverse
from django.utils import timezone

from scorekeeper.nights.models import Match, Night
from tests.access_table import NOT_SO, TABLE
from tests.fixtures import ROLES, words

pytestmark = pytest.mark.django_db
OF_A_GAME = [name for name in TABLE if "match_key" in get_resolver().reverse_dict[name][0][0][1]]
MEMBERS = ("viewer", "scorer", "owner")


def at(name, cast, **more):
    return reverse(name, kwargs=TABLE[name].args(cast) | more)


def ask(phone, name, url):
    return phone.post(url, TABLE[name].data) if TABLE[name].get == NOT_SO else phone.get(url)


@pytest.fixture
def deleted(cast):
    match = Match.objects.get(pk=cast.match.pk)
    match.soft_delete("Carla")
    return match


@pytest.fixture
def deleted_night(cast):
    night = Night.objects.get(pk=cast.match.night.pk)
    night.soft_delete()
    return night


def test_a_second_delete_leads_to_where_the_game_is_restored(cast, deleted):
    delete = at("match_delete", cast)
    assert cast.phone("scorer").get(delete).status_code == 410
    answer = cast.phone("scorer").post(delete, {"sure": "yes"}, follow=True)
    assert answer.redirect_chain == [(deleted.night.get_absolute_url(), 302)]
    assert "This game was deleted." in words(answer)
    assert deleted.changes.filter(verb="deleted").count() == 1


@pytest.mark.parametrize("name", OF_A_GAME)
def test_every_page_and_button_of_the_game(cast, deleted, name):
    """Whoever may not open the group gets the same answer as for a game that never existed."""
    url, never = at(name, cast, match_key=deleted.key), at(name, cast, match_key="neverwas2345")
    for role in ROLES:
        phone = cast.phone(role)
        answer, missing = ask(phone, name, url), ask(phone, name, never)
        if role in MEMBERS and missing.status_code == 404 and name != "match_restore":
            assert answer.status_code == 410, role
        elif role not in MEMBERS or name != "match_restore":
            assert answer.status_code == missing.status_code, role
            assert words(answer) == words(missing)


def test_a_game_of_a_deleted_night_and_the_night_itself(cast, deleted_night):
    restore = at("night_restore", cast)
    for name in ("table", "enter", "night", "night_edit", "night_money"):
        for role in MEMBERS:
            answer = ask(cast.phone(role), name, at(name, cast))
            if answer.status_code == 403:
                continue
            assert answer.status_code == 410, (name, role)
            assert "This night was deleted" in words(answer)
            assert (restore in answer.text) == (role == "owner")
        stranger = cast.phone("stranger").get(at(name, cast))
        assert stranger.status_code == 404
        assert "Page not found" in words(stranger)
    for _phone in range(2):
        assert cast.phone("owner").post(restore)["Location"] == deleted_night.get_absolute_url()


def test_what_cannot_be_restored_is_not_found(cast, deleted):
    Match.objects.update(deleted_at=timezone.now() - datetime.timedelta(days=31))
    for url in (at("table", cast), at("match_delete", cast)):
        answer = cast.phone("owner").get(url)
        assert answer.status_code == 404
        assert "Page not found" in words(answer)
    assert cast.phone("owner").post(at("match_restore", cast, match_key=deleted.key)).status_code == 404
