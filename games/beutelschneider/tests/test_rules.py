"""The sum of the gold in every round of Beutelschneider, and a trick that cannot be judged."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from games.kernel.judging import progress_of
from games.registry import all_games
from tests.play.seeds import CHECKED, SEEDS, score, sit_down


@given(seed=SEEDS, seats=st.sampled_from([3, 4, 5]))
@CHECKED
def test_80_gold_are_shared_out(seats: int, seed: int) -> None:
    them, round_ = sit_down("beutelschneider", seats, seed)
    gold = sum(line.amount for line in score(them, round_.noted["tricks"]).lines if line.reason == "gold")
    spoiled = sum(card.points for verdict in round_.verdicts for card in verdict.worthless)
    assert gold + spoiled == 80
    assert spoiled == 0 or them.options["special_cards"]


def test_a_trick_with_two_special_cards_of_one_player_has_no_winner() -> None:
    """Each player has only one special card. So one of the two is a mistake, and the next leader is not known."""
    game = all_games()["beutelschneider"]
    table = game.table(("A", "B", "C"), game.options(special_cards=True))
    trick = "A:jongleur B:R1 C:R2 A:barde B:R3 C:R4"
    plays = [play.split(":") for play in trick.split()]
    progress = progress_of(game, table, {"dealer": "C", "tricks": [{"plays": plays}]})
    assert [problem.message.code for problem in progress.problems] == ["two_special_cards"]
    assert (progress.tricks, progress.leader, progress.hand) == ([None], None, table.hand_size - 2)
