"""If a change keeps later rounds from counting, the pages say so before it is saved and after."""

import json
from random import Random

import pytest
from django.core.management import call_command
from django.urls import reverse

from games.registry import all_games
from scorekeeper.nights.models import Match
from tests.fixtures import as_shown, words
from tests.play import group

pytestmark = pytest.mark.django_db
DROPPED = "Rounds 3 and 4 no longer count. Totals: Anna 30 → 55, Ben 31 → 10."


@pytest.fixture
def match(cast) -> Match:
    """A game to 50 with the rounds 10:5, 10:5, 10:9 and 0:12.

    If round 2 is corrected to 45:5, the game ends with round 2.
    """
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
    """Ida joins and plays a round. If the change that let her join is removed, the round no longer counts."""
    match = cast.start("other-game", ["Anna", "Ben"])
    match.enter({"kind": "seats", "players": ["Anna", "Ben", "Ida"]}, 0, "Sam")
    match = Match.objects.get(pk=match.pk)
    match.enter({"kind": "points", "points": {"Anna": 1, "Ben": 2, "Ida": 3}}, 1, "Sam")
    where, phone = [cast.group.key, match.key], cast.phone("scorer")
    told = "Round 1 no longer counts. Totals: Anna 1 → 0, Ben 2 → 0"
    key = match.entries.get(number=1).key
    assert told in words(phone.get(reverse("correct", args=[*where, key]), follow=True).text)
    assert told in words(phone.post(reverse("remove", args=[*where, key]), follow=True).text)


# Other changes after which rounds no longer count


def counting(match: Match) -> list[bool]:
    return [row.score is not None for row in Match.objects.get(pk=match.pk).course.rows]


def test_undo_asks_before_other_rounds_are_lost(cast, match) -> None:
    """The last step is a correction that let two more rounds count. If it is undone, they come after the end."""
    correct(cast, match, 45, asked=DROPPED)
    assert "Rounds 3 and 4 count again. Totals: Anna 55 → 30" in words(correct(cast, match, 10).text)
    undo, phone = reverse("undo", args=[cast.group.key, match.key]), cast.phone("scorer")
    step = {"step": Match.objects.get(pk=match.pk).last_step.key}
    asked = phone.post(undo, step)
    assert asked.status_code == 422
    assert DROPPED in words(asked.text)
    assert f'name="step" value="{step["step"]}"' in asked.text
    assert counting(match) == [True] * 4, "nothing has changed yet"
    done = phone.post(undo, {**step, "sure": "yes"}, follow=True)
    assert DROPPED in words(done.text)
    assert counting(match) == [True, True, False, False]
    phone.post(undo, follow=True)  # no round is lost, so nothing is asked
    assert counting(match) == [True] * 4


def test_restoring_asks_before_other_rounds_are_lost(cast, match) -> None:
    phone, where = cast.phone("scorer"), [cast.group.key, match.key]
    correct(cast, match, 45, asked=DROPPED)
    entry = match.entries.get(number=2)
    told = phone.post(reverse("remove", args=[*where, entry.key]), follow=True)
    assert "Rounds 2 and 3 count again." in words(told.text)
    restore = reverse("restore", args=[*where, entry.key])
    asked = phone.post(restore)
    assert (asked.status_code, counting(match)) == (422, [True] * 3)
    assert "Rounds 2 and 3 no longer count." in words(asked.text)
    assert "no longer count." in words(phone.post(restore, {"sure": "yes"}, follow=True).text)
    assert counting(match) == [True, True, False, False]
    assert phone.post(restore).status_code == 302, "restored already"


def test_other_house_rules_say_it_before_and_after_and_so_does_their_undo(cast, match) -> None:
    phone, options = cast.phone("scorer"), reverse("options", args=[cast.group.key, match.key])
    form = {"target": "25", "winner": "most", "stake": "0", "currency": "EUR"}
    form |= {"name": "", **as_shown(phone.get(options))}
    told = "Round 4 no longer counts. Totals: Ben 31 → 19."
    assert "This ends the game after round 3: Anna wins. Round 4 no longer counts." in words(
        phone.post(options, form).text
    )
    assert told in words(phone.post(options, {**form, "sure": "yes"}, follow=True).text)
    undone = phone.post(reverse("undo", args=[cast.group.key, match.key]), follow=True)
    assert "Round 4 counts again. Totals: Ben 19 → 31." in words(undone.text)
    assert counting(match) == [True] * 4


# Entries other than rounds


# Krimsutep: a corrected round builds on the space on which a later round builds


@pytest.fixture
def built(cast) -> tuple[Match, list]:
    """Return a game of three rounds in which players build, and for each round its records (`Round.noted`)."""
    them = group(all_games()["krimsutep"], 3, Random(3))
    rounds = [them.after(number).round(them.players[number]).noted for number in range(3)]
    match = cast.start("krimsutep", them.players, **them.options)
    for each in rounds:
        match = Match.objects.get(pk=match.pk)
        match.enter(each["tricks"] if each is rounds[0] else each["won"], match.last_number, "Sam")
    return Match.objects.get(pk=match.pk), rounds


LOST = "Round 2 no longer counts. Totals: Anna 8 → 5, Ben 7 → 6, Carla 10 → 5."


def test_a_building_on_the_place_of_a_later_one_throws_that_round_out(cast, built) -> None:
    match, rounds = built
    entry, phone, where = match.all_entries[0], cast.phone("scorer"), [cast.group.key, match.key]
    match.correct(entry, rounds[0]["won"], entry.version, "Sam")
    record = json.loads(json.dumps(rounds[0]["won"]))
    record["buildings"][0][1] = rounds[1]["won"]["buildings"][1][1]
    match = Match.objects.get(pk=match.pk)
    entry = match.all_entries[0]
    screen = next(each for each in match.game.screens(match.table) if each.shows(record))
    form = {"screen": screen.code, "entry": 1, "seen": entry.version, **screen.fields(record, match.table)}
    shown = words(phone.post(reverse("preview", args=where), form).text)
    assert LOST in shown
    assert "All points as before" in shown
    url = reverse("correct", args=[*where, entry.key])
    asked = phone.post(url, form)
    assert asked.status_code == 422
    assert LOST in words(asked.text)
    done = words(phone.post(url, {**form, "asked": LOST}, follow=True).text)
    assert f"Round 1 corrected. {LOST}" in done
    assert counting(match) == [True, False, True]
    call_command("rescore", "--check", verbosity=0)


# A trick is corrected so that the game ends earlier
