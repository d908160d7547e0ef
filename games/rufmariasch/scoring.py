"""The scoring of a round of Rufmariasch, in the order of the rulebook: the teams' totals and targets, the payments."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from typing import NamedTuple

from games.kernel.lines import Line, Revoke, Score, score_of
from games.kernel.words import Message, join_names

from . import words
from .cards import ALL_POINTS, DECLARED, DECLARED_IN_TRUMPS, TARGET_WITH, TARGET_WITHOUT
from .options import TEAM, RufmariaschOptions, RufmariaschTable

LISTED = 60  # the source lists targets for up to this many declared points; higher targets are a ruling


class Call(NamedTuple):
    """A round, read from either kind of record."""

    caller: str
    partner: str | None  # None if the caller played alone
    trump: str
    points: int  # card points of the caller's team, including those for the last trick
    declared: Sequence[tuple[str, str]]  # declarations, as (player, letter of the suit)
    no_trick: Collection[str]  # players who won no trick


# The teams' totals and targets


class Side(NamedTuple):
    """One team of a round. Its players are in seat order, and its numbers are points."""

    players: tuple[str, ...]
    points: int  # its card points, including those for the last trick
    declared: int  # its declared points that count
    declared_in_all: int  # all its declared points. They raise its `target`, whether they count or not
    target: int

    @property
    def total(self) -> int:
        return self.points + self.declared

    @property
    def sum(self) -> Message:
        """The total in words; with its parts, such as "50 + 40 = 90", if declared points count."""
        if self.declared:
            return words.SUM_WITH_DECLARED(points=self.points, declared=self.declared, total=self.total)
        if self.declared_in_all:
            return words.SUM_WITHOUT_TRICK(points=self.points)
        return words.PLAIN_SUM(total=self.total)

    @property
    def reached(self) -> bool:
        return self.total >= self.target


def _side(players: tuple[str, ...], points: int, round_: Call) -> Side:
    """Return the team of these players; `points` are as in `Side`. Rulebook: Declaring; The target."""
    declared = counting = 0
    for player, suit in round_.declared:
        if player in players:
            worth = DECLARED_IN_TRUMPS if suit == round_.trump else DECLARED
            declared += worth
            counting += worth if player not in round_.no_trick else 0
    target = TARGET_WITH + declared if declared else TARGET_WITHOUT
    return Side(players, points, counting, declared, target)


# Who wins


def _outcome(table: RufmariaschTable, round_: Call) -> tuple[Side, Side]:
    """Return the winning and the losing team. Rulebook: Who wins.

    If just one team reaches its target, this team wins. Otherwise, the team with the higher total wins (ruling).
    """
    mine = tuple(player for player in table.players if player in (round_.caller, round_.partner))
    others = tuple(player for player in table.players if player not in mine)
    callers = _side(mine, round_.points, round_)
    against = _side(others, ALL_POINTS - round_.points, round_)
    if callers.reached != against.reached:
        return (callers, against) if callers.reached else (against, callers)
    return (callers, against) if callers.total > against.total else (against, callers)


# Paying


def _pay(table: RufmariaschTable, winners: Side, losers: Side, amount: int) -> dict[str, int]:
    """Return what each player gets, in the unit of `amount` (stakes or cents); negative if the player pays.

    The sum is 0. The option `payment` decides (Rulebook: Paying):
    - "each": every player gets or pays the amount. A lone player gets or pays it three times.
    - "team": the losing team together pays the amount once, and the winning team shares it. If it cannot be divided
      evenly, the first players in seat order have the larger shares.
    """
    if table.options.payment == TEAM:
        paid, got = amount, amount
    else:
        paid = got = amount * max(len(winners.players), len(losers.players))
    shares = dict.fromkeys(table.players, 0)
    shares |= {player: -share for player, share in zip(losers.players, _split(paid, len(losers.players)), strict=True)}
    shares |= dict(zip(winners.players, _split(got, len(winners.players)), strict=True))
    return shares


def _split(amount: int, parts: int) -> list[int]:
    """Return an amount in `parts` whole shares; if it does not divide evenly, the first shares are greater by 1."""
    share, odd = divmod(amount, parts)
    return [share + (index < odd) for index in range(parts)]


def settle_round(table: RufmariaschTable, round_: Call, found: Sequence[Revoke] = ()) -> Score:
    """Return the score of a round: each player's points in stakes and money in cents, negative if the player pays."""
    winners, losers = _outcome(table, round_)
    options = table.options
    stakes = abs(winners.total - losers.total) // options.points_per_stake
    points = _pay(table, winners, losers, stakes)
    # With `team`, divide the money itself. The shares in stakes are rounded, and the rounding would be multiplied.
    money = (
        _pay(table, winners, losers, stakes * options.stake)
        if options.payment == TEAM
        else {player: amount * options.stake for player, amount in points.items()}
    )
    sides = {player: (mine, other) for mine, other in ((winners, losers), (losers, winners)) for player in mine.players}
    lines = [
        Line(player, words.STAKES, points[player], partial(_why, player, *sides[player], options))
        for player in table.players
    ]
    return score_of(
        table.players, lines, money=money if options.stake else None, revokes=found, rulings=_rulings(winners, losers)
    )


# The reasons


def _rulings(winners: Side, losers: Side) -> list[Message]:
    """Return the messages about the rulings that decided the result."""
    messages = []
    if winners.reached == losers.reached:
        messages.append((words.BOTH_REACHED if winners.reached else words.NEITHER_REACHED)())
    for side in (winners, losers):
        if side.declared_in_all > LISTED:
            messages.append(words.HIGHER_TARGET(declared=side.declared_in_all, target=side.target))
    return messages


def _why(player: str, mine: Side, other: Side, options: RufmariaschOptions) -> dict[str, object]:
    """Return the facts of the message on a player's stakes. `mine` is the player's team, `other` the other one."""
    mates = [each for each in mine.players if each != player]
    difference = abs(mine.total - other.total)
    stakes = difference // options.points_per_stake
    share: Message | str = ""
    if options.payment == TEAM and mates:
        share = words.SHARED(stakes=stakes, count=len(mine.players))
    elif options.payment != TEAM and not mates:
        share = words.THREEFOLD(stakes=stakes)
    return {
        "side": mine.players,
        "mates": words.WITH_MATES(mates=join_names(mates)) if mates else words.ALONE(),
        "sum": mine.sum,
        "target": mine.target,
        "met": words.REACHED if mine.reached else words.MISSED,
        "other": other.total,
        "share": share,
        "difference": difference,
        "rate": words.RATE(rate=options.points_per_stake) if options.points_per_stake != 1 else "",
    }
