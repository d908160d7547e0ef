"""The points that each player of Bettler und Diebe needs to win with the next round. Nobody loses points in a round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.kernel.needs import OUT_OF_REACH, Need, Reach
from games.kernel.words import Message, join_names

from .cards import ALL_POINTS
from .options import BettlerTable
from .scoring import ALONE, RAMSCH, TAKER_NEEDS, alone_counts, credit_for
from .words import ALONE_FROM, ANY_WIN, ANY_WIN_ALONE, IN_RAMSCH, NOT_TOGETHER_WITH, OF_120, WAYS, WIN_FROM

MOST_CREDIT = credit_for(ALL_POINTS)
TIERS = (TAKER_NEEDS, 91, ALL_POINTS)  # the least card points with which the taker's side gets 2, 4 and 6 credit


def reach(table: BettlerTable) -> Reach:
    """Return the most that one round can give to a player and to all together: in Snear card points, else credit."""
    if len(table.players) == 2:
        return Reach(ALL_POINTS, ALL_POINTS)
    most = MOST_CREDIT + (ALONE if alone_counts(table) else 0)
    return Reach(most, most * (len(table.players) - 1))


def needs(table: BettlerTable, totals: Mapping[str, int]) -> Sequence[Need]:
    """Return what each player needs to win with the next round: in Snear card points, else credit."""
    one = _snear if len(table.players) == 2 else _credit
    return [one(table, totals, player) for player in table.players]


def _goal(table: BettlerTable) -> int:
    return table.options.goal(len(table.players))


def _snear(table: BettlerTable, totals: Mapping[str, int], player: str) -> Need:
    """Return the need of a player of Snear: the fewest card points that win the game."""
    mine, theirs = totals[player], totals[table.left_of(player)]
    points = max(0, _goal(table) - mine, (theirs + ALL_POINTS - mine) // 2 + 1)
    message = OF_120(points=points) if points <= ALL_POINTS else OUT_OF_REACH(most=ALL_POINTS)
    return Need(player, points, [message])


def _credit(table: BettlerTable, totals: Mapping[str, int], player: str) -> Need:
    """Return the need of a player: the least credit that reaches the target and puts the player ahead of all others."""
    mine = totals[player]
    others = {rival: total for rival, total in totals.items() if rival != player}
    credit = max(_goal(table) - mine, max(others.values()) + 1 - mine)
    most = reach(table).most
    if credit > most:
        return Need(player, credit, [OUT_OF_REACH(most=most)])
    messages = [WAYS(ways=_ways(table, credit))]
    rivals = [rival for rival, total in others.items() if total >= mine and rival in table.players]
    if rivals:
        messages.append(NOT_TOGETHER_WITH(rivals=join_names(rivals), count=len(rivals)))
    return Need(player, credit, messages)


def _ways(table: BettlerTable, credit: int) -> list[Message]:
    """Return a message for each kind of win that can earn at least this credit."""
    ways = []
    always_alone = len(table.players) == 3
    plain = _tier(credit - ALONE if always_alone and alone_counts(table) else credit)
    if plain is not None:
        ways.append(ANY_WIN() if plain == TAKER_NEEDS else WIN_FROM(points=plain))
    if not always_alone:
        alone = _tier(credit - ALONE)
        if alone is not None and alone != plain:
            ways.append(ANY_WIN_ALONE() if alone == TAKER_NEEDS else ALONE_FROM(points=alone))
    if credit <= RAMSCH:
        ways.append(IN_RAMSCH())
    return ways


def _tier(credit: int) -> int | None:
    """Return the fewest card points with which the taker's side gets this credit or more; None if no win is enough."""
    return next((points for points in TIERS if credit_for(points) >= credit), None)
