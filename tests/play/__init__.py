"""Random legal play: real decks, real deals, whole rounds trick by trick.

`group(game, seats, random)` sits down a group; its `round(dealer)` plays one round through the game's
own referee and gives it back as `tricks` and in every other form a table might note it in. How a game is played
stands in `tests/play.py` of its folder: a subclass of `Group`, called `GROUP`.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from random import Random

from games.kernel.game import Game
from games.registry import all_games
from games.sheets.game import SheetGame

from .group import Group, Round

__all__ = ["DIFFERENT", "TABLES", "WITH_CARDS", "Group", "Round", "group", "groups"]

# Of those that are a file and differ in nothing but what it says, the ones that stand for all where a test takes its time:
# numbers of each that follow the round, teams and ticks and what is carried, choices and players.
BY_SHEET = [slug for slug, game in all_games().items() if isinstance(game, SheetGame)]
DIFFERENT = [slug for slug in all_games() if slug not in BY_SHEET or slug in ("wizard", "spades", "tarot")]
TABLES = [
    (slug, seats)
    for slug, game in all_games().items()
    for seats in ({min(game.seats), max(game.seats)} if slug in BY_SHEET else game.seats)
]
WITH_CARDS = [slug for slug, game in all_games().items() if game.deck(max(game.seats), game.options())]


def group_of(game: Game) -> type[Group]:
    """How this game is played, from its folder."""
    found: type[Group] = import_module(type(game).__module__.removesuffix("game") + "tests.play").GROUP
    return found


@cache
def groups() -> dict[str, type[Group]]:
    """How each game is played, by its slug."""
    return {slug: group_of(game) for slug, game in all_games().items()}


def group(game: Game, seats: int, random: Random, **options: object) -> Group:
    """A group of this size, playing by house rules chosen at random except those that are given."""
    return group_of(game)(game, seats, random, options)
