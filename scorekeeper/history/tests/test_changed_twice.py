"""Forms of people, seasons and groups, open on two phones: neither takes back what the other has changed."""

import datetime
from collections.abc import Callable
from contextlib import contextmanager
from html.parser import HTMLParser

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.history import forgetting
from scorekeeper.history.views import seasons
from scorekeeper.people.models import Group, Player
from scorekeeper.people.views import groups, players
from scorekeeper.server.write_queue import write_transaction

pytestmark = pytest.mark.django_db


class Shown(HTMLParser):
    """Collects what the form with the id "form" sends if nothing is changed in it."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.fields: dict[str, str] = {}
        self.is_inside = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "form":
            self.is_inside = given.get("id") == "form"
        ticks = given.get("type") in ("checkbox", "radio")
        if self.is_inside and tag == "input" and given.get("name") and (not ticks or "checked" in given):
            self.fields[given["name"] or ""] = given.get("value", "on" if ticks else "") or ""


def shown(phone: Client, where: str) -> dict[str, str]:
    return Shown(phone.get(where).text).fields


@pytest.fixture
def name_form(cast) -> str:
    return reverse("player_name", args=[cast.group.key, cast.player.key])


def test_a_form_that_was_open_does_not_bring_an_anonymised_name_back(cast, name_form) -> None:
    cast.match.close("Sam")
    phone = cast.phone("scorer")
    form = shown(phone, name_form)
    with write_transaction(cast.group):
        new = forgetting.forget(cast.player)
    assert phone.post(name_form, form | {"feminine": "on"}).status_code == 302
    player = Player.objects.get(pk=cast.player.pk)
    assert (player.name, player.feminine) == (new, True)


def test_a_name_and_titles_that_two_phones_change_are_both_saved(cast, name_form) -> None:
    phone = cast.phone("scorer")
    form = shown(phone, name_form)
    phone.post(name_form, form | {"feminine": "on"})
    assert phone.post(name_form, form | {"name": "Bernd"}).status_code == 302
    player = Player.objects.get(pk=cast.player.pk)
    assert (player.name, player.feminine) == ("Bernd", True)
    phone.post(name_form, {"name": "Ben"})  # by a program that sends no more than that
    player = Player.objects.get(pk=cast.player.pk)
    assert (player.name, player.feminine) == ("Ben", False)


def test_what_was_typed_into_an_old_form_is_saved_after_a_refusal(cast, name_form) -> None:
    """A page from before an update, or a program, does not send what was shown."""
    phone = cast.phone("scorer")
    refused = phone.post(name_form, {"name": "Carla", "feminine": "on"})
    assert refused.status_code == 422
    form = Shown(refused.text).fields
    assert phone.post(name_form, form | {"name": "Bernd"}).status_code == 302
    player = Player.objects.get(pk=cast.player.pk)
    assert (player.name, player.feminine) == ("Bernd", True)


def test_an_old_name_that_another_player_has_by_now_refuses_nothing(cast, name_form) -> None:
    phone = cast.phone("scorer")
    form = shown(phone, name_form)
    cast.player.rename("Bernd")
    Player.objects.create(group=cast.group, name="Ben")
    assert phone.post(name_form, form | {"feminine": "on"}).status_code == 302
    player = Player.objects.get(pk=cast.player.pk)
    assert (player.name, player.feminine) == ("Bernd", True)


def test_a_season_that_two_phones_change_gets_both_changes(cast) -> None:
    phone, first = cast.phone("scorer"), datetime.date(2026, 1, 1)
    season = cast.group.seasons.create(name="Spring", first=first)
    where = reverse("season", args=[cast.group.key, season.key])
    form = shown(phone, where)
    assert phone.post(where, form | {"last": "2026-05-31"}).status_code == 302
    assert phone.post(where, form | {"name": "Early"}).status_code == 302
    season.refresh_from_db()
    assert (season.name, season.first, season.last) == ("Early", first, datetime.date(2026, 5, 31))
    refused = phone.post(where, form | {"first": "2026-06-01"})
    assert refused.status_code == 422, "it would end before it begins"
    again = Shown(refused.text).fields
    assert (again["first"], again["last"]) == ("2026-06-01", "2026-05-31"), "the page shows the end that is the reason"
    assert phone.post(where, again | {"last": ""}).status_code == 302
    season.refresh_from_db()
    assert (season.first, season.last) == (datetime.date(2026, 6, 1), None)


def test_how_to_pay_stays_if_another_owner_renames_the_group(cast) -> None:
    phone, where = cast.phone("owner"), reverse("group_name", args=[cast.group.key])
    form = shown(phone, where)
    phone.post(where, form | {"pay_to": "DE02 1203 0000 0000 2020 51"})
    assert phone.post(where, form | {"name": "Saturday cards"}).status_code == 302
    group = Group.objects.get(pk=cast.group.pk)
    assert (group.name, group.pay_to) == ("Saturday cards", "DE02 1203 0000 0000 2020 51")
    form = shown(phone, where)
    phone.post(where, form | {"pay_to": ""})
    assert Group.objects.get(pk=cast.group.pk).pay_to == ""


def test_card_faces_that_another_owner_chooses_stay(cast) -> None:
    phone, where = cast.phone("owner"), reverse("group_name", args=[cast.group.key])
    form = shown(phone, where)
    phone.post(where, form | {"faces-rufmariasch": "french"})
    refused = phone.post(where, form | {"name": ""})
    assert refused.status_code == 422
    assert phone.post(where, Shown(refused.text).fields | {"name": "Cards"}).status_code == 302
    assert phone.post(where, form | {"name": "Saturday cards"}).status_code == 302
    group = Group.objects.get(pk=cast.group.pk)
    assert (group.name, group.card_faces["rufmariasch"]) == ("Saturday cards", "french")


def test_a_sign_that_two_phones_change_gets_both_changes(cast) -> None:
    phone, where = cast.phone("scorer"), reverse("player_sign", args=[cast.group.key, cast.player.key])
    form = shown(phone, where)
    assert phone.post(where, form | {"colour": "7"}).status_code == 302
    assert phone.post(where, form | {"shape": "5"}).status_code == 302
    player = Player.objects.get(pk=cast.player.pk)
    assert (player.colour, player.shape, player.letters) == (7, 5, form["letters"])


def test_letters_of_a_new_name_stay_if_another_phone_changes_the_colour(cast) -> None:
    phone, where = cast.phone("scorer"), reverse("player_sign", args=[cast.group.key, cast.player.key])
    form = shown(phone, where)
    cast.player.rename("Urs")
    assert phone.post(where, form | {"colour": "7"}).status_code == 302
    player = Player.objects.get(pk=cast.player.pk)
    assert (player.colour, player.letters) == (7, "U")


@pytest.fixture
def queue_behind(monkeypatch) -> Callable:
    """Return a function that lets the next write transaction of a module of views wait until something else is done."""

    def let_wait(views, first: Callable) -> None:
        @contextmanager
        def wait(group):
            monkeypatch.undo()
            with write_transaction(group):
                first()
            with write_transaction(group):
                yield

        monkeypatch.setattr(views, "write_transaction", wait)

    return let_wait


def test_a_name_that_is_anonymised_while_the_form_waits_does_not_come_back(cast, name_form, queue_behind) -> None:
    cast.match.close("Sam")
    phone = cast.phone("scorer")
    form = shown(phone, name_form)
    queue_behind(players, lambda: forgetting.forget(Player.objects.get(pk=cast.player.pk)))
    assert phone.post(name_form, form | {"feminine": "on"}).status_code == 302
    player = Player.objects.get(pk=cast.player.pk)
    assert (player.name != "Ben", player.feminine) == (True, True)


def test_a_name_that_is_taken_while_the_form_waits_is_refused(cast, name_form, queue_behind) -> None:
    phone = cast.phone("scorer")
    form = shown(phone, name_form)
    queue_behind(players, lambda: Player.objects.create(group=cast.group, name="Bernd"))
    refused = phone.post(name_form, form | {"name": "Bernd"})
    assert (refused.status_code, "Bernd is already here" in refused.text) == (422, True)


def test_settings_that_another_owner_saves_while_the_form_waits_stay(cast, queue_behind) -> None:
    phone, where = cast.phone("owner"), reverse("group_name", args=[cast.group.key])
    form = shown(phone, where)
    changed = {"pay_to": "DE02", "card_faces": {"rufmariasch": "french"}}
    queue_behind(groups, lambda: Group.objects.filter(pk=cast.group.pk).update(**changed))
    assert phone.post(where, form | {"name": "Cards"}).status_code == 302
    group = Group.objects.get(pk=cast.group.pk)
    assert {"pay_to": group.pay_to, "card_faces": group.card_faces} == changed


def test_a_season_that_ends_while_the_form_waits_has_its_end(cast, queue_behind) -> None:
    phone, first, last = cast.phone("scorer"), datetime.date(2026, 1, 1), datetime.date(2026, 5, 31)
    season = cast.group.seasons.create(name="Spring", first=first)
    where = reverse("season", args=[cast.group.key, season.key])
    form = shown(phone, where)
    queue_behind(seasons, lambda: cast.group.seasons.update(last=last))
    assert phone.post(where, form | {"name": "Early"}).status_code == 302
    season.refresh_from_db()
    assert (season.name, season.last) == ("Early", last)
