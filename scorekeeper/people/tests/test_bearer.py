"""A share link in the header of a request. tests/test_access.py checks every URL with such a request."""

import io
from datetime import timedelta

import pytest
from django.utils import timezone

from scorekeeper.people.models import Group, Player
from scorekeeper.sending.models import ProcessedForm
from tests.fixtures import make_phone

ASKS = {"origin": "https://elsewhere.example", "access-control-request-method": "POST"}


def send(cast, token: str, scheme: str = "Bearer", **more):
    headers = {"authorization": f"{scheme} {token}", "idempotency-key": "0123456789abcdef"} | more
    fields = {"key": "a-round-of-a-script", "seen": 1, "points-0": 3}
    return make_phone().post(f"{cast.match.get_absolute_url()}adjust/", fields, headers=headers)


def test_what_a_phone_does_stands_under_the_name_of_whoever_holds_it(cast):
    """The header Held-By counts only if it names a player of the group."""
    stranger = Player.objects.create(group=cast.other, name="Somebody else")
    merged = Player.objects.create(group=cast.group, name="Benni", merged_into=cast.player)
    names = {cast.player.key: "Ben", merged.key: "Ben", stranger.key: str(cast.scorer_link), "": str(cast.scorer_link)}
    for number, (key, name) in enumerate(names.items()):
        path = f"{cast.match.get_absolute_url()}adjust/"
        fields = {"key": f"a-round-of-{number}", "points-0": 3, "next": "yes"}
        headers = {"authorization": f"Bearer {cast.scorer_token}", "idempotency-key": f"0123456789abcdef{number}"}
        assert make_phone().post(path, fields, headers={**headers, "held-by": key}).status_code == 201
        assert cast.match.entries.latest("number").by == name


class Unread(io.BytesIO):
    """A request body that fails the test if it is read."""

    def read(self, *given):
        pytest.fail("the body was read")

    readline = readlines = read


@pytest.mark.parametrize("token", ["", "x", "a" * 22, "ü", "revoked"])
def test_a_body_is_not_read_for_whoever_has_no_link(cast, token):
    if token == "revoked":
        cast.scorer_link.withdraw()
        token = cast.scorer_token
    path = f"{cast.match.get_absolute_url()}adjust/"
    headers = {"authorization": f"Bearer {token}", "idempotency-key": "0123456789abcdef"}
    answer = make_phone().generic("POST", path, "x" * 1000, headers=headers, **{"wsgi.input": Unread()})
    assert answer.status_code == 401
    assert answer["Access-Control-Allow-Origin"] == "*", "a page of another site may read the refusal"


@pytest.mark.parametrize(("withdrawn", "days", "status"), [(False, 1, 410), (False, 31, 401), (True, 1, 401)])
def test_a_link_of_a_deleted_group_is_told_apart_from_one_that_is_no_longer_valid(cast, withdrawn, days, status):
    """As on pages, only whoever has access to the group once it is restored learns that it is deleted."""
    if withdrawn:
        cast.scorer_link.withdraw()
    Group.objects.filter(pk=cast.group.pk).update(deleted_at=timezone.now() - timedelta(days=days))
    for answer in (
        send(cast, cast.scorer_token),
        make_phone().get("/copy/", headers={"authorization": f"Bearer {cast.scorer_token}"}),
    ):
        assert answer.status_code == status
        assert ("This group is deleted" in answer.text) is (status == 410)
        assert answer["Access-Control-Allow-Origin"] == "*"


def test_a_form_without_a_key_is_not_taken(cast):
    assert send(cast, cast.scorer_token, **{"idempotency-key": ""}).status_code == 400
    assert not ProcessedForm.objects.exists()


def test_a_browser_asks_first(cast):
    answer = make_phone().options(f"{cast.match.get_absolute_url()}adjust/", headers=ASKS)
    assert answer.status_code == 204
    allowed = answer["Access-Control-Allow-Headers"].lower().split(", ")
    assert {"authorization", "idempotency-key", "happened-at"} <= {*allowed}
    for elsewhere in ("/", "/account/login/", f"/join/{cast.viewer_token}/"):
        assert "Access-Control-Allow-Origin" not in make_phone().options(elsewhere, headers=ASKS)


def test_one_phone_is_kept_for_each_link_and_person_however_often_it_is_said(cast):
    other = Player.objects.create(group=cast.group, name="Somebody else")
    for number, who in enumerate([cast.player.pk, other.pk, "all", "watch"] * 3):
        headers = {"authorization": f"Bearer {cast.scorer_token}", "idempotency-key": f"0123456789abcdef{number}"}
        path = f"{cast.group.get_absolute_url()}who/"
        assert make_phone().post(path, {"player": who}, headers=headers).status_code == 201
    assert sorted(str(phone.player) for phone in cast.scorer_link.phones.all()) == ["Ben", "None", "Somebody else"]
