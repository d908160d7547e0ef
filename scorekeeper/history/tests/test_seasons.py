"""Seasons: spans of days that a group names, and their leaderboards, ratings and money."""

import datetime
from contextlib import contextmanager
from itertools import pairwise

import pytest
from django.urls import reverse

from scorekeeper.history.models import Result, Season, results_with_keys, statistics_by_player
from scorekeeper.history.periods import Chosen
from scorekeeper.history.tests.test_history import night_on, play
from scorekeeper.history.views import seasons
from scorekeeper.nights.models import Match
from scorekeeper.people.models import Group
from scorekeeper.server.write_queue import write_transaction
from scorekeeper.web.formatting import minus
from tests.fixtures import flat, words

WON, LOST = (6, -2, -2, -2), (-6, 2, 2, 2)


def season(group: Group, first: str, last: str | None = None, name: str = "Spring") -> Season:
    days = [None if day is None else datetime.date.fromisoformat(day) for day in (first, last)]
    return Season.objects.create(group=group, name=name, first=days[0], last=days[1])


def code(found: Season) -> dict[str, str]:
    return {"in": f"season-{found.pk}"}


def boards(cast, role="viewer", **asked):
    return cast.phone(role).get(reverse("boards", args=[cast.group.key]), asked)


SPANS = [
    ("2026-01-05", "2026-01-20"),
    ("2026-01-01", "2026-01-20"),
    ("2026-01-01", "2026-01-31"),
    ("2026-01-06", "2026-04-03"),
    ("2025-12-01", "2026-03-01"),
    ("2025-12-31", "2026-02-28"),
    ("2026-02-10", None),
]


def test_it_is_the_sum_of_its_days(cast, four):
    """Whole months come from tallies, other days from results; the sum equals the statistics of all results.

    A game that is played after midnight belongs to the day on which its night began.
    """
    days = ("2025-12-01", "2025-12-31", "2026-01-05", "2026-01-20", "2026-02-28", "2026-03-01", "2026-04-03")
    for day in days:
        play(night_on(cast.group, f"{day}T00:00"), four, WON)
        late = night_on(cast.group, f"{day}T23:59")
        play(late, four, LOST)
        play(late, four, WON, hours=2)
    for first, last in SPANS:
        chosen = Chosen.read(code(season(cast.group, first, last)), cast.group)
        wanted = statistics_by_player(*results_with_keys(chosen.period.season_results))
        assert wanted
        assert chosen.period.statistics(cast.group) == wanted, (first, last)
        one = four[0].pk
        assert wanted[one, ""].games == 3 * sum(first <= day <= (last or day) for day in days)
        assert chosen.period.statistics(cast.group, one) == {key: each for key, each in wanted.items() if key[0] == one}


def test_boards_ratings_and_money_follow(cast, four):
    for day, points in (("2026-01-05", WON), ("2026-02-01", WON), ("2026-02-28", WON), ("2026-03-01", LOST)):
        play(night_on(cast.group, f"{day}T20:00"), four, points)
    Result.objects.filter(player=four[0]).update(money=100, currency="EUR")
    Group.objects.update(shows_money=True)
    found = season(cast.group, "2026-01-05", "2026-02-28", "Winter")
    page = boards(cast, **code(found), game="rufmariasch")
    rows = {row["player"]: row["statistics"] for row in page.context["table"]}
    assert (rows[four[0]].games, rows[four[0]].wins) == (3, 3)
    assert next(iter(rows)) == four[0]
    assert "Winter" in page.text
    strengths = {row["player"]: row["text"] for row in page.context["boards"][0]["rows"]}
    then = Result.objects.filter(player=four[0]).order_by("played_at")[2].rating
    assert strengths[four[0]] == str(then.strength)
    url = reverse("player", args=[cast.group.key, four[0].key])
    player = cast.phone("viewer").get(url, code(found) | {"game": "rufmariasch"}).context
    assert player["rating"]["strength"] == then.strength
    assert len(player["ratings"]["rows"]) == len(player["last"]) == 3
    assert cast.phone("viewer").get(url, {"game": "rufmariasch"}).context["rating"]["strength"] < then.strength


def test_a_season_shows_how_wins_or_the_points_of_a_game_came_from_month_to_month(cast, four):
    found = season(cast.group, "2026-01-05", "2026-04-28", "Winter")
    for day, points in (("2026-01-05", WON), ("2026-01-20", WON)):
        play(night_on(cast.group, f"{day}T20:00"), four, points)
    assert boards(cast, **code(found)).context["course"] is None  # all games are in one month
    for day, points in (("2026-03-01", WON), ("2026-04-01", LOST)):
        play(night_on(cast.group, f"{day}T20:00"), four, points)
    page = boards(cast, **code(found))
    assert "Wins from month to month: " in page.text
    assert f"{four[0].name} 3" in page.text
    line = page.context["course"]["chart"].lines[0]
    heights = [int(point.split(",")[1]) for point in line.points.split()]
    assert [before - after for before, after in pairwise(heights)] == [84, 42, 0]  # the line rises by 2, 1 and 0 wins
    one = boards(cast, **code(found), game="rufmariasch")
    assert "Points from month to month: " in one.text
    points = {row["player"]: row["statistics"].points for row in one.context["table"]}
    assert points.keys() == {*four}
    assert all(f"{minus(each)}</td>" in flat(one) for each in points.values())


def test_another_groups_season_is_none(cast):
    found = season(cast.other, "2026-01-05")
    assert Chosen.read(code(found), cast.group).period.code == ""
    assert cast.phone("scorer").post(reverse("season", args=[cast.group.key, found.key])).status_code == 404


def post(cast, page, *args, **data):
    return cast.phone("scorer").post(reverse(page, args=[cast.group.key, *args]), data)


def test_it_is_named_changed_and_taken_away(cast):
    post(cast, "seasons", name=" Herbst  2026 ", first="2026-09-01", last="")
    found = cast.group.seasons.get()
    assert (found.name, found.last) == ("Herbst 2026", None)
    post(cast, "season", found.key, name="Autumn", first="2026-09-01", last="2026-11-30")
    found.refresh_from_db()
    assert (found.name, found.last) == ("Autumn", datetime.date(2026, 11, 30))
    post(cast, "season", found.key, delete="yes")
    assert not cast.group.seasons.exists()


def test_a_season_deleted_while_another_phone_edits_it_stays_deleted(cast, monkeypatch):
    found = season(cast.group, "2026-09-01")

    @contextmanager
    def after_another_has_deleted_it(group):
        Season.objects.all().delete()
        with write_transaction(group):
            yield

    monkeypatch.setattr(seasons, "write_transaction", after_another_has_deleted_it)
    assert post(cast, "season", found.key, name="Autumn", first="2026-09-01", last="").status_code == 404
    assert not cast.group.seasons.exists()


@pytest.mark.parametrize(
    "wrong", [{"name": ""}, {"first": ""}, {"first": "2026-13-01"}, {"last": "2026-08-31"}, {"last": "12345-01-01"}]
)
def test_what_is_no_season_is_refused_beside_its_field(cast, wrong):
    data = {"name": "Autumn", "first": "2026-09-01", "last": "2026-11-30", **wrong}
    answer = post(cast, "seasons", **data)
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == list(wrong)
    assert not cast.group.seasons.exists()


def test_a_streak_goes_on_only_where_the_period_does(cast, four):
    for day in ("2026-05-01", "2026-05-02", "2026-05-03"):
        play(night_on(cast.group, f"{day}T20:00"), four, WON)
    url = reverse("player", args=[cast.group.key, four[0].key])

    def told(last: str | None, language: str) -> str:
        chosen = code(season(cast.group, "2026-05-01", last))
        return words(cast.phone("viewer").get(url, chosen, headers={"accept-language": language}))

    for language, streak, goes_on in (
        ("en", "Longest streak: 3 wins", ", still going"),
        ("de", "Längste Serie: 3 Siege", ", und sie läuft noch"),
    ):
        assert goes_on in told(None, language)
        over = told("2026-05-31", language)
        assert streak in over
        assert goes_on not in over
    play(night_on(cast.group, "2026-05-04T20:00"), four, LOST)
    for day in ("2026-05-05", "2026-05-06"):
        play(night_on(cast.group, f"{day}T20:00"), four, WON)
    assert "Current streak: 2" in told(None, "en")
    assert "Current streak" not in told("2026-05-31", "en")


@pytest.mark.parametrize("code", ["year", "months"])
def test_a_period_without_games_tells_of_none(cast, four, code):
    Group.objects.update(shows_money=True)
    night = night_on(cast.group, "2001-01-05T20:00")
    match = Match.start(night, "other-game", four, {"name": "Schach", "rounds": 1, "stake": 100}, 0)
    match.enter({"kind": "points", "points": {four[0].name: 5, **dict.fromkeys(("Ben", "Carla", "Dirk"), 0)}}, 0, "Sam")
    url = reverse("player", args=[cast.group.key, four[0].key])
    page = cast.phone("viewer").get(url, {"in": code})
    assert "Nothing played yet." in page.text
    assert page.context["last"] == page.context["money"] == []
    [ever] = cast.phone("viewer").get(url).context["last"]
    assert ever["game"] == "Schach"
    named = cast.phone("viewer").get(url, {"in": code, "game": match.game_key})
    assert named.context["title"] == "Schach"
    assert named.context["last"] == []


def test_whoever_is_hidden_stays_in_the_season_that_they_played(cast, four):
    play(night_on(cast.group, "2026-05-01T20:00"), four, WON)
    chosen = code(season(cast.group, "2026-05-01", "2026-05-31"))
    before = boards(cast, **chosen).context
    four[0].hide()
    after = boards(cast, **chosen).context
    assert [row["player"] for row in after["table"]] == [row["player"] for row in before["table"]]
    assert after["table"][0]["player"] == four[0]
    assert after["boards"] == before["boards"]
    now = [row["player"] for board in boards(cast).context["boards"] for row in board["rows"]]
    assert now
    assert four[0] not in now, "the lists of all time are those from which they were hidden"
