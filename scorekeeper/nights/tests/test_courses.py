"""What is remembered of matches is what playing them through gives, whatever was done to them."""

from contextlib import suppress
from random import Random

import pytest

from scorekeeper.nights.courses import Courses
from scorekeeper.nights.models import Match, Refused


def outcome(match):
    engine = match.course.engine
    rows = [
        (row.entry.pk, row.entry.record, row.number, row.points, row.totals, row.dealer) for row in match.course.rows
    ]
    return (
        rows,
        [entry.pk for entry in match.all_entries],
        engine.over,
        engine.next_dealer,
        engine.deals,
        engine.winners,
    )


def fresh(match) -> Match:
    return Match.objects.get(pk=match.pk)


def enter(match, random):
    points = {"Ben": random.randint(-5, 9), "Carla": random.randint(-5, 9)}
    match.enter({"kind": "adjustment", "points": points}, f"{random.random()}", match.last_number, "Sam")


def some(match, random, removed=False):
    return random.choice([entry for entry in match.all_entries if bool(entry.removed_at) is removed] or [None])


def correct(match, random):
    if entry := some(match, random):
        match.correct(entry, {"kind": "adjustment", "points": {"Dirk": random.randint(1, 5)}}, entry.version, "Sam")


def remove(match, random):
    if entry := some(match, random):
        match.remove(entry, "Sam")


def restore(match, random):
    if entry := some(match, random, removed=True):
        match.restore(entry, "Sam")


STEPS = [enter, enter, enter, correct, remove, restore, lambda match, random: match.undo("Sam"),
         lambda match, random: match.change_options({"target": random.choice([10, 50, 200])}, "Sam"),
         lambda match, random: match.close("Sam") or match.reopen("Sam"),
         lambda match, random: match.close("Sam")]  # fmt: skip


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.sqlite
def test_it_is_what_playing_it_through_gives(cast, seed):
    random, courses = Random(seed), Courses(most=(5, 1000)[seed % 2])
    for _ in range(25):
        with suppress(Refused):  # the game may be over
            random.choice(STEPS)(fresh(cast.match), random)
        recalled = fresh(cast.match)
        courses.recall(recalled)
        assert outcome(recalled) == outcome(fresh(cast.match))
        assert len(courses._steps) <= courses._most


def test_one_more_round_is_the_only_one_that_is_played_and_read(cast, monkeypatch, django_assert_num_queries):
    random, courses = Random(1), Courses()
    for _ in range(4):
        enter(fresh(cast.match), random)
    courses.recall(fresh(cast.match))
    enter(fresh(cast.match), random)
    played, row_of = [], Match.row_of
    monkeypatch.setattr(Match, "row_of", lambda *args: played.append(1) or row_of(*args))
    courses.recall(fresh(cast.match))
    assert len(played) == 1
    again = fresh(cast.match)
    with django_assert_num_queries(2):  # the seats, and the entries' versions
        courses.recall(again)
    assert len(played) == 1


def test_another_record_under_the_same_version_is_played_anew(cast):
    """As after a backup was brought back."""
    courses = Courses()
    courses.recall(fresh(cast.match))
    cast.match.entries.update(record={"kind": "adjustment", "points": {"Ben": 7}})
    again = fresh(cast.match)
    courses.recall(again)
    assert again.course.totals == [7, 0, 0]
