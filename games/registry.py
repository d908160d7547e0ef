"""Finds the games: every folder next to this file with a `game.py` that defines `GAME`."""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

import games

from .kernel.game import AnyGame


@cache
def all_games() -> Mapping[str, AnyGame]:
    """Return every game by its slug, in the order of the slugs."""
    found = {}
    for folder in pkgutil.iter_modules(games.__path__, prefix="games."):
        if folder.ispkg and importlib.util.find_spec(f"{folder.name}.game") and folder.name != "games.kernel":
            game: AnyGame = importlib.import_module(f"{folder.name}.game").GAME
            found[game.slug] = game
    return MappingProxyType(dict(sorted(found.items())))


def game_folders(part: str) -> list[Path]:
    """Return the folders in which the games keep their templates or static files: `game_folders("templates")`."""
    folders = [Path(path) for path in games.__path__]
    return sorted(found for folder in folders for found in folder.glob(f"*/{part}") if found.is_dir())
