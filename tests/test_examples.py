"""The example group, which everybody may view and nobody can change."""

import datetime
from pathlib import Path

import pytest
from django.core.cache import cache
from django.urls import reverse
from django.utils import timezone

import games
from scorekeeper.examples import open_to_everybody
from scorekeeper.nights.models import Entry, Match
from scorekeeper.people.models import Group
from tests.access_table import NOT_SO, TABLE
from tests.fixtures import ROLES, all_rows, make_phone
from tests.test_access import every_pattern

pytestmark = [pytest.mark.sqlite, pytest.mark.slow]

GAMES = Path(games.__file__).parent
OF_A_GROUP = [pattern.name for pattern in every_pattern() if str(pattern.pattern).startswith("g/")]
# Addresses about the player who holds the phone, with the answer to a visitor, who is none of the example's players.
NOBODY_IS_ANYBODY = {"who": "404"}


def look_around(phone=None):
    return (phone or make_phone()).post(reverse("look_around"))


@pytest.fixture
def example(cast):
    """Mark the cast's group as the example group; return the cast. The group has an owner, and phones have joined."""
    Group.objects.filter(pk=cast.group.pk).update(is_example=True)
    cast.group.is_example = True
    return cast


def test_whoever_has_seen_nothing_comes_to_the_pad_of_a_game_in_play(db):
    phone = make_phone()
    answer = look_around(phone)
    pad = phone.get(answer["Location"])
    match = Match.objects.get(key=answer["Location"].rstrip("/").rpartition("/")[2])
    assert pad.status_code == 200
    assert not match.finished
    assert match.night.is_going_on
    assert len(match.seated) == 4
    assert "Just an example." in pad.text
    assert "Enter round" not in pad.text


def test_every_game_of_the_house_is_in_it_and_its_results_are_those_of_its_rounds(db):
    look_around()
    played = {match.game_slug for match in Match.objects.all()}
    folders = {path.parent.name for path in GAMES.glob("*/game.py")} - {"kernel", "sheets"}
    assert len(played) == len(folders)
    assert not any(row.problems for match in Match.objects.all() for row in match.course.rows)


def test_however_many_ask_there_is_one_and_a_day_later_a_new_one_in_its_place(db):
    where = {look_around()["Location"] for _ in range(3)}
    assert len(where) == 1
    entries = Entry.objects.count()
    Group.objects.update(created_at=timezone.now() - datetime.timedelta(days=1, minutes=1))
    assert look_around()["Location"] not in where
    assert Group.objects.count() == 1
    assert Entry.objects.count() == entries


def test_while_one_request_makes_it_others_are_told_and_what_was_broken_off_is_taken_away(db):
    now = timezone.now()
    begun = Group.objects.create(name="Example", is_example=True, deleted_at=now)
    phone = make_phone()
    assert look_around(phone)["Location"] == reverse("home")
    assert "being prepared" in phone.get("/").text
    Group.objects.update(created_at=now - datetime.timedelta(minutes=2))
    assert open_to_everybody() is not None
    assert not Group.objects.filter(pk=begun.pk).exists()


def test_it_stands_in_nobodys_list(db):
    phone = make_phone()
    look_around(phone)
    assert "/g/" not in phone.get("/").text


@pytest.mark.parametrize("name", OF_A_GROUP)
def test_at_every_address_everybody_is_answered_as_one_who_watches_and_nothing_is_written(example, name):
    """A visitor, the owner of another group and even an owner of the example get a viewer's answers."""
    row = TABLE[name]
    url = reverse(name, kwargs=row.args(example))
    phones = [example.phone(role) for role in ("nobody", "stranger", "owner")]
    before = all_rows()
    for phone in phones:
        for method, data, allowed in (("get", None, row.get), ("post", row.data, row.post)):
            watching = allowed.split()[ROLES.index("viewer")]
            expected = NOBODY_IS_ANYBODY.get(name, watching) if allowed != NOT_SO else watching
            answer = getattr(phone, method)(url, data)
            assert answer.status_code == int(expected), (method, name)
            cache.clear()
    after = all_rows()
    assert after == before
