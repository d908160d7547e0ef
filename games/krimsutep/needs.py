"""The points that each player of Krimsutep can still score, and what each player needs to win."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.kernel.needs import Need
from games.kernel.seats import Deal
from games.kernel.words import Message

from . import words
from .board import FARTHEST, MOST_HALVES, Board
from .buildings import Past
from .cards import BUILDINGS, OWNED, ROUNDS, SUITS
from .options import KrimsutepTable
from .scoring import MAID_POINTS, ROYAL_POINTS, SUIT_POINTS

A_TRICK_GAME = ROYAL_POINTS + MAID_POINTS + SUIT_POINTS * len(SUITS)


@dataclass(frozen=True)
class ToCome:
    """The fewest and the most points that a player can still score until the end of the game."""

    least: int
    most: int


def to_come(table: KrimsutepTable, deal: Deal[Past], player: str, fewer: int = 0) -> ToCome:
    """Return the fewest and the most points that a player can still score."""
    past = deal.past or Past()
    rounds = max(0, _rounds_left(table, deal) - fewer)
    left = dict(OWNED[len(table.players)])
    for code in past.used.get(player, ()):
        left[code] -= 1
    worths = [BUILDINGS[code].worth for code, count in left.items() for _ in range(count)]
    best = sorted((2 * max(worth) for worth in worths), reverse=True)[:rounds]
    worst = sorted(min(worth) for worth in worths)[:rounds]
    return ToCome(sum(worst), sum(best) + rounds * A_TRICK_GAME + _best_oasis(table, past, player))


def _rounds_left(table: KrimsutepTable, deal: Deal[Past]) -> int:
    return max(0, ROUNDS[len(table.players)] - deal.number)


def _ends_with(table: KrimsutepTable, deal: Deal[Past], rounds: int) -> bool:
    """Return whether the game ends within this many more rounds."""
    on_map = deal.past is not None and deal.past.board is not None
    return _rounds_left(table, deal) < rounds + (1 if on_map else 0)


def _best_oasis(table: KrimsutepTable, past: Past, player: str) -> int:
    """Return the most points that a player's oasis can earn: its distance × the most palace halves beside an oasis.

    - On the map, the distance is that of the player's oasis. If it is not built yet, it is that of the farthest free
      space.
    - With typed buildings, and before the first round, the distance is the greatest on any map.
    """
    if past.board is None:
        return FARTHEST * MOST_HALVES
    placed = past.board.oasis(player)
    distance = placed[0] if placed else _farthest(past.board, table)
    return distance * MOST_HALVES


def _farthest(board: Board, table: KrimsutepTable) -> int:
    options = table.options
    spaces = [(row, col) for row in range(options.map.rows) for col in range(options.map.cols)]
    return max((board.map.distance(space) for space in spaces if space not in board.spaces), default=0)


def needs(table: KrimsutepTable, totals: Mapping[str, int], deal: Deal[Past]) -> Sequence[Need]:
    """Return what each player needs to win; [] if it is not known how many rounds are left."""
    if deal.unknown:
        return []
    still = {player: to_come(table, deal, player) for player in table.players}
    return [_need(table, totals, deal, still, player) for player in table.players]


def _need(
    table: KrimsutepTable, totals: Mapping[str, int], deal: Deal[Past], still: Mapping[str, ToCome], player: str
) -> Need:
    mine, most = totals[player], still[player].most
    others = [rival for rival in table.players if rival != player]
    leader = max(others, key=lambda rival: totals[rival])
    gap = totals[leader] - mine
    floor = max(others, key=lambda rival: totals[rival] + still[rival].least)
    if all(totals[rival] + still[rival].most < mine + still[player].least for rival in others):
        return Need(player, None, [words.HAS_WON()])
    if mine + most < totals[floor] + still[floor].least:
        return Need(player, None, [words.CANNOT_CATCH(leader=floor, gap=totals[floor] - mine, most=most)])
    if gap > 0:
        if not _rounds_left(table, deal):
            return Need(player, gap, [words.BEHIND_AT_THE_OASES(gap=gap, leader=leader, more=gap + 1)])
        return Need(player, gap, [words.BEHIND(gap=gap, leader=leader, most=most)])
    messages: list[Message] = [words.AHEAD(lead=-gap, most=most) if gap else words.LEVEL(most=most)]
    if not _ends_with(table, deal, rounds=1):
        after = max(to_come(table, deal, rival, fewer=1).most for rival in others)
        messages.append(words.SAFE_FROM(lead=after - to_come(table, deal, player, fewer=1).least + 1))
    return Need(player, None, messages)
