"""Properties of every round of Krimsutep."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from games.kernel.engine import Engine
from tests.play.seeds import CHECKED, SEEDS, sit, sit_down


@given(seed=SEEDS, seats=st.sampled_from([3, 4]))
@CHECKED
def test_each_suit_holds_20(seats: int, seed: int) -> None:
    _, round_ = sit_down("krimsutep", seats, seed)
    for points in round_.noted["suits"]["suits"].values():
        assert sum(points.values()) == 20


def test_after_an_entry_that_nobody_understands_the_oases_are_offered() -> None:
    """It may have been the last round."""
    them, _ = sit("krimsutep", 4, 1)
    engine = Engine(them.game, them.table, them.players[0])

    def offered() -> list[str]:
        screens = them.game.screens(them.table)
        return [screen.code for screen in screens if screen.is_offered(them.table, engine.coming)]

    for round_ in list(them.play_rounds(6))[:-1]:
        engine.enter(round_.noted["won"])
    assert "oases" not in offered()
    engine.enter({"kind": "a guess"})
    assert "oases" in offered()
