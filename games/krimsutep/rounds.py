"""The scoring of the records of Krimsutep: a round (the trick game, then building), and the oases at the end."""

from __future__ import annotations

from dataclasses import replace

from games.kernel.engine import COMMON_KEYS, DEALT_KEYS
from games.kernel.lines import Score, score_of
from games.kernel.seats import Deal

from . import words
from .board import FARTHEST, MOST_HALVES
from .buildings import Buildings, Past
from .cards import ROUNDS
from .options import KrimsutepRecord
from .scoring import building_lines, oasis_lines, rulings_of, trick_game_lines
from .trick_game import read_trick_game

ROUND_KEYS = frozenset((*DEALT_KEYS, "royal", "maid", "suits", "won", "roman", "buildings", "tricks"))


def round_(record: KrimsutepRecord, deal: Deal[Past]) -> Score | None:
    """Return the score of one round, trick game and building, in victory points."""
    record.allow(ROUND_KEYS)
    table = record.table
    past = deal.past
    rounds = ROUNDS[len(table.players)]
    if deal.number >= rounds and not (past and past.finished):
        record.add("kind", words.TOO_MANY_ROUNDS(seats=len(table.players), rounds=rounds))
    trick_game = read_trick_game(record, deal)
    buildings = Buildings(record, past).read()
    if record.problems or trick_game is None or buildings is None:
        return None
    built, after = buildings
    lines = trick_game_lines(table, trick_game) + building_lines(built, trick_game)
    if after.board and deal.number + 1 == rounds:
        lines += oasis_lines(table, {player: after.board.oasis(player) for player in table.players})
        after = replace(after, finished=True)
    rulings = rulings_of(built, after)
    return score_of(table.players, lines, revokes=trick_game.revokes, past=after, rulings=rulings)


def oases(record: KrimsutepRecord, deal: Deal[Past]) -> Score | None:
    """Return the score of the oases at the end of a game with typed buildings, in victory points."""
    record.allow((*COMMON_KEYS, "oases"))
    table = record.table
    past = deal.past
    rounds = ROUNDS[len(table.players)]
    if past and past.board and not past.finished:
        record.add("kind", words.OASES_ON_THE_MAP())
    elif deal.number + deal.unknown < rounds:
        record.add("kind", words.OASES_TOO_EARLY(rounds=rounds))
    raw = record.by_player("oases", everybody=True)
    found: dict[str, tuple[int, int] | None] = {}
    for player, each in (raw or {}).items():
        oasis = record.within(f"oases.{player}", each)
        if oasis is None:
            continue
        oasis.allow(("distance", "halves"))
        for key, question in (("distance", words.HOW_FAR), ("halves", words.HOW_MANY_HALVES)):
            if key not in oasis:
                oasis.add(key, question())
        distance = oasis.whole("distance", 1, FARTHEST) if "distance" in oasis else None
        halves = oasis.whole("halves", 0, MOST_HALVES) if "halves" in oasis else None
        found[player] = (distance or 0, halves or 0)
    if record.problems:
        return None
    lines, after = oasis_lines(table, found), replace(past or Past(), finished=True)
    return score_of(table.players, lines, past=after, rulings=[words.OASIS_DISTANCE()])
