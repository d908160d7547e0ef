"""A round of any other game: the points as they were typed, or one for each who won."""

from __future__ import annotations

from games.kernel.engine import DEALT_KEYS
from games.kernel.lines import Line, Score, score_of
from games.kernel.seats import Deal

from .options import OtherRecord
from .words import EITHER, EVERYBODY_WON, NOBODY_WON, NOTHING_SAID, POINTS, WON

MOST = 1_000_000  # points of one player in one round, up or down


def points(record: OtherRecord, deal: Deal[None]) -> Score | None:
    """`points`: a whole number for every player."""
    record.allow((*DEALT_KEYS, "points"))
    if "points" not in record:
        record.add("points", NOTHING_SAID())
        return None
    typed = record.counts("points", low=-MOST, high=MOST, everybody=True)
    if record.problems or typed is None:
        return None
    players = record.table.players
    return score_of(players, (Line(player, POINTS, typed[player]) for player in players))


def winners(record: OtherRecord, deal: Deal[None]) -> Score | None:
    """`winners`: who won the round, at least one and not everybody; one point each."""
    if "points" in record:
        record.add("points", EITHER())
    record.allow((*DEALT_KEYS, "winners", "points"))
    if "winners" not in record:
        record.add("winners", NOTHING_SAID())
        return None
    won = record.players("winners")
    if won == []:
        record.add("winners", NOBODY_WON())
    if won is not None and len(won) == len(record.table.players):
        record.add("winners", EVERYBODY_WON())
    if record.problems or won is None:
        return None
    players = record.table.players
    return score_of(players, (Line(player, WON, 1) for player in players if player in won))
