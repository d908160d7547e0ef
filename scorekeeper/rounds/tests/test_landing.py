"""When a round is saved, every phone that waits for other players' parts is redirected to the pad."""

import pytest
from django.urls import reverse

from scorekeeper.nights.models import Match

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture
def match(cast) -> Match:
    return cast.start("other-game", ["Anna", "Ben", "Carla"])


def give(cast, match: Match, seat: int, value: int):
    phone, where = cast.phone("scorer"), reverse("pile", args=[cast.group.key, match.key, seat])
    opened = phone.get(where).context
    part = {"screen": opened["screen"].code, "seen": opened["seen"], "last": opened["last_seen"]}
    return phone.post(where, {**part, f"points-{seat}": value})


def look(cast, match: Match, drawn: int):
    """Return the answer to a waiting phone whose page was drawn after the entry with this number."""
    where = reverse("piles", args=[cast.group.key, match.key])
    return cast.phone("viewer").get(where, {"last": drawn}, headers=HTMX)


def test_whoever_waits_is_led_to_the_pad_by_the_last_part(cast, match) -> None:
    for seat in (0, 1):
        give(cast, match, seat, 5)
    assert f"{reverse('piles', args=[cast.group.key, match.key])}?last=0" in look(cast, match, 0).text
    give(cast, match, 2, 5)
    assert look(cast, match, 0).headers["HX-Redirect"] == match.get_absolute_url()
    assert "HX-Redirect" not in look(cast, match, 1).headers  # this page was drawn after the round


def test_also_by_a_round_that_somebody_typed_for_all(cast, match) -> None:
    match.enter({"kind": "points", "points": {"Anna": 1, "Ben": 2, "Carla": 3}}, 0, "Sam")
    assert look(cast, match, 0).headers["HX-Redirect"] == match.get_absolute_url()
