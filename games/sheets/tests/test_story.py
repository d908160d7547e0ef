"""What a round comes to is said in a sentence from its points."""

import pytest

from games.kernel.lines import Line, Reason, score_of
from games.registry import find_game

PLAYERS = ("Anna", "Ben", "Carla", "Dora")


@pytest.mark.parametrize(
    ("slug", "points", "said"),
    [
        ("skat", (-72, 0, 0, 0), "Anna loses 72."),
        ("skat", (33, 0, 0, 0), "Anna gets 33."),
        ("schafkopf", (50, -150, 50, 50), "Ben loses 150."),
        ("tarot", (-20, 60, -20, -20), "Ben gets 60."),
        ("doppelkopf", (3, -3, 3, -3), "The round goes to Anna and Carla: 3 each."),
        ("euchre", (1, 0, 1, 0), "Anna and Carla get 1 each."),
        ("hearts", (0, 26, 26, 26), "Everyone but Anna gets 26."),
        ("hearts", (0, 3, 10, 13), "No points for Anna."),
        ("hearts", (2, 3, 8, 13), "The round goes to Anna: 2."),
        ("wizard", (-10, 20, 30, -20), "The round goes to Carla: 30."),
        ("wizard", (-10, -20, -30, -10), "Anna loses 10, Ben loses 20, Carla loses 30, Dora loses 10."),
        ("wizard", (-10, 0, -30, -10), "Anna loses 10, Carla loses 30, Dora loses 10."),
        ("wizard", (0, 0, 0, 0), "Nobody scores."),
    ],
)
def test_a_round_is_told_by_what_it_comes_to(slug, points, said):
    game = find_game(slug, {})
    reason = Reason("points", de="Punkte", en="points")
    score = score_of(PLAYERS, [Line(player, reason, each) for player, each in zip(PLAYERS, points, strict=True)])
    assert game.result(game.table(PLAYERS, game.options()), score).text("en") == said
