"""Every step of a match is recorded, saved, and undone completely."""

from datetime import timedelta
from functools import cached_property

import pytest
from django.utils import timezone

from scorekeeper.nights.models import Change, Draft, Match, Refused, Stale

pytestmark = pytest.mark.sqlite

CALL = {"kind": "call", "caller": "Carla", "trump": "H", "partner": "Dirk", "points": 60}


def given(**points):
    return {"kind": "adjustment", "points": points}


Verb = Change.Verb
BEFORE = {
    Verb.RESTORED: lambda match: match.remove(match.active[0], "Sam"),
    Verb.REOPENED: lambda match: match.close("Sam"),
    Verb.COUNTED: lambda match: match.exclude_from_statistics("Sam"),
}
STEPS = {
    Verb.ADDED: lambda match: match.enter({**given(Carla=4, Dirk=-4), "note": "x" * 2000}, 1, "Sam", key="one-more"),
    Verb.CORRECTED: lambda match: match.correct(match.active[0], given(Carla=9), 1, "Sam"),
    Verb.REMOVED: lambda match: match.remove(match.active[0], "Sam"),
    Verb.RESTORED: lambda match: match.restore_entry(match.all_entries[0], "Sam"),
    Verb.CLOSED: lambda match: match.close("Sam"),
    Verb.REOPENED: lambda match: match.reopen("Sam"),
    Verb.OPTIONS: lambda match: match.change_options({"stake": 5}, "Sam"),
    Verb.FIRST_DEALER: lambda match: match.deal_first(1, "Sam"),
    Verb.DELETED: lambda match: match.soft_delete("Sam"),
    Verb.LEFT_OUT: lambda match: match.exclude_from_statistics("Sam"),
    Verb.COUNTED: lambda match: match.include_in_statistics("Sam"),
}


STATE = (
    "options", "first_dealer", "ended_early", "left_out", "deleted_at", "table",
    "house_rules", "totals", "finished", "winners", "tag",
)  # fmt: skip


def state(match):
    """Return the state of the match, after checking that the object and the database agree."""
    found = [
        {"entries": [(entry.key, entry.record, entry.derived) for entry in each.active]}
        | {name: getattr(each, name) for name in STATE}
        for each in (match, Match.objects.get(pk=match.pk))
    ]
    assert found[0] == found[1]
    assert not any(row.entry.derive(row.derived) for row in match.course.rows), "what is stored is what the rules give"
    return found[0]


def test_a_new_match_has_its_totals_and_no_unfinished_round_of_a_game_that_is_over_is_left(cast):
    running = cast.start("krimsutep", ("Ben", "Carla", "Dirk"))
    assert state(running)["totals"] == [0, 0, 0]
    for match in (running, Match.objects.get(pk=cast.match.pk)):
        match.draft.put({"start": {}}, 0, "Sam")
    match.close("Sam")
    Match.objects.update(started_at=timezone.now() - timedelta(hours=13))
    cast.start("krimsutep", ("Ben", "Carla", "Dirk"))
    assert [draft.match for draft in Draft.objects.all()] == [running]
    running.totals = []  # as after an import under house rules that were unknown then
    assert running.places == {0: 1, 1: 1, 2: 1}


@pytest.mark.parametrize("verb", Verb)
def test_a_step_is_written_down_and_taken_back(cast, verb):
    match = Match.objects.get(pk=cast.match.pk)
    BEFORE.get(verb, lambda match: None)(match)
    before = state(match)
    STEPS[verb](match)
    after = state(match)
    differs = {name for name in before if before[name] != after[name]}
    assert differs > {"tag"}
    assert match.last_step.verb == verb
    back = match.undo("Tom")
    assert (back.verb, back.by, back.undone_by) == (verb, "Sam", "Tom")
    assert {**state(match), "tag": ""} == {**before, "tag": ""}
    assert match.last_step != back


@pytest.mark.parametrize(
    ("field", "said", "record"),
    [
        ("points.Carla", "a whole number belongs", given(Carla="lots")),
        ("note", "Too long: at most 2000 characters", {**given(Carla=1), "note": "x" * 2001}),
    ],
)
def test_what_is_wrong_is_neither_entered_nor_put_in_a_place(cast, field, said, record):
    match = Match.objects.get(pk=cast.match.pk)
    before = state(match)
    for step in (
        lambda: match.enter(record, 1, "Sam", key="one-more"),
        lambda: match.enter_all([("one-more", record)], "Sam"),
        lambda: match.correct(match.active[0], record, 1, "Sam"),
    ):
        with pytest.raises(Refused) as refused:
            step()
        [problem] = refused.value.problems
        assert problem.field == field
        assert said in problem.message.text("en")
    with pytest.raises(Refused):
        match.change_options({"stake": "lots"}, "Sam")
    assert state(match) == before


def test_who_dealt_stays_with_a_corrected_round(cast):
    match = cast.start("rufmariasch", ("Ben", "Carla", "Dirk", "Emil"))
    bens, emils = {**CALL, "caller": "Ben"}, {**CALL, "caller": "Emil"}
    assert match.enter({**emils, "partner": "Ben", "dealer": "Dirk"}, 0, "Sam", key="before").record["dealer"] == "Dirk"
    match.undo("Sam")
    entry = match.enter(CALL, 1, "Sam")
    dealers = []
    for record in (
        {**CALL, "points": 90},
        {**bens, "dealer": "Emil"},
        bens,
        given(Ben=1, Emil=-1),
        CALL,
    ):
        match.correct(entry, record, entry.version, "Sam")
        dealers.append(entry.record.get("dealer"))
    assert dealers == ["Ben", "Emil", "Emil", None, None]


def test_who_waited_for_another_reads_what_that_one_left(cast, django_assert_num_queries):
    """If nothing has changed meanwhile, `lock` makes one query and keeps the cached properties."""
    cast.start("krimsutep", ("Ben", "Carla", "Dirk"))
    mine, other = (Match.objects.get(pk=cast.match.pk) for _ in range(2))
    remembered = {name for name, value in vars(Match).items() if isinstance(value, cached_property)}
    for name in remembered:
        getattr(mine, name)
    with django_assert_num_queries(1):
        mine.lock()
    other.enter(given(Carla=4), 1, "Tom")
    mine.lock()
    assert not remembered & set(vars(mine))
    assert state(mine) == state(Match.objects.get(pk=mine.pk))
    with pytest.raises(Stale):
        mine.enter(given(Carla=4), 1, "Tom")
    mine.enter(given(Dirk=1), 2, "Sam")
    for late in (other.touch, lambda: other.save_trick({"plays": [["Ben", "R1"]]}), other.forget_tricks):
        late()
        assert Match.objects.get(pk=mine.pk).totals == mine.totals, "none of these changes the totals"
