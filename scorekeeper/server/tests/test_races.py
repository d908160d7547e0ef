"""Two phones change data at the same time, each with its own connection. The second phone must see the first's change.

The first phone's transaction stays open until the second phone has had time to reach a lock. On PostgreSQL, these
tests fail without the locks of group, match and account. Only the invitation needs no lock: a single UPDATE marks it
as used.
"""

import threading

import pytest
from django.db import connection
from django.urls import reverse

from scorekeeper.money.models import Account, Payment
from scorekeeper.nights.models import Match
from scorekeeper.people.models import Group, Membership, Player, Role, User
from scorekeeper.server.write_queue import write_transaction
from tests.fixtures import PASSWORD, make_phone

pytestmark = pytest.mark.django_db(transaction=True)

HEAD_START = 0.3  # seconds in which the second phone reaches the lock

ADJUSTMENT = {"screen": "adjustment", "points-0": "3", "points-1": "-3"}
RECORD = {"kind": "adjustment", "points": {"Ben": 7, "Carla": -7}}


@pytest.fixture
def both(cast):
    """Return a function that calls `first` in a transaction while a phone posts a form. It returns the form's status.

    With `later`, it does not call `first` until the form waits for the transaction.
    """

    def race(first, phone, path, data, *, later=False):
        answers = []

        def second():
            try:
                answers.append(phone.post(path, data).status_code)
            except Exception as error:
                answers.append(error)
            finally:
                connection.close()

        thread = threading.Thread(target=second)
        with write_transaction(cast.group):
            if not later:
                cast.match.lock()
                first()
            thread.start()
            thread.join(HEAD_START)
            if later:
                first()
        thread.join()
        return answers[0]

    return race


def path(cast, name, *more):
    return reverse(name, args=[cast.group.key, cast.match.key, *more])


def test_correcting(cast, both):
    entry = cast.match.entries.get()
    data = ADJUSTMENT | {"seen": entry.version}
    answer = both(
        lambda: cast.match.correct(entry, RECORD, entry.version, "Anna"),
        cast.phone("scorer"),
        path(cast, "correct", entry.key),
        data,
    )
    entry.refresh_from_db()
    assert (answer, entry.record, entry.version) == (409, RECORD, 2)


def test_undoing(cast, both):
    step = cast.match.last_step
    answer = both(lambda: cast.match.undo("Anna"), cast.phone("scorer"), path(cast, "undo"), {"step": step.key})
    step.refresh_from_db()
    assert (answer, step.undone_by, cast.match.entries.get().version) == (302, "Anna", 2)


def test_paying(cast, both):
    players = {player.name: player for player in cast.group.players.all()}
    cast.match.change_options({"stake": 5}, "Anna")
    cast.match.close("Anna")
    account = Account(cast.group)
    ben, carla = players["Ben"], players["Carla"]
    owed = account.balances()["EUR"][ben.pk]
    assert owed > 0
    data = {"payer": "Carla", "receiver": "Ben", "amount": f"{owed / 100:.2f}", "currency": "EUR", "key": "k" * 36}
    answer = both(
        lambda: account.pay(carla, ben, owed, "EUR", by="Anna"),
        cast.phone("scorer"),
        reverse("pay", args=[cast.group.key]),
        data,
    )
    assert (answer, Payment.objects.count()) == (422, 1)


def test_founding_the_last_group_that_an_account_may_have(cast, both, monkeypatch):
    alice = User.objects.get(username="Alice")
    monkeypatch.setattr(Group, "MOST_OWNED", alice.memberships.filter(role=Role.OWNER).count() + 1)

    def found():
        with write_transaction(alice):
            Group.create_with_owner("The last", alice)

    assert both(found, cast.phone("owner"), reverse("group_new"), {"name": "One too many"}) == 422
    assert not Group.objects.filter(name="One too many").exists()


def test_two_owners_who_withdraw_each_other(cast, both):
    alice = cast.group.memberships.get()
    olga = User.objects.create_user("Olga", password=PASSWORD)
    other = Membership.objects.create(group=cast.group, user=olga, role=Role.OWNER)
    withdraw = reverse("account_withdraw", args=[cast.group.key, other.pk])
    phone = cast.phone("owner")
    both(alice.withdraw, phone, withdraw, {})
    assert cast.group.memberships.filter(role=Role.OWNER).count() == 1


def test_names(cast, both):
    """One phone adds a player; another begins a game with a new player of the same name. Only one player is made."""
    seats = {"seat": ["Emil", "Ben", "Carla"], "key": "abcdefghjkmn"}
    answer = both(
        lambda: Player.objects.create(group=cast.group, name="Emil"),
        cast.phone("scorer"),
        reverse("play_game", args=[cast.group.key, "beutelschneider"]),
        seats,
    )
    assert (answer, cast.group.players.filter(name="Emil").count()) == (302, 1)
    assert Match.objects.filter(seats__player__name="Emil").exists()


def test_an_invitation_is_good_for_one(cast, both):
    from scorekeeper.people.models import Invitation

    invited, token = Invitation.make(cast.group, Role.SCORER, "")
    first = User.objects.create_user("First", password=PASSWORD)
    second = make_phone(User.objects.create_user("Second", password=PASSWORD))

    def take():
        assert invited.use_up()
        invited.give_to(first)

    assert both(take, second, reverse("invitation", args=[token]), {}) == 410
    assert not Membership.objects.filter(user__username="Second").exists()
