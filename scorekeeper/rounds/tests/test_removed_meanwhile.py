"""An entry is removed while its form is open: the pad says so, and offers to restore it."""

import pytest
from django.urls import reverse

from scorekeeper.nights.models import Match
from scorekeeper.rounds.tests.test_tricks import corrected
from tests.fixtures import words

pytestmark = pytest.mark.django_db
NOTHING = {"Carla": 0, "Dirk": 0}
ROUND = {"kind": "round", "bid": {"Ben": 1} | NOTHING, "tricks": {"Ben": 1} | NOTHING}


def entered(cast, record, slug="wizard", names=("Ben", "Carla", "Dirk"), **options):
    match = cast.start(slug, names, **options)
    match.enter(record, 0, "Anna")
    return match, match.entries.get()


def address(match, entry, name="correct"):
    return reverse(name, args=[match.night.group.key, match.key, entry.key])


def removed(match, entry, by="Ben"):
    """Remove the entry on another phone."""
    there = Match.objects.get(pk=match.pk)
    there.remove(there.entries.get(pk=entry.pk), by)


def test_a_correction_of_what_was_removed_is_refused_and_the_pad_offers_to_restore_it(cast):
    match, entry = entered(cast, ROUND)
    removed(match, entry)
    answer = cast.phone("scorer").post(address(match, entry), {"row-tricks-0": "0", "seen": 1}, follow=True)
    assert "Ben removed this: Round 1." in words(answer)
    assert Match.objects.get(pk=match.pk).entries.get().record == entry.record


def test_a_correction_in_tricks_keeps_what_was_written_down(cast):
    old, round_ = corrected(cast)
    last, place = round_.tricks[-1], len(round_.tricks)
    old.post("back/", seen=old.get("end/").context["seen"])
    assert old.add(last, place).status_code == 302
    removed(old.match, old.entry)
    for page in ("", "end/", "1/", "first/", "away/"):
        assert "Ben removed this: Round 1." in words(old.phone.get(old.url(page), follow=True)), page
    assert len(old.draft.tricks) == place
