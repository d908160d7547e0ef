"""Properties of every round of Rufmariasch."""

from __future__ import annotations

from hypothesis import given

from games.rufmariasch.cards import ALL_POINTS
from games.rufmariasch.feats import alone
from tests.play.seeds import CHECKED, SEEDS, score, sit, sit_down


@given(seed=SEEDS)
@CHECKED
def test_both_teams_share_all_card_points(seed: int) -> None:
    them, round_ = sit_down("rufmariasch", 4, seed)
    call = {**round_.noted["call"], "declared": []}
    facts = score(them, call).lines[0].message.facts
    assert facts["sum"].facts["total"] + facts["other"] == ALL_POINTS


@given(seed=SEEDS)
@CHECKED
def test_a_round_pays_out_what_is_paid_in(seed: int) -> None:
    them, round_ = sit_down("rufmariasch", 4, seed)
    for record in round_.noted.values():
        result = score(them, record)
        assert sum(result.points.values()) == 0
        assert (result.money is not None) is (them.options["stake"] > 0)
        assert sum((result.money or {}).values()) == 0


@given(seed=SEEDS)
@CHECKED
def test_a_partner_never_wins_alone(seed: int) -> None:
    """A player with a partner never wins alone, even if the team wins a single stake and the partner gets none."""
    them, round_ = sit_down("rufmariasch", 4, seed)
    call = round_.noted["call"]
    result = score(them, call)
    is_alone = call["partner"] is None and result.points[call["caller"]] > 0
    assert alone(call, result) == ({call["caller"]: 1} if is_alone else {})


@given(seed=SEEDS)
@CHECKED
def test_the_example_of_the_rulebook_is_scored_as_it_says(seed: int) -> None:
    them, _ = sit("rufmariasch", 4, seed)
    example = them.game.rulebook_context(them.table)["example"]
    anna, ben, carla, dora = them.players
    call = {"kind": "call", "caller": ben, "partner": dora, "trump": "H", "declared": [[dora, "H"]]}
    result = score(them, {**call, "points": example["points"]})
    facts = next(line.message.facts for line in result.lines if line.player == ben)
    assert facts["sum"].facts["total"] == example["total"]
    assert [facts[key] for key in ("target", "other", "difference")] == [
        example[key] for key in ("target", "others", "difference")
    ]
    more, less = ("more", "less") if them.options["payment"] == "team" else ("stakes", "stakes")
    assert result.points == {ben: -example[more], dora: -example[less], anna: example[more], carla: example[less]}


@given(seed=SEEDS)
@CHECKED
def test_a_round_has_the_same_story_however_it_is_written_down(seed: int) -> None:
    them, round_ = sit_down("rufmariasch", 4, seed)
    stories = {
        tuple(each.text("en") for each in them.game.story(them.table, record, score(them, record)))
        for record in round_.noted.values()
    }
    assert len(stories) == 1
