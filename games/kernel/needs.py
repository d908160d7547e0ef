"""The points that a player needs: to win with the next round, or to catch the leader.

No legal round can pass a bound stated here; tests/test_needs.py plays rounds to check that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from .seats import AnyTable
from .words import OR, Message, Phrase, join_names

WINS_UNLESS = Phrase(
    "wins_unless",
    de="Eine Runde mit {points} gewinnt, außer {rivals}.",
    en="A round of {points} wins, unless {rivals}.",
)
FIRST_RIVAL = Phrase("rival", de="{player} holt {points}", en="{player} gets {points}")
RIVAL = Phrase("rival", de="{player} {points}", en="{player} {points}")
SHARED = Phrase("shared", de="Geteilt, wenn {rivals} holt.", en="Shared if {rivals}.")
SHARED_WITH_ONE_LESS = Phrase(
    "shared_with_one_less",
    de="Einen Punkt weniger, und der Sieg ist geteilt.",
    en="One point less, and the win is shared.",
)
FIRST_SHARER = Phrase("sharer", de="{player} {points}", en="{player} gets {points}")
WINS_OR_SHARES = Phrase(
    "wins",
    de="Mit {points} oder mehr ist das Spiel gewonnen: Weiter kommt sonst niemand.",
    en="{points} or more wins the game: nobody else can get further.",
)
WINS = Phrase(
    "wins",
    de="Mit {points} oder mehr ist das Spiel gewonnen: So weit kommt sonst niemand.",
    en="{points} or more wins the game: nobody else can get that far.",
)
CERTAIN = Phrase("certain", de="Ab {points} ist es sicher.", en="From {points} on it is certain.")
OUT_OF_REACH = Phrase(
    "out_of_reach",
    de="Das schafft keine einzelne Runde: Mehr als {most} gibt es nicht.",
    en="No single round does it: there are never more than {most}.",
)
TO_GO = Phrase("to_go", de="Es fehlen noch {points}.", en="{points} to go.")


class Need(NamedTuple):
    """One player's need in words; `points`, where there is such a number, is shown large."""

    player: str
    points: int | None
    messages: Sequence[Message]


class Reach(NamedTuple):
    """The most points of one round: for one player, and for all players together."""

    most: int
    together: int


def to_goal(table: AnyTable, totals: Mapping[str, int], goal: int, reach: Reach | None) -> list[Need]:
    """Return each player's need in a game that ends after the round in which `goal` points are reached; the highest wins.

    Against a player who just makes the goal, a rival wins with one point more than the goal and shares with the goal.
    Without `reach` only the missing points are stated.
    """
    return [_to_goal(player, totals, goal, reach) for player in table.players]


def _to_goal(player: str, totals: Mapping[str, int], goal: int, reach: Reach | None) -> Need:
    points = goal - totals[player]
    if reach is None:
        return Need(player, points, [TO_GO(points=points)])
    if points > reach.most:
        return Need(player, points, [OUT_OF_REACH(most=reach.most)])
    rivals = {rival: goal - total + 1 for rival, total in totals.items() if rival != player}
    within = min(reach.most, reach.together - points)
    dangerous = sorted((needed, rival) for rival, needed in rivals.items() if needed <= within)
    level = sorted((needed - 1, rival) for rival, needed in rivals.items() if needed - 1 <= within)
    if not level:
        return Need(player, points, [WINS(points=points)])
    messages = [
        WINS_UNLESS(points=points, rivals=_each(dangerous, FIRST_RIVAL))
        if dangerous
        else WINS_OR_SHARES(points=points),
        SHARED_WITH_ONE_LESS() if len(level) == len(dangerous) else SHARED(rivals=_each(level, FIRST_SHARER)),
    ]
    certain = certain_from(player, totals, points, reach)
    return Need(player, points, [*messages, CERTAIN(points=certain)] if certain else messages)


def _each(rivals: Sequence[tuple[int, str]], first: Phrase) -> Message:
    """Each rival with the points they would need: "Ben gets 31 or Carla 40"."""
    phrases = [first, *[RIVAL] * len(rivals)]
    return join_names(
        [say(player=each, points=points) for say, (points, each) in zip(phrases, rivals, strict=False)], OR
    )


def certain_from(player: str, totals: Mapping[str, int], least: int, reach: Reach) -> int | None:
    """The fewest points, `least` or more, with which nobody else can have as many; None where none are enough."""
    best = max(total for rival, total in totals.items() if rival != player)
    for points in range(least, reach.most + 1):
        if totals[player] + points > best + min(reach.most, reach.together - points):
            return points
    return None
