"""Ratings: what a game makes of them, in millionths, and the strength that is shown."""

import pytest

from scorekeeper.history.ratings import START, Rating, after

WINNER, LOSER = Rating(27635389, 8065901), Rating(22364611, 8065901)
STRONG, SURE = Rating(30_000_000, 5_000_000), Rating(20_000_000, 2_000_000)


@pytest.mark.parametrize(
    ("before", "places", "found"),
    [
        ([START, START], [1, 2], [WINNER, LOSER]),
        ([START, START], [2, 1], [LOSER, WINNER]),
        ([START, START], [1, 1], [Rating(25_000_000, 8065901)] * 2),
        (
            [STRONG, START, SURE],
            [1, 1, 3],
            [Rating(30052184, 4958309), Rating(26043655, 8046790), Rating(19931426, 2001014)],
        ),
    ],
)
def test_a_game_moves_them_as_plackett_and_luce_do(before, places, found):
    assert after(before, places) == found


def test_what_is_shown_leaves_out_what_is_not_proved():
    assert [each.strength for each in (START, STRONG, SURE, LOSER)] == [1000, 1600, 1560, 927]
