"""Seasons: spans of days that a group names, and their leaderboards, ratings and money."""

import datetime

import pytest
from django.urls import reverse

from scorekeeper.history.models import Result, Season
from scorekeeper.history.periods import Chosen
from scorekeeper.history.tests.test_history import night_on, play
from scorekeeper.people.models import Group

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
    """A game that is played after midnight belongs to the day on which its night began."""
    days = ("2025-12-01", "2025-12-31", "2026-01-05", "2026-01-20", "2026-02-28", "2026-03-01", "2026-04-03")
    for day in days:
        play(night_on(cast.group, f"{day}T00:00"), four, WON)
        late = night_on(cast.group, f"{day}T23:59")
        play(late, four, LOST)
        play(late, four, WON, hours=2)
    for first, last in SPANS:
        chosen = Chosen.read(code(season(cast.group, first, last)), cast.group)
        games = Result.objects.filter(chosen.period.results, player=four[0]).count()
        assert games == 3 * sum(first <= day <= (last or day) for day in days)


def test_twelve_months_include_this_one_and_the_year_begins_in_january(cast, four, monkeypatch):
    for day in ("2025-01-31", "2025-02-01", "2025-12-31", "2026-01-01"):
        play(night_on(cast.group, f"{day}T20:00"), four, WON)
    monkeypatch.setattr("scorekeeper.history.periods.timezone.localdate", lambda: datetime.date(2026, 1, 15))
    for wanted, games in (("months", 3), ("year", 1)):
        period = Chosen.read({"in": wanted}, cast.group).period
        assert Result.objects.filter(period.results, player=four[0]).count() == games


def test_boards_ratings_and_money_follow(cast, four):
    for day, points in (("2026-01-05", WON), ("2026-02-01", WON), ("2026-02-28", WON), ("2026-03-01", LOST)):
        play(night_on(cast.group, f"{day}T20:00"), four, points)
    Result.objects.filter(player=four[0]).update(money=100, currency="EUR")
    Group.objects.update(shows_money=True)
    found = season(cast.group, "2026-01-05", "2026-02-28", "Winter")
    assert boards(cast).context["course"] is None, "a chart by month is drawn only of a season"
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
    assert player["rating"].strength == then.strength
    assert len(player["ratings"]["rows"]) == len(player["last"]) == 3
    assert cast.phone("viewer").get(url, {"game": "rufmariasch"}).context["rating"].strength < then.strength


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


@pytest.mark.parametrize(
    "wrong", [{"name": ""}, {"first": ""}, {"first": "2026-13-01"}, {"last": "2026-08-31"}, {"last": "12345-01-01"}]
)
def test_what_is_no_season_is_refused_beside_its_field(cast, wrong):
    data = {"name": "Autumn", "first": "2026-09-01", "last": "2026-11-30", **wrong}
    answer = post(cast, "seasons", **data)
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == list(wrong)
    assert not cast.group.seasons.exists()
