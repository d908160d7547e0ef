"""Groups who play at random, but by the rules: real decks, real deals, whole rounds trick by trick.

`group(game, seats, random)` sits down a group; its `round(dealer)` plays one round through the game's
own referee and gives it back as `tricks` and in every other form a table might note it in.
"""

from __future__ import annotations

from random import Random

from games.kernel.game import Game

from .bettler_und_diebe import BettlerGroup
from .beutelschneider import BeutelschneiderGroup
from .classic import ClassicGroup
from .group import Group, Round
from .krimsutep import KrimsutepGroup
from .rufmariasch import RufmariaschGroup

__all__ = ["GROUPS", "Group", "Round", "group"]

GROUPS: dict[str, type[Group]] = {
    "beutelschneider": BeutelschneiderGroup,
    "beutelschneider-classic": ClassicGroup,
    "bettler-und-diebe": BettlerGroup,
    "krimsutep": KrimsutepGroup,
    "rufmariasch": RufmariaschGroup,
}


def group(game: Game, seats: int, random: Random, **options: object) -> Group:
    """A group of this size, playing by house rules chosen at random except those that are given."""
    return GROUPS[game.slug](game, seats, random, options)
