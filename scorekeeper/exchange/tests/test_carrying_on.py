"""Score files that hold more, less, or something else of a game that is here already."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scorekeeper.exchange.models import Conflict
from scorekeeper.exchange.tests.test_exchange import a_game, empty, file_of, import_file
from scorekeeper.nights.models import Match

__all__ = ["empty"]


def rounds(*points: int) -> list[dict]:
    return [{"kind": "adjustment", "points": {"Anna": each}} for each in points]


def ours(group) -> Match:
    return Match.objects.not_deleted().select_related("night__group").get(night__group=group)


def points(group) -> list[int]:
    return [entry.record["points"]["Anna"] for entry in ours(group).active]


@pytest.fixture
def played(empty):
    """A game of two rounds that a file brought."""
    group, phone = empty

    def bring(*points: int, **more):
        return import_file(phone, group, file_of(a_game(id="ours", rounds=rounds(*points), **more)))

    bring(1, 2)
    return group, phone, bring


def test_a_file_that_goes_on_carries_the_game_on(played):
    group, _phone, bring = played
    assert bring(1, 2, 3, 4, ended="early").status_code == 200
    assert points(group) == [1, 2, 3, 4]
    assert {entry.last_hand for entry in ours(group).active} == {"Olga"}
    assert ours(group).finished
    again = ours(group).steps
    bring(1, 2, 3, 4, ended="early")
    assert ours(group).steps == again


def test_a_game_is_carried_on_at_once_however_much_is_new(played):
    """A save waits for it."""
    group, _phone, bring = played
    bring(1, 2, 3)
    asked = []
    for more in ([3, -3], [3, -3, *[1, -1] * 20]):
        with CaptureQueriesContext(connection) as queries:
            bring(1, 2, *more)
        assert points(group) == [1, 2, *more]
        asked.append(len(queries))
    assert asked[1] <= asked[0]


def test_an_older_file_changes_nothing(played):
    group, _phone, bring = played
    match = ours(group)
    match.correct(match.active[0], rounds(7)[0], 1, "Sam")
    for older in ([1], [1, 2], [7]):
        bring(*older)
        assert points(group) == [7, 2]
    assert not Conflict.objects.exists()


def test_what_was_taken_out_does_not_come_back(played):
    group, _phone, bring = played
    bring(1, 2, 3)
    ours(group).undo("Sam")
    bring(1, 2, 3)
    assert points(group) == [1, 2]


@pytest.mark.parametrize(
    ("choice", "there"), [("ours", [1, 2, 5]), ("theirs", [1, 2, 8, 9]), ("both", [1, 2, 5, 8, 9])]
)
def test_where_both_went_on_people_choose_once(played, choice, there):
    group, phone, bring = played
    match = ours(group)
    match.enter(rounds(5)[0], "round-of-ours", 2, "Sam")
    page = bring(1, 2, 8, 9)
    conflict = Conflict.objects.open().get()
    assert conflict.get_absolute_url() in page.content.decode()
    assert points(group) == [1, 2, 5]
    assert phone.get(conflict.get_absolute_url()).status_code == 200
    assert phone.post(conflict.get_absolute_url(), {"choice": choice}).status_code == 302
    assert points(group) == there
    bring(1, 2, 8, 9)
    assert not Conflict.objects.open().exists()
    assert points(group) == there


def test_other_house_rules_are_chosen_too(played):
    group, phone, bring = played
    bring(1, 2, options={"target": 50})
    assert ours(group).options == {}
    assert phone.post(Conflict.objects.open().get().get_absolute_url(), {"choice": "theirs"}).status_code == 302
    assert ours(group).options == {"target": 50}
