"""The scoring of the plain pad: points as typed, or one point for each winner."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from games.kernel.engine import DEALT_KEYS
from games.kernel.lines import Line, Score, score_of
from games.kernel.problems import PLAYER_MISSING
from games.kernel.seats import Deal

from .options import OtherRecord, OtherTable
from .words import EITHER, EVERYBODY_WON, NAMED_FIRST, NOBODY_WON, NOTHING_SAID, POINTS, WON

MOST = 1_000_000  # the most points of one player in one round, positive or negative


def points(record: OtherRecord, deal: Deal[None]) -> Score | None:
    """Return the score of a round of the kind `points`."""
    record.allow((*DEALT_KEYS, "points"))
    if "points" not in record:
        record.add("points", NOTHING_SAID())
        return None
    first = speakers(record.table)
    typed = record.counts("points", low=-MOST, high=MOST)
    named = record.raw["points"]
    if isinstance(named, dict):
        _check_speakers(record, first, {name: f"points.{name}" for name in named})
        for player in dict.fromkeys(first.values()):
            if player not in named:
                record.add(f"points.{player}", PLAYER_MISSING(name=player))
    if record.problems or typed is None:
        return None
    players = record.table.players
    return score_of(players, (Line(player, POINTS, typed[first[player]]) for player in players))


def winners(record: OtherRecord, deal: Deal[None]) -> Score | None:
    """Return the score of a round of the kind `winners`: one point for each winner."""
    if "points" in record:
        record.add("points", EITHER())
    record.allow((*DEALT_KEYS, "winners", "points"))
    if "winners" not in record:
        record.add("winners", NOTHING_SAID())
        return None
    first = speakers(record.table)
    won = record.players("winners")
    if won == []:
        record.add("winners", NOBODY_WON())
    if won is not None:
        _check_speakers(record, first, {name: f"winners.{index}" for index, name in enumerate(won)})
        if len(won) == len(set(first.values())):
            record.add("winners", EVERYBODY_WON())
    if record.problems or won is None:
        return None
    players = record.table.players
    return score_of(players, (Line(player, WON, 1) for player in players if first[player] in won))


def speakers(table: OtherTable) -> dict[str, str]:
    """Return {player: first player of the team}. A record names only this first player."""
    teams: Iterable[tuple[str, ...]] = table.in_teams(table.options.teams or len(table.players))
    return {player: team[0] for team in teams for player in team}


def _check_speakers(record: OtherRecord, first: Mapping[str, str], named: Mapping[str, str]) -> None:
    """Add a problem to the record for each named player who is not the first player of a team."""
    for player, path in named.items():
        if player in first and first[player] != player:
            record.add(path, NAMED_FIRST(name=player, first=first[player]))
