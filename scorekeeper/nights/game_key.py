"""The key of a game: its slug or, if the group has named what it plays, "slug:key of that name".

Statistics, leaderboards, ratings and searches count each of these separately.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.kernel.game import AnyGame
from games.kernel.words import isolated
from games.registry import find_game
from scorekeeper.people import names
from scorekeeper.web.formatting import language

LENGTH = 240  # characters: a slug, and a name's key, which may be three times as long as the name


def game_key(slug: str, options: Mapping[str, Any]) -> str:
    """Return the key of a game played with these options, as a score file writes them."""
    game = find_game(slug, options)
    return key_in(game, options) if game else slug


def key_in(game: AnyGame, options: Mapping[str, Any]) -> str:
    """Return the same as `game_key`, for a caller that has the game already."""
    read = game.read_options(options)
    key = "" if read is None else names.key(game.variant(read))
    return f"{game.slug}:{key}" if key else game.slug


def game_of(what: str) -> AnyGame | None:
    """Return the game with this key; None if this version has no such game."""
    return find_game(what.partition(":")[0], {})


def title(what: str, titles: Mapping[str, str]) -> str:
    """Return the name of the game with this key for people; `titles` are the group's own names by key."""
    game = game_of(what)
    return isolated(titles.get(what, "")) or (game.name.text(language()) if game else what)
