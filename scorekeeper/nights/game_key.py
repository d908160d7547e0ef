"""The key of a game: its slug or, for what a group calls by a name of its own, "slug:key of that name".

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

LENGTH = 240  # of a slug, and of a name's key, which may be three times as long as the name


def game_key(slug: str, options: Mapping[str, Any]) -> str:
    """Return the key for these options, which are as a score file writes them."""
    game = find_game(slug, options)
    return key_in(game, options) if game else slug


def key_in(game: AnyGame, options: Mapping[str, Any]) -> str:
    """Return the same where it is known by which game they are read."""
    read = game.read_options(options)
    key = "" if read is None else names.key(game.variant(read))
    return f"{game.slug}:{key}" if key else game.slug


def game_of(what: str) -> AnyGame | None:
    """Return the game with this key; None if this version has no such game."""
    return find_game(what.partition(":")[0], {})


def title(what: str, titles: Mapping[str, str]) -> str:
    """Return the game's name for people. `titles` are those of the group."""
    game = game_of(what)
    return isolated(titles.get(what, "")) or (game.name.text(language()) if game else what)
