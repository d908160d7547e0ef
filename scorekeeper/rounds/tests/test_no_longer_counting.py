"""What happens to later rounds is said, before it is saved and after."""

import pytest
from django.urls import reverse

from scorekeeper.nights.models import Match
from tests.fixtures import words

pytestmark = pytest.mark.django_db
DROPPED = "Rounds 3 and 4 no longer count. Totals: Anna 30 → 55, Ben 31 → 10."


@pytest.fixture
def match(cast) -> Match:
    """To 50: 10:5, 10:5, 10:9, 5:12; with 45:5 in the second it is over there."""
    match = cast.start("other-game", ["Anna", "Ben"], target=50)
    for seen, (anna, ben) in enumerate(((10, 5), (10, 5), (10, 9), (0, 12))):
        match = Match.objects.get(pk=match.pk)
        match.enter({"kind": "points", "points": {"Anna": anna, "Ben": ben}}, seen, "Sam")
    return Match.objects.get(pk=match.pk)


def correct(cast, match: Match, anna: int, **more):
    entry = match.entries.get(number=2)
    url = reverse("correct", args=[cast.group.key, match.key, entry.key])
    form = {"screen": "round", "seen": entry.version, "points-0": anna, "points-1": 5, **more}
    return cast.phone("scorer").post(url, form, follow=True)


def test_a_correction_that_throws_rounds_out_is_asked_and_told(cast, match) -> None:
    where = reverse("preview", args=[cast.group.key, match.key])
    form = {"screen": "round", "entry": 2, "points-0": 45, "points-1": 5}
    assert DROPPED in words(cast.phone("scorer").post(where, form).text)
    asked = correct(cast, match, 45)
    assert asked.status_code == 422
    assert DROPPED in words(asked.text)
    assert Match.objects.get(pk=match.pk).totals == [30, 31]
    done = correct(cast, match, 45, asked=DROPPED)
    assert DROPPED in words(done.text)
    assert "Round 2 corrected: Anna +10 → +45." in words(done.text)


def test_where_all_still_count_nothing_is_asked(cast, match) -> None:
    assert "no longer" not in words(correct(cast, match, 11).text)
    assert Match.objects.get(pk=match.pk).totals == [31, 31]


def test_rounds_thrown_out_by_removing_or_undoing_are_told(cast) -> None:
    """Who joins plays a round; without the change that let them join it counts no more."""
    match = cast.start("other-game", ["Anna", "Ben"])
    match.enter({"kind": "seats", "players": ["Anna", "Ben", "Ida"]}, 0, "Sam")
    match = Match.objects.get(pk=match.pk)
    match.enter({"kind": "points", "points": {"Anna": 1, "Ben": 2, "Ida": 3}}, 1, "Sam")
    where, phone = [cast.group.key, match.key], cast.phone("scorer")
    told = "Round 1 no longer counts. Totals: Anna 1 → 0, Ben 2 → 0"
    key = match.entries.get(number=1).key
    assert told in words(phone.get(reverse("correct", args=[*where, key])).text)
    assert told in words(phone.post(reverse("remove", args=[*where, key]), follow=True).text)


def test_exports_mark_rounds_that_do_not_count(cast, match) -> None:
    correct(cast, match, 45, asked=DROPPED)
    match = Match.objects.get(pk=match.pk)
    printed = words(cast.phone("scorer").get(f"{match.get_absolute_url()}print/").text)
    assert printed.count("Doesn’t count:") == 2
