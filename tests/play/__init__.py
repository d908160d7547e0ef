"""Groups who play at random, but by the rules: real decks, real deals, whole rounds trick by trick.

`group(game, seats, random)` sits down a group; its `round(dealer)` plays one round through the game's
own referee and gives it back as `tricks` and in every other form a table might note it in.
"""

from __future__ import annotations

from random import Random

from games.kernel.game import Game
from games.registry import all_games

from .bettler_und_diebe import BettlerGroup
from .beutelschneider import BeutelschneiderGroup
from .classic import ClassicGroup
from .group import Group, Round
from .krimsutep import KrimsutepGroup
from .other_game import OtherGroup
from .rufmariasch import RufmariaschGroup

__all__ = ["GROUPS", "WITH_CARDS", "Group", "Round", "group"]

GROUPS: dict[str, type[Group]] = {
    "beutelschneider": BeutelschneiderGroup,
    "beutelschneider-classic": ClassicGroup,
    "bettler-und-diebe": BettlerGroup,
    "krimsutep": KrimsutepGroup,
    "other-game": OtherGroup,
    "rufmariasch": RufmariaschGroup,
}


WITH_CARDS = [slug for slug, game in all_games().items() if game.deck(max(game.seats), game.options())]


def group(game: Game, seats: int, random: Random, **options: object) -> Group:
    """A group of this size, playing by house rules chosen at random except those that are given."""
    return GROUPS[game.slug](game, seats, random, options)
