"""The sum of the gold in every round of Beutelschneider's first edition."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from games.beutelschneider.tests.play import is_gold
from tests.play.seeds import CHECKED, SEEDS, score, sit_down


@given(seed=SEEDS, seats=st.sampled_from([3, 4]))
@CHECKED
def test_60_gold_are_shared_out(seats: int, seed: int) -> None:
    them, round_ = sit_down("beutelschneider-classic", seats, seed)
    gold = sum(line.amount for line in score(them, round_.noted["tricks"]).lines if line.reason == "gold")
    assert gold + sum(int(code[1:]) for code in round_.rest if is_gold(code)) == 60
