"""The lines of a score of Krimsutep, in victory points: trick game, buildings, and the oases at the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.kernel.lines import Line
from games.kernel.words import Message

from . import words
from .board import FULL_PALACE
from .buildings import Built, Past
from .cards import SUIT_NAMES
from .options import KrimsutepTable
from .trick_game import TrickGame

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
