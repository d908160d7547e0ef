"""The points that a player needs to win: each number that the page states holds for random legal rounds."""

from __future__ import annotations

import pytest
from hypothesis import given

from games.kernel.game import Game
from games.kernel.needs import ENOUGH_IF, Need, Reach, certain_from
from games.kernel.seats import Deal
from games.registry import all_games

from .play import TABLES
from .play.group import NAMES
from .play.seeds import CHECKED, SEEDS, any_record, codes, needs_at, points_of, sit

NOTHING_PLAYED = Deal(None, None)


def bounds_of(game: Game, seats: int) -> Reach | None:
    """Return the bounds of a round's points under the default house rules; None if the game states no bounds."""
    return game.reach(game.table(NAMES[:seats], game.options()))


BOUNDED = [(slug, seats) for slug, seats in TABLES if bounds_of(all_games()[slug], seats)]
TO_A_GOAL = [(slug, seats) for slug, seats in TABLES if slug.startswith("beutelschneider")]


def rivals_of(need: Need) -> dict[str, int]:
    """Return the rivals whom the sentence "… points are enough if …" names; {} if there is no such sentence.

    The values are points: a rival who gets exactly these shares the win.
    """
    said = next((each.facts["rivals"] for each in need.messages if each.code == "enough_if"), None)
    if said is None:
        return {}
    each = [*said.facts["first"], said.facts["last"]] if said.code == "and" else [said]
    return {rival.facts["player"]: rival.facts["points"] for rival in each}


@pytest.mark.parametrize(("slug", "seats"), BOUNDED)
@given(seed=SEEDS)
@CHECKED
def test_nobody_gets_more_than_the_stated_most(slug: str, seats: int, seed: int) -> None:
    them, random = sit(slug, seats, seed)
    reach = them.game.reach(them.table)
    assert reach is not None
    points = points_of(them, any_record(them, random))
    assert max(points.values()) <= reach.most
    assert sum(number for number in points.values() if number > 0) <= reach.together


@pytest.mark.parametrize(("slug", "seats"), TO_A_GOAL)
@given(seed=SEEDS)
@CHECKED
def test_what_is_said_to_win_wins(slug: str, seats: int, seed: int) -> None:
    """A random round, played from random totals below the goal, ends as the stated needs say."""
    them, random = sit(slug, seats, seed)
    goal = them.game.goal(them.table)
    reach = them.game.reach(them.table)
    assert goal is not None
    assert reach is not None
    totals = {player: random.randint(goal - 90, goal - 1) for player in them.players}
    needs = needs_at(them, totals)
    got = points_of(them, any_record(them, random))
    after = {player: totals[player] + got[player] for player in them.players}
    over = them.game.over(them.table, after, NOTHING_PLAYED)
    best = max(after.values())
    for player, need in needs.items():
        assert need.points is not None
        wins = over and after[player] == best
        if wins:
            assert got[player] >= need.points
            assert "out_of_reach" not in codes(need)
        if got[player] >= need.points and "wins" in codes(need):
            assert wins
        sure = certain_from(player, totals, need.points, reach)
        if sure is not None and got[player] >= sure:
            assert wins
            assert list(after.values()).count(best) == 1
        if got[player] == need.points and {"wins", "enough_if"}.intersection(codes(need)):
            rivals = rivals_of(need)
            assert wins == all(got[rival] <= points for rival, points in rivals.items())
        if got[player] == need.points and wins:
            sharing = {rival for rival, points in rivals_of(need).items() if got[rival] == points}
            assert sharing == {rival for rival, total in after.items() if total == best and rival != player}


def test_a_point_below_zero_is_not_one_above() -> None:
    said = ENOUGH_IF(points=-1, rivals="Ben stays under 3")
    assert said.text("en") == "−1 point is enough if Ben stays under 3."
