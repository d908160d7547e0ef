"""A group's own sheet that another phone deletes while its forms are open."""

import json
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from scorekeeper.exchange import copy
from scorekeeper.nights.models import DeletedSheet, Match, OwnSheet
from scorekeeper.people.models import Role
from scorekeeper.server.management.commands.serve import Command
from tests.access_table import DESCRIBED, SHEET
from tests.fixtures import words

pytestmark = pytest.mark.django_db


@pytest.fixture
def deleted(cast) -> OwnSheet:
    """Store a sheet in the group, let its owner delete it, and return it."""
    sheet = OwnSheet.brought(cast.group, "suns", SHEET)
    where = reverse("delete_sheet", args=[cast.group.key, sheet.key])
    assert cast.phone("owner").post(where).status_code == 302
    return sheet


def test_whoever_starts_a_game_by_a_deleted_sheet_is_told_who_deleted_it(cast, deleted) -> None:
    phone, where = cast.phone("scorer"), reverse("play_sheet", args=[cast.group.key, deleted.key])
    before = Match.objects.count()
    for answer in (phone.get(where), phone.post(where, {"seat": ["Ben", "Carla"]})):
        assert answer.status_code == 404
        assert "Alice deleted this game" in words(answer)
        assert f'href="{reverse("play", args=[cast.group.key])}"' in answer.text
    assert Match.objects.count() == before


def test_what_was_typed_of_a_deleted_sheet_can_be_saved_as_a_new_one(cast, deleted) -> None:
    phone, where = cast.phone("scorer"), reverse("edit_described", args=[cast.group.key, deleted.key])
    answer = phone.post(where, {**DESCRIBED, "name": "Suns again"})
    assert answer.status_code == 409
    assert "Alice deleted this game" in words(answer)
    assert 'value="Suns again"' in answer.text
    assert f'action="{reverse("describe", args=[cast.group.key])}"' in answer.text


def test_whoever_deletes_it_too_is_told_who_was_faster(cast, deleted) -> None:
    where = reverse("delete_sheet", args=[cast.group.key, deleted.key])
    assert "Alice deleted this game" in words(cast.phone("owner").post(where, follow=True))


def test_a_sheet_that_a_copy_has_brought_back_can_be_deleted_again(cast) -> None:
    """A phone deletes the sheet in Pocket, drops the form instead of sending it, and takes the server's copy."""
    sheet, phone = OwnSheet.brought(cast.group, "suns", SHEET), cast.phone("owner")
    cast.group.role = Role.OWNER
    document, where = copy.dump(cast.group), reverse("delete_sheet", args=[cast.group.key, sheet.key])
    assert phone.post(where).status_code == 302
    copy.load(cast.group, json.loads(json.dumps(document)))
    assert OwnSheet.objects.filter(group=cast.group).exists()
    assert phone.post(where).status_code == 302
    assert "Alice deleted this game" in words(phone.post(where, follow=True))


def test_who_deleted_a_sheet_is_told_for_thirty_days(cast, deleted) -> None:
    phone, where = cast.phone("scorer"), reverse("play_sheet", args=[cast.group.key, deleted.key])
    for days, is_told in ((29, True), (31, False)):
        DeletedSheet.objects.update(at=timezone.now() - timedelta(days=days))
        answer = phone.get(where)
        assert (answer.status_code, "Alice" in words(answer)) == (404, is_told)


def test_who_deleted_a_sheet_is_deleted_after_thirty_days_when_the_server_starts(deleted) -> None:
    for days, is_kept in ((29, True), (31, False)):
        DeletedSheet.objects.update(at=timezone.now() - timedelta(days=days))
        Command().prepare_database(new_key=False)
        assert DeletedSheet.objects.exists() == is_kept


def test_a_deleted_sheet_of_another_group_is_no_more_found_than_one_that_never_was(cast, deleted) -> None:
    phone = cast.phone("stranger")
    for key in (deleted.key, "abcdefghjkmn"):
        answer = phone.get(reverse("play_sheet", args=[cast.other.key, key]))
        assert (answer.status_code, "deleted" in words(answer)) == (404, False)
    answer = phone.get(reverse("play_sheet", args=[cast.group.key, deleted.key]))
    assert (answer.status_code, "deleted" in words(answer)) == (404, False)
