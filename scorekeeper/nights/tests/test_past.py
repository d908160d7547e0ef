"""Past nights: the list of them, their pages, and how they are deleted and restored."""

import pytest
from django.urls import reverse


@pytest.fixture
def owner(cast):
    return cast.phone("owner")


def test_a_night_is_deleted_when_asked_twice_and_brought_back_by_the_owner(cast, owner):
    night = cast.match.night
    delete, restore = (reverse(name, args=[cast.group.key, night.key]) for name in ("night_delete", "night_restore"))
    nights = reverse("nights", args=[cast.group.key])
    assert "Delete this night?" in owner.get(delete).text
    assert owner.post(delete).status_code == 200
    assert owner.get(night.get_absolute_url()).status_code == 200
    assert owner.post(delete, {"sure": "yes"}).status_code == 302
    assert owner.get(night.get_absolute_url()).status_code == 410
    assert owner.get(nights).context["nights"] == []
    assert restore in owner.get(nights).text
    assert restore not in cast.phone("scorer").get(nights).text
    assert owner.post(restore).status_code == 302
    assert owner.get(night.get_absolute_url()).status_code == 200
