"""The points that a player needs to win with the next round, or to catch the leader."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from .seats import AnyTable
from .words import Message, Phrase, join_names

ENOUGH_IF = Phrase(
    "enough_if",
    de="{points:{points} Punkt reicht|{points} Punkte reichen}, solange {rivals} bleibt.",
    en="{points:{points} point is|{points} points are} enough if {rivals}.",
)
FIRST_RIVAL = Phrase("rival", de="{player} unter {points}", en="{player} stays under {points}")
RIVAL = Phrase("rival", de="{player} unter {points}", en="{player} under {points}")
SHARED = Phrase(
    "shared",
    de="Holt jemand genau so viel, ist der Sieg geteilt.",
    en="If someone gets exactly that, the win is shared.",
)
WINS = Phrase(
    "wins",
    de="Mit {points} oder mehr ist das Spiel gewonnen: So weit kommt sonst niemand.",
    en="{points} or more wins the game: nobody else can get that far.",
)
CERTAIN = Phrase("certain", de="Mit {points} ist der Sieg sicher.", en="{points} wins for sure.")
OUT_OF_REACH = Phrase(
    "out_of_reach",
    de="In einer Runde ist das nicht zu schaffen: Mehr als {most} gibt es nicht.",
    en="One round isn’t enough: {most} is the most anyone can get.",
)
TO_GO = Phrase("to_go", de="Es {points:fehlt|fehlen} noch {points}.", en="{points} to go.")


class Gaps(NamedTuple):
    """The sentences on how far a player is ahead of all others, or behind the leader."""

    ahead: Phrase
    level: Phrase
    behind: Phrase


AT_THE_END = Gaps(
    Phrase(
        "ahead",
        de="{lead:{lead} Punkt|{lead} Punkte} vorn, {rounds:noch {rounds} Runde|noch {rounds} Runden}.",
        en="{lead:{lead} point|{lead} points} ahead, {rounds:{rounds} round|{rounds} rounds} to go.",
    ),
    Phrase(
        "level",
        de="Gleichauf vorn, {rounds:noch {rounds} Runde|noch {rounds} Runden}.",
        en="Level at the top, {rounds:{rounds} round|{rounds} rounds} to go.",
    ),
    Phrase(
        "behind",
        de="{gap:{gap} Punkt|{gap} Punkte} hinter {leader}, {rounds:noch {rounds} Runde|noch {rounds} Runden}.",
        en="{gap:{gap} point|{gap} points} behind {leader}, {rounds:{rounds} round|{rounds} rounds} to go.",
    ),
)


class Need(NamedTuple):
    """The points that one player needs to win, in words. `points` is the number to show large; None if there is none."""

    player: str
    points: int | None
    messages: Sequence[Message]


class Reach(NamedTuple):
    """The most points that one round can give: to one player, and to all players together."""

    most: int
    together: int


def to_goal(table: AnyTable, totals: Mapping[str, int], goal: int, reach: Reach | None) -> list[Need]:
    """Return each player's need in a game that ends once a player has `goal` points; the highest total wins."""
    return [_to_goal(player, {each: totals[each] for each in table.players}, goal, reach) for player in table.players]


def _to_goal(player: str, totals: Mapping[str, int], goal: int, reach: Reach | None) -> Need:
    points = goal - totals[player]
    if reach is None:
        return Need(player, points, [TO_GO(points=points)])
    if points > reach.most:
        return Need(player, points, [OUT_OF_REACH(most=reach.most)])
    within = min(reach.most, reach.together - points)
    rivals = sorted((goal - total, rival) for rival, total in totals.items() if rival != player)
    level = [(needed, rival) for needed, rival in rivals if needed <= within]
    if not level:
        return Need(player, points, [WINS(points=points)])
    messages = [ENOUGH_IF(points=points, rivals=_each(level)), SHARED()]
    certain = certain_from(player, totals, points, reach)
    return Need(player, points, [*messages, CERTAIN(points=certain)] if certain else messages)


def _each(rivals: Sequence[tuple[int, str]]) -> Message:
    """Return the limit for each rival in words: "Ben stays under 31 and Carla under 40"."""
    phrases = [FIRST_RIVAL, *[RIVAL] * len(rivals)]
    return join_names([say(player=each, points=points) for say, (points, each) in zip(phrases, rivals, strict=False)])


def certain_from(player: str, totals: Mapping[str, int], least: int, reach: Reach) -> int | None:
    """Return the fewest points, at least `least`, that win for sure in the next round; None if none do."""
    best = max(total for rival, total in totals.items() if rival != player)
    for points in range(least, reach.most + 1):
        if totals[player] + points > best + min(reach.most, reach.together - points):
            return points
    return None


def in_front(
    table: AnyTable,
    totals: Mapping[str, int],
    say: Gaps,
    *,
    teams: Sequence[Sequence[str]] = (),
    lowest_wins: bool = False,
    **facts: int,
) -> list[Need]:
    """Return how far each player is ahead or behind, in these words, which may have more `facts`."""
    needs = []
    for player in table.players:
        mine = next((team for team in teams if player in team), (player,))
        rivals = {each: total for each, total in totals.items() if each not in mine}
        best = min(rivals.values()) if lowest_wins else max(rivals.values())
        lead = best - totals[player] if lowest_wins else totals[player] - best
        if lead < 0:
            leader = join_names([rival for rival, points in rivals.items() if points == best])
            needs.append(Need(player, -lead, [say.behind(gap=-lead, leader=leader, **facts)]))
        else:
            needs.append(Need(player, None, [(say.ahead if lead else say.level)(lead=lead, **facts)]))
    return needs
