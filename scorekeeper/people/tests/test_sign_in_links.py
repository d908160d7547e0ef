"""Sign-in links: single-use, valid for an hour, created by an owner of all the account's groups or by a command."""

from datetime import timedelta
from io import StringIO
from urllib.parse import urlsplit

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse
from django.utils import timezone

from scorekeeper.people.models import Membership, Role, SignInLink, User
from tests.fixtures import PASSWORD, make_phone


@pytest.fixture
def mia(cast):
    user = User.objects.create_user("Mia", password=PASSWORD)
    return Membership.objects.create(user=user, group=cast.group, role=Role.SCORER)


@pytest.fixture
def alice(cast):
    return User.objects.get(username="Alice")


def made(cast, mia) -> str:
    """Make a link on the owner's phone and return its token."""
    page = reverse("account_link", args=[cast.group.key, mia.pk])
    answer = cast.phone("owner").post(page)
    assert answer.cookies["code"]["path"] == page
    token = answer.cookies["code"].value
    assert reverse("sign_in", args=[token]) in cast.phone("owner").get(page).text
    return token


def who(phone) -> str:
    return phone.get("/").context["user"].username


def test_it_signs_in_once_and_looking_changes_nothing(cast, mia):
    page = reverse("sign_in", args=[made(cast, mia)])
    phone = make_phone()
    for _ in range(2):  # as a messenger does for a preview
        answer = phone.get(page)
        assert "Mia" in answer.text
        assert "no-store" in answer.headers["Cache-Control"]
    assert who(phone) == ""
    assert phone.post(page).status_code == 302
    assert who(phone) == "Mia"
    assert make_phone().post(page).status_code == 410
    assert make_phone().get(page).status_code == 410
    mia.user.refresh_from_db()
    assert mia.user.check_password(PASSWORD), "nobody asked for a new one"


def test_a_new_password_ends_the_old_sessions(cast, mia):
    old = make_phone(mia.user)
    phone, page = make_phone(), reverse("sign_in", args=[made(cast, mia)])
    assert phone.post(page, {"password": "short"}).status_code == 422
    assert phone.post(page, {"password": "three odd words"}).status_code == 302, "a typing error uses nothing up"
    assert who(phone) == "Mia"
    assert who(old) == ""
    mia.user.refresh_from_db()
    assert mia.user.check_password("three odd words")


def test_it_runs_out_after_an_hour(cast, mia):
    page = reverse("sign_in", args=[made(cast, mia)])
    SignInLink.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert make_phone().post(page).status_code == 410
    assert timedelta(hours=1) >= SignInLink.LASTS


def test_a_newer_one_takes_its_place(cast, mia):
    first, second = made(cast, mia), made(cast, mia)
    assert make_phone().post(reverse("sign_in", args=[first])).status_code == 410
    assert make_phone().post(reverse("sign_in", args=[second])).status_code == 302


def refused(cast, member) -> bool:
    answer = cast.phone("owner").post(reverse("account_link", args=[cast.group.key, member.pk]))
    return answer.status_code == 403 and not SignInLink.objects.exists()


def test_nobody_gets_into_groups_that_are_not_theirs(cast, mia):
    """An owner cannot create a link for an account that has a role in somebody else's group."""
    charlie = User.objects.get(username="Charlie")
    assert refused(cast, Membership.objects.create(user=charlie, group=cast.group, role=Role.VIEWER))
    Membership.objects.create(user=mia.user, group=cast.other, role=Role.VIEWER)
    assert refused(cast, mia)


def test_nobody_makes_one_for_themselves_or_for_who_runs_the_server(cast, mia, alice):
    assert refused(cast, Membership.objects.get(user=alice, group=cast.group))
    User.objects.filter(pk=mia.user.pk).update(is_staff=True)
    assert refused(cast, mia)


@pytest.mark.parametrize("change", ["joins elsewhere", "leaves the group", "maker is no owner", "is closed"])
def test_a_link_stops_working_when_it_could_not_be_made_any_more(cast, mia, alice, change):
    page = reverse("sign_in", args=[made(cast, mia)])
    if change == "joins elsewhere":
        Membership.objects.create(user=mia.user, group=cast.other, role=Role.VIEWER)
    elif change == "leaves the group":
        mia.delete()
    elif change == "maker is no owner":
        Membership.objects.filter(user=alice).update(role=Role.SCORER)
    else:
        User.objects.filter(pk=mia.user.pk).update(is_active=False)
    assert make_phone().post(page).status_code == 410


def test_whoever_runs_the_server_lets_anybody_in(cast):
    """`manage.py sign_in_link` prints a link for any active account, even that of an owner."""
    out = StringIO()
    call_command("sign_in_link", "ALICE", stdout=out)
    phone, page = make_phone(), urlsplit(out.getvalue().strip()).path
    assert "It works once." in phone.get(page).text
    assert phone.post(page).status_code == 302
    assert who(phone) == "Alice"
    assert "Someone signed in with a link" in phone.get(reverse("account_logout")).text
    with pytest.raises(CommandError, match="No account is called 'Nobody'"):
        call_command("sign_in_link", "Nobody")
