"""Games whose house rules another version has saved, and this version cannot read."""

import pytest
from django.urls import reverse

from scorekeeper.nights.models import Change, Match
from tests.access_table import NOT_SO, TABLE


@pytest.fixture
def foreign(cast):
    """The game of the cast with unknown house rules; Ben has won it."""
    Match.objects.update(options={"of_another_version": 1}, finished=True, winners=[0])
    return Match.objects.get()


def test_it_is_deleted_and_comes_back_with_its_rules(cast, foreign):
    phone, where = cast.phone("scorer"), {"key": cast.group.key, "match_key": foreign.key}
    totals = Match.objects.get().totals
    assert phone.get(reverse("match_delete", kwargs=where)).status_code == 200
    assert phone.post(reverse("match_delete", kwargs=where), {"sure": "yes"}).status_code == 302
    assert phone.post(reverse("match_restore", kwargs=where)).status_code == 409
    deleted = Match.objects.get()
    assert deleted.deleted_at is not None
    assert deleted.totals == totals
    Match.objects.update(options={})
    phone.post(reverse("match_restore", kwargs=where))
    assert Match.objects.get().deleted_at is None


@pytest.mark.parametrize("step", [True, False])
def test_a_change_from_such_rules_is_not_undone(cast, foreign, step):
    """Another version made the change. If it were undone, this version could no longer read the house rules."""
    Match.objects.update(options={})
    match = Match.objects.get()
    change = Change.objects.create(match=match, verb=Change.Verb.OPTIONS, before=foreign.options, after={}, by="Sam")
    form = {"step": change.key} if step else {}
    where = reverse("undo", args=[cast.group.key, match.key])
    answer = cast.phone("scorer").post(where, {**form, "sure": "yes"}, follow=True)
    assert answer.redirect_chain == [(match.get_absolute_url(), 302)]
    change.refresh_from_db()
    assert (change.undone_at, Match.objects.get().options) == (None, {})


@pytest.fixture
def foreign_after_it(cast):
    """A game in play with unknown house rules. The same players finished another game earlier on the same night."""
    Match.objects.update(ended_early=True, finished=True, winners=[0])
    before = Match.objects.get()
    people = [seat.player for seat in before.seated]
    after = Match.start(before.night, before.game_slug, people, {}, 0)
    Match.objects.filter(pk=after.pk).update(options={"of_another_version": 1})
    return after


@pytest.mark.parametrize("name", [name for name, row in TABLE.items() if row.get != NOT_SO])
def test_other_pages_work_beside_such_a_game(cast, foreign_after_it, name):
    answer = cast.phone("owner").get(reverse(name, kwargs=TABLE[name].args(cast)))
    assert answer.status_code < 500


def test_play_again_beside_such_a_game(cast, foreign_after_it):
    answer = cast.phone("owner").post(reverse("again", args=[cast.group.key]), {"after": cast.match.key})
    assert answer.status_code < 500
