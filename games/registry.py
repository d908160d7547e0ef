"""The games: every package in `games` with a module `game` that defines `GAME`, or several games as `GAMES`."""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

import games

from .kernel.game import AnyGame


@cache
def _every_game() -> Mapping[str, AnyGame]:
    found: dict[str, AnyGame] = {}
    for folder in pkgutil.iter_modules(games.__path__, prefix="games."):
        if folder.ispkg and importlib.util.find_spec(f"{folder.name}.game") and folder.name != "games.kernel":
            module = importlib.import_module(f"{folder.name}.game")
            brought = module.GAMES if hasattr(module, "GAMES") else [module.GAME]
            found |= {game.slug: game for game in brought}
    return MappingProxyType(dict(sorted(found.items())))


@cache
def all_games() -> Mapping[str, AnyGame]:
    """Return {slug: game} for all games except those in `open_games`, sorted by slug."""
    return MappingProxyType({slug: game for slug, game in _every_game().items() if not game.rules_in_options})


def open_games() -> Mapping[str, AnyGame]:
    """Return {slug: game} for the games whose rules are in their options, such as a group's own game."""
    return MappingProxyType({slug: game for slug, game in _every_game().items() if game.rules_in_options})


def find_game(slug: object, options: Mapping[str, Any]) -> AnyGame | None:
    """Return the game with this slug; None if there is none. `options` are JSON values, as in a score file."""
    game = _every_game().get(slug) if isinstance(slug, str) else None
    return game and game.with_rules_in(options)


def game_folders(part: str) -> list[Path]:
    """Return the folders with the name `part`, such as "templates", in the packages of `games`, sorted by path."""
    folders = [Path(path) for path in games.__path__]
    return sorted(found for folder in folders for found in folder.glob(f"*/{part}") if found.is_dir())
