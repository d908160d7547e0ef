"""Requests by somebody who wants to see, change or break other people's data."""

import json

import pytest
from django.conf import settings
from django.db import transaction
from django.test import Client
from django.urls import reverse

from scorekeeper.history.models import Merge
from scorekeeper.money.models import Account, Payment
from scorekeeper.nights.models import MOST_ENTRIES, Match, Night
from scorekeeper.people.models import Player
from scorekeeper.server.backups import back_up, unpacked
from scorekeeper.server.data_folder import BadBackup
from scorekeeper.server.write_queue import write_transaction
from scorekeeper.web.uploads import LARGEST_UPLOAD
from tests import imports
from tests.access_table import NOT_SO, TABLE

pytestmark = pytest.mark.slow

OF_A_GROUP = {"key", "slug", "token", "which", "place"}  # arguments that identify no object of a group


def import_file(phone: Client, group, **game):
    whole = {"format": "scorekeeper/1", "game": "rufmariasch", "players": ["Ada", "Bo", "Cy", "Di"], "rounds": []}
    return imports.import_file(phone, group, json.dumps(whole | game).encode())


# Other groups


def is_not_found(phone, url, row, *also):
    """Check that this address is not found: a GET gets a 404 or 405 and, if the address takes forms, a form gets a 404.

    The statuses in `also` are allowed, too.
    """
    assert phone.get(url).status_code in (404, 405, *also), url
    if row.post != NOT_SO:
        assert phone.post(url, row.data).status_code in (404, *also), url


@pytest.mark.sqlite
def test_nothing_of_a_group_is_reached_by_the_address_of_another(cast):
    """In the addresses of Charlie's own group, the keys of objects in Alice's group find nothing."""
    charlie = cast.phone("stranger")
    for name, row in TABLE.items():
        with write_transaction():
            args = row.args(cast)
            if "key" in args and set(args) - OF_A_GROUP:
                is_not_found(charlie, reverse(name, kwargs=args | {"key": cast.other.key}), row)
            transaction.set_rollback(True)


def test_nothing_of_another_group_is_reached_by_a_field(cast):
    anna, zoe, mia = (Player.objects.create(group=cast.other, name=name) for name in ("Anna", "Zoë", "Mia"))
    theirs = Match.start(Night.tonight(cast.other), "krimsutep", [anna, zoe, mia], {"stake": 5}, 0)
    theirs.enter({"kind": "adjustment", "points": {"Anna": 5}}, 0, "Charlie")
    theirs.close("Charlie")
    key, owner = cast.group.key, cast.phone("owner")
    paid = {"payer": "Zoë", "receiver": "Anna", "amount": "1", "currency": "EUR", "key": "0a0a0a0a"}
    assert owner.post(reverse("pay", args=[key]), paid).status_code == 422
    assert owner.post(reverse("pay", args=[key]), paid | {"night": theirs.night.key}).status_code == 404
    assert (
        owner.get(reverse("money_why", args=[key, cast.player.key]) + f"?night={theirs.night.key}").status_code == 404
    )
    payment = Account(cast.other).pay(zoe, anna, 1, "EUR", by="Charlie")
    assert owner.post(reverse("payment_undo", args=[key, payment.key])).status_code == 404
    assert owner.get(reverse("nights", args=[key]) + f"?player={anna.pk}").status_code == 422
    assert owner.post(reverse("player_merge", args=[key, cast.player.key]), {"other": anna.pk}).status_code == 422
    merge = Merge.of(Player.objects.create(group=cast.other, name="Annie"), anna, "Charlie")
    owner.post(reverse("player_unmerge", args=[key, anna.key]), {"merge": merge.pk})
    seats = {"seat": ["Ben", "Carla", "Dirk", "Emil"], "key": theirs.key}
    started = owner.post(reverse("play_game", args=[key, "rufmariasch"]), seats)
    assert theirs.key not in started["Location"], "a form's key led to another group's game"
    merge.refresh_from_db()
    assert merge.undone_at is None
    assert list(Payment.objects.values_list("undone_at", flat=True)) == [None]


@pytest.mark.sqlite
def test_nothing_of_a_deleted_night_is_reached(cast):
    owner = cast.phone("owner")
    for name, row in TABLE.items():
        with write_transaction():
            args = row.args(cast)
            if {"match_key", "night_key"} & set(args) and name not in ("night_restore", "payment_undo"):
                cast.match.night.soft_delete()
                is_not_found(owner, reverse(name, kwargs=args), row, 410)
            transaction.set_rollback(True)


# What people type


def test_a_download_says_what_it_is_under_a_harmless_name(cast):
    cast.group.name = 'a"; filename="evil.html\r\nX: y'
    cast.group.save()
    answer = cast.phone("viewer").get(reverse("score_file", args=[cast.group.key]))
    assert answer["Content-Disposition"] == 'attachment; filename="a-filenameevilhtml-x-y.json"'
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Content-Type"] == "application/json"


# Redirects and sessions


@pytest.mark.parametrize("goal", ["//evil.example", "https://evil.example/", "/\\evil.example", "javascript:alert(1)"])
def test_nobody_is_led_away(cast, goal):
    signed_in = {"login": "Alice", "password": "green felt and brass", "next": goal}
    for phone, name, data in [
        (cast.phone("nobody"), "account_login", signed_in),
        (cast.phone("owner"), "account_reauthenticate", {"password": "green felt and brass", "next": goal}),
        (cast.phone("viewer"), "language", {"language": "de", "next": goal}),
        (cast.phone("owner"), "account_logout", {"next": goal}),
    ]:
        answer = phone.post(reverse(name) + f"?next={goal}", data)
        assert answer.status_code == 302, name
        assert answer["Location"].startswith("/"), name
        assert not answer["Location"].startswith(("//", "/\\")), name


def test_who_joins_or_signs_in_gets_a_new_session(cast):
    """A session cookie that somebody has planted in the browser beforehand gives no access to the group afterwards."""
    for act in (
        lambda phone: phone.post(f"/join/{cast.scorer_token}/"),
        lambda phone: phone.post(reverse("account_login"), {"login": "Alice", "password": "green felt and brass"}),
    ):
        phone = Client()
        phone.post(f"/join/{cast.viewer_token}/")
        planted = phone.cookies[settings.SESSION_COOKIE_NAME].value
        act(phone)
        assert phone.cookies[settings.SESSION_COOKIE_NAME].value != planted
        stranger = Client()
        stranger.cookies[settings.SESSION_COOKIE_NAME] = planted
        assert stranger.get(cast.group.get_absolute_url()).status_code == 404


# Too much, too far


@pytest.mark.parametrize(
    "played_at", ["0001-01-01T00:00+14:00", "9999-12-31T23:59-12:00", "0001-01-01T00:00Z", "3000-01-01T00:00Z"]
)
def test_a_game_beyond_the_calendar_is_not_taken(cast, played_at):
    answer = import_file(cast.phone("owner"), cast.group, played_at=played_at)
    assert answer.status_code == 422
    assert "isn’t a time such as" in answer.text


def test_a_game_does_not_grow_for_ever(cast, monkeypatch):
    """The number of rounds is limited, because each save scores all of them again and every phone loads them."""
    monkeypatch.setattr("scorekeeper.nights.models.match.MOST_ENTRIES", 2)
    url, scorer = reverse("adjust", args=[cast.group.key, cast.match.key]), cast.phone("scorer")
    first = cast.match.entries.count()
    for number in range(first + 1, 3):
        assert scorer.post(url, {"points-0": "1", "key": f"round-no-{number}", "next": "yes"}).status_code == 302
    answer = scorer.post(url, {"points-0": "1", "key": "one-too-many", "next": "yes"})
    assert answer.status_code == 422
    assert "A game has at most 2 rounds. Start a new one." in answer.text
    assert cast.match.entries.count() == 2
    rounds = [{"kind": "adjustment", "points": {"Ada": 0}}] * (MOST_ENTRIES + 1)
    assert "A game has at most 1500 rounds." in import_file(cast.phone("owner"), cast.group, rounds=rounds).text


def test_nobody_fills_the_disk_with_uploads(cast):
    """The size of a form is limited, because it is read before its sender is known."""
    start = b'--x\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n'
    phone = Client(enforce_csrf_checks=True)
    phone.get(reverse("account_login"))
    url, kind = reverse("account_login"), "multipart/form-data; boundary=x"
    assert phone.post(url, start, content_type=kind, CONTENT_LENGTH=str(LARGEST_UPLOAD + 1)).status_code == 400


# Backups


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_a_backup_that_was_damaged_on_its_way_is_refused(tmp_path):
    whole = tmp_path / "whole.tar.gz"
    Player.objects.exists()
    back_up(whole)
    good = whole.read_bytes()
    for place in range(200, len(good) - 20, max(1, len(good) // 40)):
        damaged = tmp_path / "damaged.tar.gz"
        damaged.write_bytes(good[:place] + bytes(byte ^ 0xFF for byte in good[place : place + 16]) + good[place + 16 :])
        with pytest.raises(BadBackup), unpacked(damaged):
            pass


# What PostgreSQL cannot store


def test_a_nul_is_taken_out_of_everything_that_is_sent(cast):
    """PostgreSQL cannot store a NUL, so every NUL in a form, an address, a cookie or a file is removed."""
    phone, where = cast.phone("owner"), {"key": cast.group.key, "match_key": cast.match.key}
    entry = {**TABLE["adjust"].data, "note": "a\0b"}
    assert phone.post(reverse("adjust", kwargs=where), entry).status_code == 302
    assert Match.objects.get().entries.last().record["note"] == "ab"
    named = {name.replace("note", "no\0te"): value for name, value in entry.items()}
    assert phone.post(reverse("adjust", kwargs=where), {**named, "seen": "2"}).status_code == 302
    assert [each.record["note"] for each in Match.objects.get().entries.all()[1:]] == ["ab", "ab"]
    assert phone.get(reverse("pay", kwargs={"key": cast.group.key}), {"night": "a\0b"}).status_code == 404
    assert phone.post(reverse("again", kwargs={"key": cast.group.key}), {"after": "a\0b"}).status_code == 302
    session = {"cookie": f'{settings.SESSION_COOKIE_NAME}="abcdefgh\\000ijkl"'}
    assert Client().get(reverse("home"), headers=session).status_code == 200
    game = {"format": "scorekeeper/1", "game": "krimsutep", "players": ["Ben", "Dirk", "Emil"], "id": "x\0y"}
    rounds = [{"kind": "adjustment", "points": {"Ben": 1}, "note": "C:\\u0000\0"}]
    assert imports.import_file(phone, cast.group, json.dumps({**game, "rounds": rounds}).encode()).status_code == 200
    assert Match.objects.get(file_id="xy").entries.get().record["note"] == "C:\\u0000"
