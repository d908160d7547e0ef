"""Two names of accounts must differ in more than case and accents, and nobody can lock another's account.

Two tests are about something else: an entry's key and a host name are refused.
"""

import pytest
from django.db import IntegrityError

from scorekeeper.people.models import Role, User
from scorekeeper.people.names import folded
from scorekeeper.people.tests.test_accounts import invite
from tests.fixtures import PASSWORD, make_phone

SIGN_IN = "/account/login/"


@pytest.mark.parametrize(
    ("one", "other"),
    [("Jörg", "JÖRG"), ("Jörg", "jorg"), ("Jörg", "Jo\u0308rg"), ("Strauß", "STRAUSS"), ("İda", "ida")],
)
def test_names_that_differ_in_case_and_accents_only_are_one(one, other):
    assert folded(one) == folded(other)


@pytest.mark.parametrize("name", ["愛", "👑", "नमस्ते", "\u0308"])
def test_a_name_in_any_script_has_a_folded_one(name):
    assert folded(name)
    assert folded(name + "x") != folded(name)


@pytest.mark.django_db
def test_of_two_such_accounts_there_is_one(cast):
    first, second = (invite(cast, Role.SCORER, name) for name in ("Jörg", "JÖRG"))
    assert make_phone().post(first, {"username": "Jörg", "password": PASSWORD}).status_code == 302
    assert make_phone().post(second, {"username": "JÖRG", "password": PASSWORD}).status_code == 422
    with pytest.raises(IntegrityError):
        User.objects.create_user("jörg")


@pytest.mark.django_db(transaction=True)
def test_two_that_are_made_at_once_are_one_and_the_other_is_told(cast, monkeypatch):
    first, second = (invite(cast, Role.SCORER, name) for name in ("Jörg", "JÖRG"))
    monkeypatch.setattr(User, "named", classmethod(lambda cls, name: None))  # as if both requests came at once
    assert make_phone().post(first, {"username": "Jörg", "password": PASSWORD}).status_code == 302
    answer = make_phone().post(second, {"username": "JÖRG", "password": PASSWORD})
    assert (answer.status_code, User.objects.filter(folded_name="jorg").count()) == (422, 1)
    assert "is already taken" in answer.text


@pytest.mark.django_db(transaction=True)
def test_a_name_taken_meanwhile_does_not_use_up_the_owners_link(cast, monkeypatch):
    monkeypatch.setattr(User, "named", classmethod(lambda cls, name: None))
    page, phone = f"/owner/{cast.owner_token}/", make_phone()
    answer = phone.post(page, {"username": "ALICE", "password": PASSWORD})
    assert answer.status_code == 422
    assert "is already taken" in answer.text
    assert phone.post(page, {"username": "Olga", "password": PASSWORD}).status_code == 302


@pytest.mark.django_db
@pytest.mark.parametrize("typed", ["Jörg", "JÖRG", "jorg", " jörg "])
def test_signing_in_takes_the_name_however_it_is_typed(typed):
    User.objects.create_user("Jörg", password=PASSWORD)
    assert make_phone().post(SIGN_IN, {"login": typed, "password": PASSWORD}).status_code == 302


@pytest.mark.django_db
def test_wrong_passwords_from_one_address_do_not_keep_another_out(cast):
    far, near = make_phone(REMOTE_ADDR="192.168.1.66"), make_phone(REMOTE_ADDR="192.168.1.7")
    for _ in range(11):
        answer = far.post(SIGN_IN, {"login": "Alice", "password": "a wrong guess"})
    assert "Wait a few minutes" in answer.text
    assert "Wait a few minutes" in far.post(SIGN_IN, {"login": "ALICE", "password": PASSWORD}).text
    assert near.post(SIGN_IN, {"login": "Alice", "password": PASSWORD}).status_code == 302


@pytest.mark.django_db
def test_wrong_passwords_from_many_addresses_close_an_account_for_an_hour(cast):
    for number in range(100):
        make_phone(REMOTE_ADDR=f"192.168.1.{number}").post(SIGN_IN, {"login": "Alice", "password": "a wrong guess"})
    late = make_phone(REMOTE_ADDR="192.168.2.1")
    assert "Wait a few minutes" in late.post(SIGN_IN, {"login": "Alice", "password": PASSWORD}).text


@pytest.mark.parametrize("key", ["short", "x" * 37, "with space"])
def test_what_is_no_entry_key_is_refused(cast, key):
    before = cast.match.entries.count()
    answer = cast.phone("scorer").post(
        f"{cast.match.get_absolute_url()}adjust/", {"key": key, "seen": 1, "points-0": 3, "points-1": -3}
    )
    assert answer.status_code == 400
    assert cast.match.entries.count() == before
