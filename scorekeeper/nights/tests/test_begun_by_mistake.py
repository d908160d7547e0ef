"""Games that were begun by mistake: ended with nothing played, or deleted."""

import datetime

import pytest
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from scorekeeper.money.models import LedgerRow
from scorekeeper.nights.models import Entry, Match, Night

pytestmark = pytest.mark.django_db


@pytest.fixture
def sam(cast):
    return cast.phone("scorer")


@pytest.fixture
def empty(cast, sam):
    """A second game of the night, started by "Play again", in which nothing was played."""
    cast.match.close("Sam")
    sam.post(reverse("again", args=[cast.group.key]))
    return Match.objects.exclude(pk=cast.match.pk).get()


def at(name, match, *more):
    return reverse(name, args=[match.night.group.key, match.key, *more])


@pytest.fixture
def played(cast, sam, empty):
    """An ended game for money with one round. No other game is called Tichu. The empty game is deleted."""
    empty.soft_delete("Sam")
    players = list(cast.group.players.all())
    options = {"name": "Tichu", "stake": 10}
    match = Match.start(Night.tonight(cast.group), "other-game", players, options, 0)
    match.enter({"kind": "points", "points": {"Ben": 7, "Carla": 0, "Dirk": 0}}, 0, "Sam", key="a-round")
    match.close("Sam")
    return match


def pages(cast, match):
    """Return the texts of pages and files that list games or depend on them, by name."""
    key = cast.group.key
    named = [(name, [key]) for name in ("group", "nights", "boards", "money", "play", "score_file", "spreadsheet")]
    of_night = [(name, [key, match.night.key]) for name in ("night", "night_money", "night_score_file")]
    of_ben = [(name, [key, cast.player.key]) for name in ("player", "money_why")]
    phone = cast.phone("owner")
    return {name: phone.get(reverse(name, args=args)).getvalue().decode() for name, args in named + of_night + of_ben}


def test_a_deleted_game_is_gone_from_every_page_and_comes_back_unharmed(cast, sam, played):
    before = pages(cast, played)
    assert all("Tichu" in text for name, text in before.items() if name not in ("play", "money", "night_money"))
    assert "1.40" in before["night_money"]
    balances = LedgerRow.objects.balances()
    asked = sam.get(at("match_delete", played))
    assert "Delete this game?" in asked.text
    assert sam.post(at("match_delete", played)).status_code == 200  # the page asks again, and nothing is deleted
    assert sam.get(at("table", played)).status_code == 200

    answer = sam.post(at("match_delete", played), {"sure": "yes"}, follow=True)
    assert "You can restore it for 30 days" in answer.text
    assert at("match_restore", played) in answer.text
    assert "Tichu" not in answer.context["text"]
    after = pages(cast, played)
    # The night's page offers to restore the game.
    assert [name for name, text in after.items() if "Tichu" in text] == ["night"]
    assert LedgerRow.objects.balances() == {}
    for name in ("table", "display", "enter", "changes", "options", "match_rules", "game_file"):
        assert sam.get(at(name, played)).status_code == 410
    assert not cast.group.nights.matching(game=played.game_key).exists()
    assert at("match_restore", played) not in cast.phone("viewer").get(played.night.get_absolute_url()).text
    call_command("rescore", "--check")

    assert sam.post(at("match_restore", played))["Location"] == played.get_absolute_url()
    assert LedgerRow.objects.balances() == balances
    assert {name: "Tichu" in text for name, text in pages(cast, played).items()} == {
        name: "Tichu" in text for name, text in before.items()
    }
    steps = sam.get(at("changes", played)).text
    assert "deleted the game" in steps
    sam.post(at("undo", played), follow=True)  # undoes the step before the deletion, not the restoring
    assert not Match.objects.get(pk=played.pk).finished
    call_command("rescore", "--check")


def test_after_thirty_days_a_deleted_game_is_gone_for_good(cast, sam, played):
    sam.post(at("match_delete", played), {"sure": "yes"})
    night = Night.objects.create(group=cast.other)
    elsewhere = Match.start(night, "krimsutep", [seat.player for seat in played.seated][:3], {}, 0)
    played.refresh_from_db()
    assert played.kept_until == played.deleted_at + datetime.timedelta(days=30)
    long_ago = timezone.now() - datetime.timedelta(days=31)
    Match.objects.filter(pk__in=[played.pk, elsewhere.pk]).update(deleted_at=long_ago)
    assert at("match_restore", played) not in sam.get(played.night.get_absolute_url()).text
    assert sam.post(at("match_restore", played)).status_code == 404
    sam.post(at("match_delete", cast.match), {"sure": "yes"})
    assert not Entry.objects.filter(key="a-round").exists()
    kept = {played, cast.match, elsewhere} & {*Match.objects.all()}
    assert kept == {cast.match, elsewhere}, "old games go at the next deletion in their own group"
