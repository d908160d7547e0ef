"""A round in dispute is marked, with a note, until the dispute is resolved."""

import re

import pytest
from django.core.management import call_command
from django.urls import reverse

from scorekeeper.exchange.copy import dump, load
from scorekeeper.nights.models import Entry, Match
from scorekeeper.people.models import Group
from tests.fixtures import words


def post(cast, name, entry, role="scorer", **data):
    return cast.phone(role).post(reverse(name, args=[cast.group.key, cast.match.key, entry.key]), data)


def page(cast, url, role="viewer") -> str:
    return words(cast.phone(role).get(url).text)


def test_it_is_on_the_pad_the_night_and_the_changes_until_it_is_resolved(cast):
    match, entry = cast.match, cast.entry
    pad, night = match.get_absolute_url(), match.night.get_absolute_url()
    changes = reverse("changes", args=[cast.group.key, match.key])
    totals = Match.objects.get(pk=match.pk).totals
    assert "in dispute" not in page(cast, f"{pad}?open={entry.number}"), "from now on, the page is in the cache"
    answer = post(cast, "dispute", entry, note="  Ben led\nout of turn ")
    assert answer["Location"] == f"{pad}?open={entry.number}#r{entry.number}"
    shown = cast.phone("viewer").get(f"{pad}?open={entry.number}").text
    opened = words(shown)
    assert opened.count("in dispute") == 1
    label = re.search(r'aria-controls="why1".*?aria-label="([^"]*)"', shown, re.DOTALL)[1]
    assert " ".join(label.split()) == "Manual adjustment: why? (in dispute)", "a screen reader reads only the label"
    assert opened.count("Ben led out of turn") == 2, "above the rounds, and at the round"
    assert "in dispute" in page(cast, pad)
    assert "One round is in dispute." in page(cast, night)
    folded = re.search(r"<summary>.*?</summary>", cast.phone("viewer").get(night).text, re.DOTALL)[0]
    assert "not finished, in dispute" in words(folded).replace(" ,", ","), "also while the game is folded"
    assert "put in dispute" in page(cast, changes)
    assert "Ben led out of turn" in page(cast, changes)
    assert Match.objects.get(pk=match.pk).totals == totals, "the round still counts"
    assert "Settled" not in opened, "a viewer cannot settle a dispute"
    post(cast, "resolve", entry)
    for where in (pad, f"{pad}?open={entry.number}", night):
        assert "in dispute" not in cast.phone("viewer").get(where).text
    assert "resolved the dispute" in page(cast, changes)
    call_command("rescore", "--check", verbosity=0)


ENTRIES = {
    "change": ({"kind": "seats", "players": ["Dirk", "Emil", "Carla"], "replaced": {"Emil": "Ben"}}, "Emil takes over"),
    "limit": ({"kind": "last_rounds", "rounds": 3}, "3 more rounds, then whoever is ahead wins."),
}


@pytest.mark.parametrize("which", ENTRIES)
def test_what_is_no_round_is_called_by_what_it_is_in_dispute_and_when_removed(cast, which):
    record, said = ENTRIES[which]
    match = cast.start("beutelschneider", ["Ben", "Carla", "Dirk"])
    entry = match.enter(record, 0, "Sam")
    pad = match.get_absolute_url()
    match.dispute(entry, "Ben says no", "Sam")
    assert "An entry is in dispute: Ben says no" in page(cast, pad)
    match.remove(entry, "Sam")
    shown = page(cast, pad)
    assert f"1 removed entry {said}" in shown
    assert "removed round" not in shown
    record = {"kind": "counted", "gold": {"Dirk": 80}}
    match.remove(Match.objects.get(pk=match.pk).enter(record, 1, "Sam"), "Sam")
    assert "2 removed entries Ben 0" in page(cast, pad)
    match.close("Sam")
    assert said in page(cast, pad), "also when the game is over"


def test_another_note_takes_its_place_and_undo_takes_each_back(cast):
    post(cast, "dispute", cast.entry, note="Ben led")
    post(cast, "dispute", cast.entry, note="")
    assert Entry.objects.get(pk=cast.entry.pk).dispute == ""
    for before in ("Ben led", None):
        cast.phone("scorer").post(reverse("undo", args=[cast.group.key, cast.match.key]))
        assert Entry.objects.get(pk=cast.entry.pk).dispute == before


def test_a_round_that_is_corrected_stays_in_dispute_and_one_that_is_removed_is_not_counted(cast):
    match = Match.objects.get(pk=cast.match.pk)
    post(cast, "dispute", cast.entry, note="Ben led")
    match.refresh_from_db()
    match.refresh()
    match.correct(match.active[0], {"kind": "adjustment", "points": {"Ben": 1}}, 1, "Sam")
    assert match.active[0].dispute == "Ben led"
    match.remove(match.active[0], "Sam")
    assert "in dispute" not in page(cast, match.get_absolute_url())


def test_too_long_a_note_is_told_and_kept(cast):
    note = "no " * 150
    answer = post(cast, "dispute", cast.entry, note=note)
    assert answer.status_code == 422
    assert f'value="{note}"' in answer.text
    assert Entry.objects.get(pk=cast.entry.pk).dispute is None


@pytest.mark.sqlite
def test_a_phone_takes_it_along(cast):
    post(cast, "dispute", cast.entry, note="Ben led")
    group = Group.objects.get(pk=cast.group.pk)
    group.role = 30
    document = dump(group)
    Entry.objects.update(dispute=None)
    load(group, document)
    assert Entry.objects.get(key=cast.entry.key).dispute == "Ben led"


def test_a_note_that_somebody_else_has_made_meanwhile_is_shown_before_it_is_replaced(cast):
    url = reverse("dispute", args=[cast.group.key, cast.match.key, cast.entry.key])
    shown = cast.phone("scorer").get(url)
    assert 'name="was" value=""' in shown.text
    assert post(cast, "dispute", cast.entry, "owner", note="Ben had 12", was="").status_code == 302
    answer = post(cast, "dispute", cast.entry, note="Anna had 3", was="")
    assert answer.status_code == 409
    assert "Alice was faster" in words(answer)
    assert "In dispute: Ben had 12" in words(answer)
    assert 'value="Anna had 3"' in answer.text
    assert 'name="was" value="Ben had 12"' in answer.text
    assert Entry.objects.get(pk=cast.entry.pk).dispute == "Ben had 12"
    assert post(cast, "dispute", cast.entry, note="Anna had 3", was="Ben had 12").status_code == 302
    assert Entry.objects.get(pk=cast.entry.pk).dispute == "Anna had 3"
    assert post(cast, "dispute", cast.entry, "owner", note="Anna had 3", was="").status_code == 302, "they agree"
    post(cast, "resolve", cast.entry, "owner")
    answer = post(cast, "dispute", cast.entry, note="Anna had 4", was="Anna had 3")
    assert answer.status_code == 409
    assert "It’s settled." in words(answer)
    too_long = post(cast, "dispute", cast.entry, note="x" * 301, was="Ben had 12")
    assert 'name="was" value="Ben had 12"' in too_long.text, "not yet shown"


def test_what_was_removed_is_not_put_in_dispute_as_if_it_counted(cast):
    url = reverse("dispute", args=[cast.group.key, cast.match.key, cast.entry.key])
    Match.objects.get(pk=cast.match.pk).remove(cast.entry, "Carla")
    answer = cast.phone("scorer").get(url, follow=True)
    assert "Carla removed this: Manual adjustment." in words(answer)
    assert "It counts on" not in words(answer)
    answer = cast.phone("scorer").post(url, {"note": "Ben had 12", "was": "", "key": "of-the-page"}, follow=True)
    assert "Carla removed this: Manual adjustment." in words(answer)
    post(cast, "restore", cast.entry)
    assert Entry.objects.get(pk=cast.entry.pk).dispute == "Ben had 12", "what was typed is kept"


def test_who_undid_a_dispute_was_faster_than_another_note(cast):
    post(cast, "dispute", cast.entry, note="Ben had 12")
    cast.phone("owner").post(reverse("undo", args=[cast.group.key, cast.match.key]))
    answer = post(cast, "dispute", cast.entry, note="Ben had 13", was="Ben had 12")
    assert answer.status_code == 409
    assert "Alice was faster" in words(answer)
