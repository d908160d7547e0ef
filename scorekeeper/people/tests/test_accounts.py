"""An owner invites people to create an account with a role. Later, the owner changes or withdraws the role."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from scorekeeper.people.models import Invitation, Membership, Role, User
from tests.fixtures import make_phone

MINE = {"username": "Wilhelmina", "password": "three odd words"}


def page_of(cast, rest=""):
    return f"{cast.group.get_absolute_url()}{rest}"


def invite(cast, role=Role.SCORER, name="Wilhelmina"):
    """Make an invitation and return its address, read from the page that shows its code."""
    shown = cast.phone("owner").post(page_of(cast, "accounts/"), {"role": role.value, "name": name}, follow=True)
    return re.search(r'<p class="url">https?://[^/]+(/invited/[^<]+)</p>', shown.text)[1]


def role_of(cast, name):
    return Membership.objects.filter(group=cast.group, user__username=name).values_list("role", flat=True).first()


@pytest.mark.parametrize("role", list(Role))
def test_who_is_invited_makes_an_account_and_has_the_role(cast, role):
    address = invite(cast, role)
    phone = make_phone()

    assert 'value="Wilhelmina"' in phone.get(address).text, "the name is filled in"
    assert phone.get(page_of(cast)).status_code == 404, "looking at the invitation gives nothing yet"
    assert phone.post(address, MINE).url == page_of(cast)

    assert phone.get(page_of(cast)).status_code == 200
    assert role_of(cast, "Wilhelmina") == role
    assert phone.get(page_of(cast, "accounts/")).status_code == (200 if role == Role.OWNER else 403)
    assert "Wilhelmina" in cast.phone("owner").get(page_of(cast, "accounts/")).text


def test_an_invitation_takes_nothing_from_somebody_who_has_more(cast):
    address = invite(cast, Role.VIEWER)

    assert cast.phone("owner").post(address).url == page_of(cast)

    assert role_of(cast, "Alice") == Role.OWNER
    assert make_phone().get(address).status_code == 200, "the invitation is not used up"


def test_an_invitation_lowers_no_role_that_was_given_meanwhile(cast):
    """Somebody may get a higher role after opening the invitation, and before accepting it."""
    charlie = User.objects.get(username="Charlie")
    for role in (Role.SCORER, Role.VIEWER):
        Invitation.make(cast.group, role)[0].give_to(charlie)
    assert role_of(cast, "Charlie") == Role.SCORER


def test_a_withdrawn_or_old_invitation_opens_nothing(cast):
    withdrawn, old = invite(cast), invite(cast, name="Max")
    made = Invitation.objects.get(name="Wilhelmina")
    cast.phone("owner").post(page_of(cast, f"invitations/{made.pk}/withdraw/"))
    Invitation.objects.filter(name="Max").update(expires_at=timezone.now() - timedelta(seconds=1))

    for address in (withdrawn, old):
        assert make_phone().get(address).status_code == 410
        assert make_phone().post(address, MINE).status_code == 410
    assert not User.objects.filter(username="Wilhelmina").exists()


def test_changing_a_role_holds_at_once(cast, member):
    phone = member(Role.SCORER)
    mia = Membership.objects.get(group=cast.group, role=Role.SCORER)
    assert phone.get(page_of(cast, "play/")).status_code == 200

    cast.phone("owner").post(page_of(cast, f"accounts/{mia.pk}/"), {"role": Role.VIEWER.value})
    assert phone.get(page_of(cast, "play/")).status_code == 403

    cast.phone("owner").post(page_of(cast, f"accounts/{mia.pk}/withdraw/"))
    assert phone.get(page_of(cast)).status_code == 404
    assert User.objects.filter(pk=mia.user_id).exists()


def test_a_group_keeps_an_owner(cast, member):
    alice = Membership.objects.get(group=cast.group, user__username="Alice")
    owner = cast.phone("owner")

    answer = owner.post(page_of(cast, f"accounts/{alice.pk}/"), {"role": Role.VIEWER.value})
    assert answer.status_code == 422
    assert "A group needs an owner" in answer.text
    answer = owner.post(page_of(cast, f"accounts/{alice.pk}/withdraw/"), follow=True)
    assert "A group needs an owner" in answer.text
    assert role_of(cast, "Alice") == Role.OWNER

    member(Role.OWNER)
    assert owner.post(page_of(cast, f"accounts/{alice.pk}/"), {"role": Role.VIEWER.value}).url == page_of(cast)
    assert role_of(cast, "Alice") == Role.VIEWER


@pytest.mark.parametrize("role", ["", "0", "4", "owner", "9" * 400])
def test_a_role_that_does_not_exist_is_refused(cast, role):
    answer = cast.phone("owner").post(page_of(cast, "accounts/"), {"role": role, "name": "Max"})
    assert answer.status_code == 422
    assert not Invitation.objects.exists()
