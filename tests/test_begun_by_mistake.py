"""Games that were begun by mistake: stopped with nothing played, or deleted."""

import pytest
from django.core.management import call_command
from django.urls import reverse

from scorekeeper.history.models import Ladder, Result, Tally
from scorekeeper.history.projection import History
from scorekeeper.nights.models import Match

pytestmark = pytest.mark.django_db


@pytest.fixture
def sam(cast):
    return cast.phone("scorer")


@pytest.fixture
def empty(cast, sam):
    """A second game of this night, begun in one tap, in which nothing was played."""
    cast.match.close("Sam")
    sam.post(reverse("again", args=[cast.group.key]))
    return Match.objects.exclude(pk=cast.match.pk).get()


def at(name, match, *more):
    return reverse(name, args=[match.night.group.key, match.key, *more])


def test_a_game_stopped_with_nothing_played_is_no_result(cast, sam, empty):
    said = "Stopped before anything was played: nobody wins."
    sam.post(at("close", empty))
    empty.refresh_from_db()
    assert (empty.finished, empty.winners) == (True, [])
    for page in (at("table", empty), at("display", empty), at("print", empty), reverse("group", args=[cast.group.key])):
        assert said in sam.get(page).text
    assert not Result.objects.filter(match=empty).exists()
    night = sam.get(empty.night.get_absolute_url())
    assert said in night.text
    assert night.context["text"].count("Beutelschneider") == 1
    call_command("rescore", "--check")


def test_results_of_nobody_go_with_the_next_version(cast, sam, empty):
    """As an earlier version left them: everybody has won, and it counts."""
    players = [seat.player for seat in empty.seated]
    empty.enter({"kind": "adjustment", "points": {"Ben": 1}}, "a-second-entry", 0, "Sam")
    empty.close("Sam")
    empty.entries.all().delete()
    Match.objects.filter(pk=empty.pk).update(winners=[], totals=[0, 0, 0])
    assert Tally.objects.get(player=players[0], game_slug="", period=0).kept["games"] == 2
    History().catch_up()
    assert Tally.objects.get(player=players[0], game_slug="", period=0).kept["games"] == 1
    assert Ladder.objects.get(game_slug="beutelschneider").stale_from is None
    call_command("rescore", "--check")
