"""Ratings after a game, in millionths, and the strength that is shown."""

from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.history.ratings import START, Rating, after

WINNER, LOSER = Rating(27635389, 8065901), Rating(22364611, 8065901)
STRONG, SURE = Rating(30_000_000, 5_000_000), Rating(20_000_000, 2_000_000)


def places_of(level: tuple[bool, ...]) -> list[int]:
    """Return the players' places. `level` says of each player but the first whether they share the place before."""
    places = [1]
    for seat, same in enumerate(level, 2):
        places.append(places[-1] if same else seat)
    return places


ORDERS = [places_of(level) for seats in range(2, 9) for level in product((True, False), repeat=seats - 1)]
RATINGS = st.builds(Rating, st.integers(-10_000_000, 60_000_000), st.integers(500_000, 9_000_000))


@pytest.mark.parametrize(
    ("before", "places", "found"),
    [
        ([START, START], [1, 2], [WINNER, LOSER]),
        ([START, START], [2, 1], [LOSER, WINNER]),
        ([START, START], [1, 1], [Rating(25_000_000, 8065901)] * 2),
        (
            [STRONG, START, SURE],
            [1, 1, 3],
            [Rating(30305348, 4894698), Rating(27141806, 7712119), Rating(19827503, 1998213)],
        ),
    ],
)
def test_a_game_moves_them_as_duels_of_every_two_do(before, places, found):
    assert after(before, places) == found


def test_a_worse_place_never_gains_more_than_a_better_one():
    """With openskill's Plackett–Luce model, this would be wrong for 124 of these 254 lists of places."""
    assert len(ORDERS) == 254
    for places in ORDERS:
        gained = list(zip(places, after([START] * len(places), places), strict=True))
        for (better, more), (worse, less) in pairwise(gained):
            assert (more.strength == less.strength) if better == worse else (more.strength > less.strength), places


@given(st.sampled_from(ORDERS), st.lists(RATINGS, min_size=8, max_size=8), st.data())
def test_of_two_who_were_level_the_better_placed_is_ahead_whoever_else_sits_there(places, ratings, data):
    one, other = data.draw(st.lists(st.integers(0, len(places) - 1), min_size=2, max_size=2, unique=True).map(sorted))
    before = ratings[: len(places)]
    before[other] = before[one]
    found = after(before, places)
    assert found[one].sigma == found[other].sigma
    assert found[one].mu == found[other].mu if places[one] == places[other] else found[one].mu > found[other].mu


def test_what_is_shown_leaves_out_what_is_not_proved():
    assert [each.strength for each in (START, STRONG, SURE, LOSER)] == [1000, 1600, 1560, 927]
