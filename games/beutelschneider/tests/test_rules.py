"""What must be true of every round of Beutelschneider, whoever played it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.play.seeds import CHECKED, SEEDS, score, sit_down


@given(seed=SEEDS, seats=st.sampled_from([3, 4, 5]))
@CHECKED
def test_80_gold_are_shared_out(seats: int, seed: int) -> None:
    them, round_ = sit_down("beutelschneider", seats, seed)
    gold = sum(line.amount for line in score(them, round_.noted["tricks"]).lines if line.reason == "gold")
    spoiled = sum(card.points for verdict in round_.verdicts for card in verdict.worthless)
    assert gold + spoiled == 80
    assert spoiled == 0 or them.options["special_cards"]
