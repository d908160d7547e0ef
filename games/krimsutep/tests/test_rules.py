"""Properties of every round of Krimsutep."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from games.kernel.engine import Engine
from games.krimsutep.needs import to_come
from tests.fuzz_values import repeated
from tests.play.seeds import CHECKED, SEEDS, codes, sit, sit_down


@given(seed=SEEDS, seats=st.sampled_from([3, 4]))
@CHECKED
def test_each_suit_holds_20(seats: int, seed: int) -> None:
    _, round_ = sit_down("krimsutep", seats, seed)
    for points in round_.noted["suits"]["suits"].values():
        assert sum(points.values()) == 20


@given(seed=SEEDS, seats=st.sampled_from([3, 4]))
@settings(CHECKED, max_examples=len(repeated(15)))
def test_nobody_scores_more_or_less_than_is_still_to_come(seats: int, seed: int) -> None:
    """The bounds stated before a round hold for a player's points from then to the end of the game."""
    them, random = sit("krimsutep", seats, seed)
    engine = Engine(them.game, them.table, them.players[0])
    records = [round_.noted[random.choice(["suits", "won"])] for round_ in them.play_rounds(8)]
    records += them.closing()
    stands = []
    for record in records:
        bounds = {player: to_come(them.table, engine.coming, player) for player in them.players}
        needs = them.game.needs(them.table, engine.totals, engine.coming)
        stands.append((dict(engine.totals), bounds, needs))
        assert not engine.enter(record).problems
    assert engine.over
    for totals, bounds, needs in stands:
        for player in them.players:
            assert bounds[player].least <= engine.totals[player] - totals[player] <= bounds[player].most
        for need in needs:
            if codes(need) == ["has_won"]:
                assert engine.winners == [need.player]
            if codes(need) == ["cannot_catch"]:
                assert need.player not in engine.winners


@given(seed=SEEDS, seats=st.sampled_from([3, 4]))
@settings(CHECKED, max_examples=len(repeated(15)))
def test_a_safe_lead_is_safe(seats: int, seed: int) -> None:
    """A lead that is called safe before a round cannot be closed after it.

    Before every round, the leader is told how big a lead would be safe, unless this round ends the game. Only the last
    round on the map does.
    """
    them, _ = sit("krimsutep", seats, seed)
    engine = Engine(them.game, them.table, them.players[0])
    rounds = list(them.play_rounds(8))
    for round_ in rounds:
        needs = them.game.needs(them.table, engine.totals, engine.coming)
        ends = them.on_map and round_ is rounds[-1]
        assert all(("safe_from" in codes(each)) != ends for each in needs if codes(each)[0] in ("ahead", "level"))
        told = {need.player: said.facts["lead"] for need in needs for said in need.messages if said.code == "safe_from"}
        assert not engine.enter(round_.noted["won"]).problems
        for player, lead in told.items():
            still = {each: to_come(them.table, engine.coming, each) for each in them.players}
            if engine.over:
                continue
            assert all(still[rival].most - still[player].least < lead for rival in them.players if rival != player), (
                player,
                lead,
            )


def test_an_entry_nobody_understands_leaves_open_what_is_to_come() -> None:
    """If an entry may have been the last round, no needs are stated after it, and the form of the oases is offered."""
    them, _ = sit("krimsutep", 4, 1)
    engine = Engine(them.game, them.table, them.players[0])

    def offered() -> list[str]:
        screens = them.game.screens(them.table)
        return [screen.code for screen in screens if screen.is_offered(them.table, engine.coming)]

    for round_ in list(them.play_rounds(6))[:-1]:
        assert them.game.needs(them.table, engine.totals, engine.coming)
        engine.enter(round_.noted["won"])
    assert "oases" not in offered()
    engine.enter({"kind": "a guess"})
    assert them.game.needs(them.table, engine.totals, engine.coming) == []
    assert "oases" in offered()
