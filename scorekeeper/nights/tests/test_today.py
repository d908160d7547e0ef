"""Today's page with running, finished and empty games, and the night told in a paragraph."""

import datetime
import re

import pytest
from django.utils import timezone
from django.utils.translation import override

from scorekeeper.nights.models import Match, Night
from scorekeeper.nights.story import Evening, Story
from scorekeeper.people.models import Player
from tests.fixtures import flat, words


@pytest.fixture
def night(cast):
    """A night without games; the game of the cast is deleted."""
    Match.objects.all().delete()
    found = Night.tonight(cast.group)
    found.describe({"place": "at Ben’s", "note": ""})
    return found


def begun(night: Night, *rounds: dict[str, int], slug="krimsutep", close=False) -> Match:
    """Start a game, enter each of `rounds` as a manual adjustment, and end the game if `close`; return the match."""
    players = list(Player.objects.filter(group=night.group, name__in=("Ben", "Carla", "Dirk")))
    match = Match.start(night, slug, players, {}, 0)
    for number, points in enumerate(rounds):
        match.enter({"kind": "adjustment", "points": points}, number, "Sam")
        match.refresh()
    if close:
        match.close("Sam")
    return match


def sheets(cast) -> list[str]:
    """Return the text of each game that today's page shows as a sheet."""
    page = cast.phone("scorer").get(cast.group.get_absolute_url()).text.partition("<template")[0]
    found = re.findall(r'<article class="pad".*?</article>', page, re.DOTALL)
    return [words(each) for each in found]


def test_the_earlier_games_of_a_long_night_have_a_line_each(cast, night):
    over = begun(night, {"Ben": 7}, close=True)
    first = begun(night, {"Ben": 1})
    for _ in range(4):
        begun(night, {"Dirk": 2})
    page = cast.phone("scorer").get(cast.group.get_absolute_url()).text
    sheets, _details, earlier = page.partition("<details")
    assert sheets.count('class="whole"') == 4
    assert "2 earlier games" in earlier
    assert "not finished: 1" in earlier
    assert earlier.index(first.get_absolute_url()) < earlier.index(over.get_absolute_url())
    assert "Ben wins with 7" in earlier


def told(night: Night) -> str:
    return Evening([Story(match) for match in night.matches.order_by("pk")]).text


def test_a_night_is_told_in_a_paragraph(night):
    begun(night, {"Ben": 50, "Carla": 10}, close=True)
    begun(night, {"Carla": 20}, {"Ben": 21}, close=True)
    game = night.matches.first().title.text("en")
    assert told(night) == (f"Two games, all won by Ben. The closest game was {game}: Ben won by 1.")
    begun(night, {"Carla": 20}, close=True)
    begun(night, {"Carla": 20}, close=True)
    assert told(night).startswith("Four games; Ben and Carla won two each.")
    Match.objects.filter(winners=[0]).update(left_out=True)
    assert told(night).startswith("Four games; Carla won two.")


@pytest.mark.parametrize(
    ("games", "said", "gesagt"),
    [
        (["Ben Carla", "Carla Dirk"], "Two games, all won by Carla.", "Zwei Spiele, alle gewinnt Carla."),
        (
            ["Ben Carla"] * 3,
            "Three games, all won by Ben and Carla together.",
            "Drei Spiele, alle gewinnen Ben und Carla gemeinsam.",
        ),
        (["Ben", "Ben Dirk", "Carla"], "Three games; Ben won two.", "Drei Spiele; Ben gewinnt zwei."),
        (
            ["Ben Carla", "Ben Carla", "Dirk"],
            "Three games; Ben and Carla won two each.",
            "Drei Spiele; Ben und Carla gewinnen je zwei.",
        ),
    ],
)
def test_whoever_won_most_is_named(night, games, said, gesagt):
    for winners in games:
        begun(night, dict.fromkeys(winners.split(), 7), close=True)
    assert told(night).startswith(said)
    with override("de"):
        assert told(night).startswith(gesagt)


def test_those_who_were_ahead_before_the_turn_are_told_together(night):
    turned = begun(night, slug="other-game")
    for number, points in enumerate(({"Ben": 10, "Carla": 0, "Dirk": 10}, {"Ben": 0, "Carla": 11, "Dirk": 0})):
        turned.enter({"kind": "points", "points": points}, number, "Sam")
    turned.close("Sam")
    begun(night, {"Carla": 20}, close=True)
    begun(night, {"Carla": 20}, close=True)
    assert told(night).startswith("Three games, all won by Carla.")
    assert told(night).endswith("Until round 2, Ben and Dirk were ahead.")


def test_nothing_private_is_in_the_preview(cast):
    page = flat(cast.phone("scorer").get(cast.group.get_absolute_url()))
    told = re.findall(r'<meta (?:name|property)="(?:description|og:[a-z_]+)" content="([^"]*)"', page)
    assert len(told) == 6
    assert not [each for each in told if cast.group.name in each or cast.group.key in each or "Ben" in each]


DAY = datetime.timedelta(days=1)
# How far the clock of the host was wrong when the game began.


def test_a_game_that_began_in_what_is_the_future_now_is_there_before_its_first_round(cast, night):
    match = begun(night)
    Match.objects.update(started_at=timezone.now() + DAY)
    Night.objects.update(started_at=timezone.now() + DAY)
    assert cast.phone("scorer").get(cast.group.get_absolute_url()).context["running"]["match"] == match


@pytest.mark.parametrize(
    "why", ["long ago", "over", "deleted", "from a file", "another group's", "another round corrected"]
)
def test_what_nobody_plays_just_now_is_not_there(cast, night, why):
    match = begun(night, {"Ben": 5}, close=why == "over")
    at = timezone.now() + 3 * DAY if why == "from a file" else timezone.now() - 3 * DAY
    Match.objects.update(started_at=at, file_id="from-a-file" if why == "from a file" else "")
    Night.objects.update(started_at=at)
    if why in ("long ago", "from a file", "another round corrected"):
        match.changes.update(at=timezone.now() - 2 * DAY)
    if why == "deleted":
        match.soft_delete("Sam")
    if why == "another group's":
        Night.objects.update(group=cast.other)
    if why == "another round corrected":
        match = Match.objects.get()
        match.correct(match.entries.get(), {"kind": "adjustment", "points": {"Ben": 6}}, 1, "Sam")
    page = cast.phone("scorer").get(cast.group.get_absolute_url())
    assert page.context["running"] is None
    assert "Nothing played yet" in page.text
