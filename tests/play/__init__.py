"""Random legal play: real decks, real deals, whole rounds trick by trick.

`group(game, seats, random)` returns a group of players. Its method `round(dealer)` plays one round, whose tricks the
game's own referee judges. A round has several records, one for each form in which a table can enter it.

The module `tests/play.py` in the folder of a game defines `GROUP`, the subclass of `Group` that plays the game.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from random import Random

from games.kernel.game import Game
from games.registry import all_games
from games.sheets.game import SheetGame

from .group import Group, Round

__all__ = ["BY_SHEET", "DIFFERENT", "TABLES", "WITH_CARDS", "Group", "Round", "group", "groups"]

# Score sheets all run the same code, so slow tests play only three of them. What each has on its sheet:
# - wizard: each player's numbers, whose maximum is the number of the round
# - spades: teams, ticks, and values carried over to the next round
# - tarot: choices, and fields for a player
BY_SHEET = [slug for slug, game in all_games().items() if isinstance(game, SheetGame)]
DIFFERENT = [slug for slug in all_games() if slug not in BY_SHEET or slug in ("wizard", "spades", "tarot")]
TABLES = [
    (slug, seats)
    for slug, game in all_games().items()
    for seats in ({min(game.seats), max(game.seats)} if slug in BY_SHEET else game.seats)
]
WITH_CARDS = [slug for slug, game in all_games().items() if game.deck(max(game.seats), game.options())]


def group_of(game: Game) -> type[Group]:
    """Return the class that plays this game, from the game's folder."""
    found: type[Group] = import_module(type(game).__module__.removesuffix("game") + "tests.play").GROUP
    return found


@cache
def groups() -> dict[str, type[Group]]:
    """Return the class that plays each game, by the game's slug."""
    return {slug: group_of(game) for slug, game in all_games().items()}


def group(game: Game, seats: int, random: Random, **options: object) -> Group:
    """Return a group of this size with house rules chosen at random, except those given as `options`."""
    return group_of(game)(game, seats, random, options)
