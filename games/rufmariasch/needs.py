"""The stakes that a player of Rufmariasch needs to draw level with the leader in one round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.kernel.needs import Need, Reach
from games.kernel.words import Message, join_names

from . import words
from .cards import EACH_COUNTS
from .options import TEAM, RufmariaschOptions, RufmariaschTable


def reach(table: RufmariaschTable) -> Reach:
    """Return the most stakes that one player can get in one round, and the most that all players together can get."""
    options = table.options
    stakes = most_apart(options) // options.points_per_stake
    alone = stakes if options.payment == TEAM else stakes * (len(table.players) - 1)
    return Reach(alone, alone)


def needs(table: RufmariaschTable, totals: Mapping[str, int]) -> Sequence[Need]:
    """Return what each player needs to draw level with the leader."""
    return [_need(table, totals, player) for player in table.players]


def _need(table: RufmariaschTable, totals: Mapping[str, int], player: str) -> Need:
    best = max(totals.values())
    ahead = [each for each, total in totals.items() if total == best]
    if player in ahead:
        lead = best - max(total for each, total in totals.items() if each != player)
        return Need(player, None, [words.AHEAD(lead=lead) if lead else words.LEVEL()])
    gap = best - totals[player]
    options = table.options
    leader = join_names(ahead)
    if not set(ahead) <= set(table.players):
        return Need(player, gap, _without(gap, leader, options))
    least = stakes_between(gap, options)
    stakes, alone = that_can_be(least, options), that_can_be(stakes_alone(gap, options), options)
    messages: list[Message] = []
    if stakes is not None:
        catches_up = words.LEVEL_AFTER if stakes == least else words.AHEAD_AFTER
        messages.append(catches_up(leader=leader, stakes=stakes))
    if alone is not None and len(ahead) == 1 and alone != stakes:
        messages.append(words.LEVEL_AFTER_ALONE(player=player, leader=leader, stakes=alone))
    if not messages:
        messages.append(words.NOT_IN_ONE(gap=gap, leader=leader))
    elif options.points_per_stake > 1:
        messages.append(words.A_STAKE_IS(points=options.points_per_stake))
    return Need(player, gap, messages)


def most_apart(options: RufmariaschOptions) -> int:
    """Return the greatest difference of the teams' totals: one team has all card points and all declarations."""
    return options.all_points + options.most_declared


def that_can_be(stakes: int, options: RufmariaschOptions) -> int | None:
    """Return the smallest number of stakes, from `stakes` up, that a round can have; None if there is none."""
    each, possible = options.points_per_stake, range(options.least_apart, most_apart(options) + 1, 2 * EACH_COUNTS)
    return next((apart // each for apart in possible if apart // each >= stakes), None)


def _without(gap: int, leader: Message | str, options: RufmariaschOptions) -> list[Message]:
    """Return the messages for a player while a leader sits out. Only a win of the player can close the gap then."""
    least = 2 * gap if options.payment == TEAM else gap
    stakes = that_can_be(least, options)
    if stakes is None:
        return [words.NOT_IN_ONE(gap=gap, leader=leader)]
    catches_up = words.LEVEL_WITH_A_WIN if stakes == least else words.AHEAD_WITH_A_WIN
    rate = [words.A_STAKE_IS(points=options.points_per_stake)] if options.points_per_stake > 1 else []
    return [catches_up(leader=leader, stakes=stakes), *rate]


def stakes_between(gap: int, options: RufmariaschOptions) -> int:
    """Return how many stakes a round of two against two needs so that it surely closes a gap.

    The player behind wins the round, and the leader loses it.
    - Option `payment` "each": the winner gets these stakes, and the loser pays them.
    - "team": the winner gets half of them, and the loser pays half. If the number is odd, their partners may get or
      pay the larger half.
    """
    return gap + gap % 2 if options.payment == TEAM else -(-gap // 2)


def stakes_alone(gap: int, options: RufmariaschOptions) -> int:
    """Return how many stakes a round of one against three needs so that it surely closes a gap.

    The player behind wins the round, the leader loses it, and one of them plays alone.
    - Option `payment` "each": the lone player gets or pays three times these stakes, and the other player pays or gets
      them once.
    - "team": the lone player gets or pays these stakes once, and the other player pays or gets a third of them. If the
      number cannot be divided by three, this third may be rounded down.
    """
    if options.payment != TEAM:
        return -(-gap // 4)
    return next(stakes for stakes in range(gap + 1) if stakes + stakes // 3 >= gap)
