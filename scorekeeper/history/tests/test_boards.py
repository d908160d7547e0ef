"""Leaderboards: ties and games in which the lowest points win."""

import pytest
from django.urls import reverse

from scorekeeper.nights.models import Match, Night


def page(cast, name, *args, **asked):
    return cast.phone("viewer").get(reverse(name, args=[cast.group.key, *args]), asked)


def boards_of(cast, **asked):
    return {each["title"]: each for each in page(cast, "boards", **asked).context["boards"]}


def uno(cast, best, *games):
    """Play games of Uno. Each game is a list of rounds; a round has the points of Ben, Carla and Dirk."""
    players = list(cast.group.players.order_by("pk"))
    for rounds in games:
        match = Match.start(Night.tonight(cast.group), "other-game", players, {"name": "Uno", "best": best}, 0)
        for number, points in enumerate(rounds):
            record = {"kind": "points", "points": dict(zip(("Ben", "Carla", "Dirk"), points, strict=True))}
            match.enter(record, number, "Sam")
        match.refresh()
        match.close("Sam")


@pytest.mark.parametrize(
    ("best", "found"),
    [
        ("low", {"Best game": "1", "Worst game": "50", "Best round": "0", "Worst round": "30"}),
        ("high", {"Best game": "50", "Worst game": "1", "Best round": "30", "Worst round": "0"}),
    ],
)
def test_best_is_what_the_game_says_on_every_page(cast, best, found):
    uno(cast, best, [(15, 9, 9)], [(30, 9, 9), (20, 9, 9)], [(1, 9, 9), (0, 9, 9)])
    shown = page(cast, "player", cast.player.key, game="other-game:uno").context
    assert {each["label"]: str(each["extreme"].points) for each in shown["extremes"]} == found
    boards = boards_of(cast, game="other-game:uno")
    for title in ("Best game", "Best round"):
        [mine] = [row["text"] for row in boards[title]["rows"] if row["player"] == cast.player]
        assert mine == found[title]
    proud = "Most points in one round"  # no feat in a game in which the lowest points win
    assert (proud in boards, proud in {each["title"] for each in shown["feats"]}) == (best == "high",) * 2
