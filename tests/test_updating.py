"""What an update does once with what was there before it."""

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scorekeeper.history.models import Ladder, Result, Tally
from scorekeeper.nights.models import Match, Night
from scorekeeper.server.upgrade import bring_up_to_date

pytestmark = pytest.mark.django_db


@pytest.fixture
def older(cast):
    """A group whose games were played before statistics were kept."""
    players = list(cast.group.players.all())
    for number in range(3):
        match = Match.start(Night.objects.create(group=cast.group), "krimsutep", players, {"stake": 5}, 0, "Sam")
        match.enter({"kind": "adjustment", "points": {"Ben": number}}, "the-first-entry", 0, "Sam")
        match.refresh()
        match.close("Sam")
    for kept in (Result, Tally, Ladder):
        kept.objects.all().delete()
    return cast


def test_games_of_before_are_in_the_statistics(older, capsys):
    page = reverse("player", args=[older.group.key, older.player.pk])
    assert "krimsutep" not in older.phone("viewer").get(page).text.lower()
    bring_up_to_date()
    assert "krimsutep" in older.phone("viewer").get(page).text.lower()
    call_command("rescore", check=True)
    assert "4 games checked, 0 wrong" in capsys.readouterr().out


def test_the_next_start_does_nothing_more(older):
    bring_up_to_date()
    with CaptureQueriesContext(connection) as asked:
        bring_up_to_date()
    assert not [query for query in asked if query["sql"].startswith(("INSERT", "UPDATE", "DELETE"))]


def test_a_game_that_nobody_knows_any_more_stops_nothing(older, capsys):
    gone = Match.objects.filter(finished=True).first()
    Match.objects.filter(pk=gone.pk).update(game_slug="a-game-of-before")
    bring_up_to_date()
    assert Result.objects.count() == 6
    with pytest.raises(SystemExit):
        call_command("rescore", check=True)
    assert "a-game-of-before is no game here" in capsys.readouterr().out
    call_command("rescore", fix=True)
