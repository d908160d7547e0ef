"""Two phones change the place, note or day of a night at once.

Neither overwrites the other's text without having seen it.
"""

import re
from contextlib import contextmanager

import pytest
from django.urls import reverse
from django.utils import timezone

from scorekeeper.nights.models import Night
from scorekeeper.nights.views import past
from tests.fixtures import words

pytestmark = pytest.mark.django_db


@pytest.fixture
def where(cast) -> str:
    return reverse("night_edit", args=[cast.group.key, cast.match.night.key])


def shown(cast, where: str, role: str = "scorer") -> dict[str, str]:
    """Return what the form sends if nothing is changed in it."""
    page = cast.phone(role).get(where).text
    return {"place": "", "note": "", "seen": re.search(r'name="seen" value="([^"]*)"', page)[1]}


def night(cast) -> Night:
    return Night.objects.get(pk=cast.match.night.pk)


def test_a_note_that_another_phone_has_written_meanwhile_is_not_replaced_unseen(cast, where) -> None:
    mine = shown(cast, where) | {"note": "It rained"}
    cast.phone("owner").post(where, shown(cast, where, "owner") | {"note": "Cake by Ben", "place": "Garden"})
    answer = cast.phone("scorer").post(where, mine)
    assert answer.status_code == 409
    for text in ("Someone else was faster", "Cake by Ben", "Garden", "It rained", "Saving replaces theirs."):
        assert text in words(answer)
    assert night(cast).note == "Cake by Ben"
    again = {**mine, "seen": re.search(r'name="seen" value="([^"]*)"', answer.text)[1]}
    assert cast.phone("scorer").post(where, again).status_code == 302
    assert night(cast).note == "It rained"


def test_a_night_that_is_deleted_while_its_note_is_saved_says_so(cast, where, monkeypatch) -> None:
    mine, begin = shown(cast, where) | {"note": "It rained"}, past.write_transaction

    @contextmanager
    def delete_first(group):
        Night.objects.update(deleted_at=timezone.now())
        with begin(group):
            yield

    monkeypatch.setattr(past, "write_transaction", delete_first)
    assert cast.phone("scorer").post(where, mine).status_code == 410


def test_the_same_note_from_two_phones_is_saved(cast, where) -> None:
    sent = {role: shown(cast, where, role) | {"note": "It rained"} for role in ("owner", "scorer")}
    for role, mine in sent.items():
        assert cast.phone(role).post(where, mine).status_code == 302


def test_a_night_that_was_moved_meanwhile_is_not_moved_back(cast, where) -> None:
    owner, today = cast.phone("owner"), night(cast).day
    mine = shown(cast, where, "owner") | {"day": today.isoformat(), "note": "It rained"}
    moved = shown(cast, where, "owner") | {"day": today.replace(year=today.year - 1).isoformat()}
    assert owner.post(where, moved).status_code == 302
    answer = owner.post(where, mine)
    assert answer.status_code == 409
    assert night(cast).day.year == today.year - 1
