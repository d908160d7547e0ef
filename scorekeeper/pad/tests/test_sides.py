"""Sides on the pad, the display, the picture and the night: a team is one side, and players who left have no place."""

import re

import pytest
from django.urls import reverse

from scorekeeper.nights.columns import Columns
from scorekeeper.nights.models import Match
from scorekeeper.pad.card import verdict_and_lead
from scorekeeper.pad.ending import ending
from tests.fixtures import words

pytestmark = pytest.mark.django_db
FOUR = ["Anna", "Ben", "Carla", "Dora"]


def fresh(match: Match) -> Match:
    return Match.objects.select_related("night__group").get(pk=match.pk)


def enter(match: Match, **record) -> None:
    match = fresh(match)
    match.enter(record, match.last_number, "Sam")


def points(match: Match, **of: int) -> None:
    enter(match, kind="points", points=of)


def show(cast, match: Match, page: str = "table", **query) -> str:
    return words(cast.phone("viewer").get(reverse(page, args=[cast.group.key, match.key]), query).text)


def heads(cast, match: Match) -> list[str]:
    """Return the names above the columns of the pad, with brackets for players who have left."""
    text = cast.phone("viewer").get(match.get_absolute_url()).text
    head = text[text.index("<thead") : text.index('<tr class="once"')] if 'class="once"' in text else text
    found = re.findall(r'<th\s+scope="col"\s+role="columnheader"\s+class="of-\d (\S+)"(.*?)</th>', head, re.DOTALL)
    names = [re.search(r'<span class="name">(?:<span class="full">)?(.*?)</span>', inner)[1] for _css, inner in found]
    return [f"({name})" if css == "has-left" else name for (css, _inner), name in zip(found, names, strict=True)]


@pytest.fixture
def teams(cast) -> Match:
    """A game in two teams that Anna and Carla have won by 11 to 9; they took the lead in round 2."""
    match = cast.start("other-game", FOUR, teams=2, rounds=3, stake=10)
    points(match, Anna=3, Ben=5)
    points(match, Anna=4, Ben=1)
    points(match, Anna=4, Ben=3)
    return fresh(match)


# Teams


def test_other_house_rules_are_shown_for_each_team(cast, teams):
    form = {"teams": "2", "rounds": "3", "stake": "0.20 €", "currency": "EUR"}
    page = cast.phone("scorer").post(reverse("options", args=[cast.group.key, teams.key]), form).text
    totals = words(page[page.index('class="compared"') :])
    assert "Anna & Carla 11" in totals
    assert "Ben & Dora 9" in totals
    assert totals.count("becomes") == 2


def test_a_team_wins_together_on_every_page(cast, teams):
    assert "Anna and Carla win" in show(cast, teams)
    assert "2 ahead of Ben & Dora" in show(cast, teams)
    assert "Anna and Carla win" in show(cast, teams, "display")
    assert "with Carla" in show(cast, teams, "display")
    assert verdict_and_lead(teams, ending(teams))[0] == "Anna and Carla win"
    night = reverse("night", args=[cast.group.key, teams.night.key])
    told = words(cast.phone("viewer").get(night).text)
    assert "Anna and Carla win by 2." in told
    assert "1. Anna & Carla 11 2. Ben & Dora 9" in told
    assert "round 2. Anna & Carla go past Ben & Dora with +4." in told
    assert "Anna and Carla win with 11" in words(cast.phone("viewer").get(cast.group.get_absolute_url()).text)
    assert "Anna and Carla win" in show(cast, teams, "print")


def test_the_podium_and_the_picture_have_a_step_for_each_team(cast, teams):
    ended = ending(teams)
    assert [(each.number, each.sign.name, each.total, each.behind) for each in ended.places] == [
        (1, "Anna & Carla", 11, 0),
        (2, "Ben & Dora", 9, 2),
    ]
    assert ended.story.lead_told[1] == "Anna & Carla go past Ben & Dora with +4."
    where = reverse("result_picture", args=[cast.group.key, teams.key])
    assert cast.phone("viewer").get(where).content.startswith(b"\x89PNG")


def test_two_teams_share_a_win_and_a_running_game_says_who_leads(cast):
    match = cast.start("other-game", FOUR, teams=2, rounds=2)
    points(match, Anna=3, Ben=5)
    assert "Ben & Dora lead, 2 ahead of Anna & Carla." in show(cast, match)
    points(match, Anna=3, Ben=1)
    assert "Anna & Carla and Ben & Dora share the win" in show(cast, match)


def test_what_each_of_a_team_gets_by_rules_of_ones_own_is_shown_by_player(cast):
    """If partners get different points by a sheet of the group's own, every player is shown alone."""
    match = cast.start("other-game", FOUR, teams=2)
    assert [side.name for side in match.sides_of(range(4), [3, 5, 3, 5])] == ["Anna & Carla", "Ben & Dora"]
    assert [side.name for side in match.sides_of(range(4), [3, 5, 4, 5])] == FOUR


# Players who left, joined later or sit out


def test_the_cells_of_who_was_not_there_are_empty(cast):
    match = cast.start("other-game", FOUR[:3])
    points(match, Anna=3, Ben=9, Carla=1)
    enter(match, kind="seats", players=["Eva", "Ben", "Carla"], replaced={"Eva": "Anna"})
    points(match, Eva=1, Ben=1, Carla=1)
    match = Match.objects.get(pk=match.pk)
    rows = [Columns(match).cells(match.course.rows[number]) for number in (2, 0)]
    cells = [[(got, total) for _sign, got, total in row] for row in rows]
    assert heads(cast, match) == ["Eva", "Ben", "Carla", "(Anna)"]
    assert cells == [[(1, 4), (1, 10), (1, 2), (None, None)], [(None, None), (9, 9), (1, 1), (3, 3)]]


def test_a_spreadsheet_has_no_line_of_who_did_not_play_a_round(cast):
    players = [cast.group.players.get_or_create(name=name)[0] for name in FOUR]
    match = Match.start(cast.match.night, "other-game", players, {}, 0, sits_out=True)
    points(match, Ben=1, Carla=2, Dora=3)  # Anna deals
    enter(match, kind="seats", players=["Anna", "Eva", "Carla"], replaced={"Eva": "Ben"}, sits_out=None)
    points(match, Anna=1, Eva=2, Carla=3)
    enter(match, kind="adjustment", points={"Eva": 5})
    sheet = cast.phone("viewer").get(reverse("night_spreadsheet", args=[cast.group.key, match.night.key])).getvalue()
    rows = [line.split(",") for line in sheet.decode().splitlines() if f",{match.id_in_files}," in line]
    assert [(row[5], row[6], row[7], row[8]) for row in rows] == [
        ("1", "Ben", "1", "1"),
        ("1", "Carla", "2", "2"),
        ("1", "Dora", "3", "3"),
        ("", "Anna", "0", "0"),
        ("", "Ben", "-1", "0"),
        ("", "Carla", "0", "2"),
        ("", "Dora", "0", "3"),
        ("", "Eva", "1", "1"),
        ("2", "Anna", "1", "1"),
        ("2", "Carla", "3", "5"),
        ("2", "Eva", "2", "3"),
        ("", "Anna", "0", "1"),
        ("", "Carla", "0", "5"),
        ("", "Eva", "5", "8"),
    ]
