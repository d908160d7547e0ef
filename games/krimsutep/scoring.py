"""The scoring of the records of Krimsutep: a round (the trick game, then building), and the oases at the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from games.kernel.engine import COMMON_KEYS, DEALT_KEYS
from games.kernel.lines import Line, Score, score_of
from games.kernel.seats import Deal
from games.kernel.words import Message

from . import words
from .board import FARTHEST, FULL_PALACE, MOST_HALVES
from .buildings import Buildings, Built, Past
from .cards import ROUNDS, SUIT_NAMES
from .options import KrimsutepRecord, KrimsutepTable
from .trick_game import TrickGame, read_trick_game

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
        distance = oasis.whole("distance", 1, FARTHEST) if oasis.needs("distance", words.HOW_FAR) else None
        halves = oasis.whole("halves", 0, MOST_HALVES) if oasis.needs("halves", words.HOW_MANY_HALVES) else None
        found[player] = (distance or 0, halves or 0)
    if record.problems:
        return None
    lines, after = oasis_lines(table, found), replace(past or Past(), finished=True)
    return score_of(table.players, lines, past=after, rulings=[words.OASIS_DISTANCE()])


ROYAL_POINTS = MAID_POINTS = 2
TRICK_BONUSES = {
    "royal": (words.ROYAL_IN_A_TRICK, ROYAL_POINTS),
    "maid": (words.MAID_IN_A_TRICK, MAID_POINTS),
}
"""The name and the victory points of each bonus that a single trick earns."""
SUIT_POINTS = 1


def trick_game_lines(table: KrimsutepTable, game: TrickGame) -> list[Line]:
    """Return the lines of the trick game, in victory points. Rulebook: Pharaoh and wife; Maid; Winning suits."""
    lines = [Line(player, words.ROYAL, ROYAL_POINTS) for player in game.royal]
    lines += [Line(player, words.MAID, MAID_POINTS) for player in game.maid]
    for suit, winners in game.winners.items():
        facts = {"suit": SUIT_NAMES[suit]}
        lines += [
            Line(player, words.SUIT_WON[suit], SUIT_POINTS, facts) for player in table.players if player in winners
        ]
    return lines


def building_lines(built: Sequence[Built], game: TrickGame) -> list[Line]:
    """Return the lines of the buildings, in victory points. Rulebook: Double."""
    lines = []
    for player, card, points, _ in built:
        lines.append(Line(player, words.BUILDING, points, {"card": card}))
        if player in game.winners[card.suit]:
            lines.append(Line(player, words.DOUBLED, points, {"card": card, "suit": SUIT_NAMES[card.suit]}))
    return lines


def oasis_lines(table: KrimsutepTable, found: Mapping[str, tuple[int, int] | None]) -> list[Line]:
    """Return the lines of the oases, in victory points. Rulebook: The oases.

    An oasis earns its distance to the Nile × the number of palace halves beside it. `found` has these two numbers for
    each player. For a player without an oasis, it has None.
    """
    lines = []
    for player in table.players:
        distance, halves = found.get(player) or (0, 0)
        lines.append(Line(player, words.OASIS_END, distance * halves, {"distance": distance, "halves": halves}))
    return lines


def rulings_of(built: Sequence[Built], after: Past) -> list[Message]:
    """Return a message for each ruling that decided points of these buildings, or of the oases on the map."""
    messages = [words.PALACE_TOO_BIG(player=each.player, most=FULL_PALACE) for each in built if not each.points]
    messages += [words.OBELISK_LINES(player=each.player) for each in built if each.only_lines]
    return messages + ([words.OASIS_DISTANCE()] if after.finished and after.board else [])
