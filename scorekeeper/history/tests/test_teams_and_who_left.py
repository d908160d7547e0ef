"""Statistics of teams, and of players who left a game or took over a seat. `rescore` finds nothing wrong in them."""

import pytest
from django.core.management import call_command

from scorekeeper.history.models import Result
from scorekeeper.history.ratings import START, after
from scorekeeper.history.statistics import ALL_GAMES, Statistics, statistics_of
from scorekeeper.money.models import LedgerRow
from scorekeeper.nights.models import Match

pytestmark = pytest.mark.django_db
FOUR = ["Anna", "Ben", "Carla", "Dora"]


def enter(match: Match, **record) -> None:
    match = Match.objects.get(pk=match.pk)
    match.enter(record, match.last_number, "Sam")


def points(match: Match, **of: int) -> None:
    enter(match, kind="points", points=of)


def results(match: Match) -> dict[str, Result]:
    return {result.seat.name: result for result in Result.objects.filter(match=match).select_related("seat")}


def totals(cast, name: str, game: str = ALL_GAMES) -> Statistics:
    return statistics_of(Result.objects.filter(group=cast.group))[cast.group.players.get(name=name).pk, game]


def rescored() -> None:
    """Raise SystemExit if anything stored differs from what the records give."""
    call_command("rescore", "--check")


@pytest.fixture
def teams(cast) -> Match:
    """Return a game that Anna and Carla win as a team, by 11 to 9."""
    match = cast.start("other-game", FOUR, teams=2, rounds=2, stake=10)
    points(match, Anna=3, Ben=5)
    points(match, Anna=8, Ben=4)
    return Match.objects.get(pk=match.pk)


@pytest.fixture
def parted(cast) -> Match:
    """Return a game that Dora wins with 10 points, while players come and go.

    After round 1, Ben leaves with 9 points. After round 2, Eva takes over Anna's seat and her 4 points, and Finn joins
    with 5 points.
    """
    match = cast.start("other-game", FOUR, rounds=3, stake=10)
    points(match, Anna=3, Ben=9, Carla=1, Dora=2)
    enter(match, kind="seats", players=["Anna", "Carla", "Dora"])
    points(match, Anna=1, Carla=1, Dora=4)
    enter(match, kind="seats", players=["Eva", "Carla", "Dora", "Finn"], replaced={"Eva": "Anna"}, points={"Finn": 5})
    points(match, Eva=1, Carla=1, Dora=4, Finn=0)
    return Match.objects.get(pk=match.pk)


def test_both_of_a_team_have_won_and_none_of_them_against_the_other(cast, teams):
    found = results(teams)
    assert {name: (each.place, each.won, each.points) for name, each in found.items()} == {
        "Anna": (1, True, 11),
        "Ben": (2, False, 9),
        "Carla": (1, True, 11),
        "Dora": (2, False, 9),
    }
    assert sum(each.money for each in found.values()) == 0
    anna = totals(cast, "Anna")
    others = {cast.group.players.get(pk=pk).name: duel for pk, duel in anna.duels.items()}
    assert (anna.wins, sorted(others)) == (1, ["Ben", "Dora"])
    assert found["Anna"].rating == found["Carla"].rating
    assert found["Anna"].rating.strength > found["Ben"].rating.strength
    assert LedgerRow.objects.filter(match=teams).count() == 4
    rescored()


def test_a_team_is_rated_as_one(cast):
    """Two equal teams are rated like two equal players. Partners have no duel, and their ratings change alike."""
    four = after([START] * 4, [1, 2, 1, 2], [0, 1, 0, 1])
    assert four[0] == four[2]
    assert four[1] == four[3]
    assert four[0].mu + four[1].mu == 2 * START.mu
    assert after([START] * 3, [1, 2, 3], [7, 8, 9]) == after([START] * 3, [1, 2, 3])
    assert after([START] * 2, [1, 1], [0, 0]) == [START] * 2


def test_who_left_has_played_a_game_without_a_place(cast, parted):
    found = results(parted)
    assert {name: (each.place, each.won, each.points, each.rounds) for name, each in found.items()} == {
        "Anna": (None, False, 4, 2),
        "Ben": (None, False, 9, 1),
        "Carla": (4, False, 3, 3),
        "Dora": (1, True, 10, 3),
        "Eva": (2, False, 5, 1),
        "Finn": (2, False, 5, 1),
    }
    assert (found["Ben"].rating, found["Ben"].round_points, found["Eva"].round_points) == (None, 9, 1)
    ben = totals(cast, "Ben")
    assert (ben.left, ben.wins) == (1, 0)
    assert sum(each.money for each in found.values()) == 0
    assert found["Anna"].money == 0  # Eva, who took over, wins or loses the money instead
    rescored()


def test_a_part_of_a_game_is_no_best_or_worst_one(cast, parted):
    anna = totals(cast, "Anna", parted.game_key)
    assert (anna.games, anna.points, anna.high, anna.low) == (1, 4, None, None)


@pytest.mark.parametrize("step", ["undo", "remove", "rules"])
def test_what_is_kept_is_what_the_records_give_after_any_step(cast, parted, teams, step):
    if step == "undo":
        for _ in range(3):
            parted.undo("Sam")
            rescored()
    elif step == "remove":
        for entry in list(parted.active):
            if entry.record["kind"] == "seats":
                Match.objects.get(pk=parted.pk).remove(entry, "Sam")
                rescored()
    else:
        for match in (parted, teams):
            match = Match.objects.get(pk=match.pk)
            match.change_options({**match.options, "rounds": 1}, "Sam")
            rescored()


def test_what_is_kept_of_the_seats_is_compared_and_mended(cast, parted):
    Match.objects.filter(pk=parted.pk).update(seating=None)
    with pytest.raises(SystemExit):
        rescored()
    call_command("rescore", "--fix")
    rescored()
    assert Match.objects.get(pk=parted.pk).seating == [4, 2, 3, 5]
