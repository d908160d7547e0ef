"""The key of a game in statistics: "slug", or "slug:name" if the house rules give the game a name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.kernel.game import AnyGame
from games.kernel.words import isolated
from games.registry import find_game
from scorekeeper.people import names
from scorekeeper.web.formatting import language

LENGTH = 240  # characters: enough for a slug and the key of a name, which can be three times as long as the name


def game_key(slug: str, options: Mapping[str, Any]) -> str:
    """Return the key of a game played with these options (JSON values, as in a score file)."""
    game = find_game(slug, options)
    return key_in(game, options) if game else slug


def key_in(game: AnyGame, options: Mapping[str, Any]) -> str:
    """Return the key of this game, played with these options, as `game_key` does."""
    read = game.read_options(options)
    key = "" if read is None else names.key(game.variant(read))
    return f"{game.slug}:{key}" if key else game.slug


def game_of(what: str) -> AnyGame | None:
    """Return the game with the slug in this key; None if this version has no such game."""
    return find_game(what.partition(":")[0], {})


def title(what: str, titles: Mapping[str, str]) -> str:
    """Return the name to show for the game with this key: the group's own name for it, or else the game's name."""
    game = game_of(what)
    return isolated(titles.get(what, "")) or (game.name.text(language()) if game else what)
