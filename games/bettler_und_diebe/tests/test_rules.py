"""Properties of every round of Bettler und Diebe, and the points that win."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.kernel.seats import Deal
from games.registry import all_games
from tests.play.seeds import CHECKED, SEEDS, any_record, codes, needs_at, points_of, score, sit, sit_down

NOTHING_PLAYED = Deal(None, None)


@given(seed=SEEDS, seats=st.sampled_from([2, 3, 4, 5]))
@CHECKED
def test_the_cards_hold_120(seats: int, seed: int) -> None:
    them, round_ = sit_down("bettler-und-diebe", seats, seed)
    points = them.table.deck
    piles = [card for pile in round_.captured().values() for card in pile]
    assert sum(points[code].points for code in piles + round_.rest) == 120
    if seats == 2:
        assert sum(score(them, round_.noted["captured"]).points.values()) == 120


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@given(seed=SEEDS)
@CHECKED
def test_who_wins_is_exactly_told(seats: int, seed: int) -> None:
    """A player wins exactly if they get at least the stated points and no leader scores.

    A leader is another player who was level or ahead before the round. With two players leaders do not matter. Some
    totals before the round are ties at the target.
    """
    them, random = sit("bettler-und-diebe", seats, seed)
    goal = them.game.goal(them.table)
    assert goal is not None
    totals = {player: goal - random.randint(0, 9 if seats > 2 else 120) for player in them.players}
    if them.game.over(them.table, totals, NOTHING_PLAYED):
        return
    needs = needs_at(them, totals)
    got = points_of(them, any_record(them, random))
    after = {player: totals[player] + got[player] for player in them.players}
    over = them.game.over(them.table, after, NOTHING_PLAYED)
    for player, need in needs.items():
        assert need.points is not None
        wins = over and after[player] == max(after.values())
        along = [r for r in them.players if r != player and totals[r] >= totals[player] and got[r]]
        assert wins == (got[player] >= need.points and (seats == 2 or not along))
        if wins:
            assert "out_of_reach" not in codes(need)


def test_with_two_and_three_it_has_a_name_of_its_own() -> None:
    game = all_games()["bettler-und-diebe"]
    names = [game.title(seats, game.options()).text("de") for seats in game.seats]
    assert names == ["Snear", "Halsabschneider", "Bettler und Diebe", "Bettler und Diebe"]
