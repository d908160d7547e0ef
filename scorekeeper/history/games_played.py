"""The games that a player or a group has played, as rows for pages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from scorekeeper.history.ratings import Rating
from scorekeeper.history.statistics import Statistics
from scorekeeper.nights.game_key import game_of, title


def games_played(
    by_game: dict[str, Statistics], ratings: Mapping[str, Rating], names: Mapping[str, str]
) -> list[dict[str, Any]]:
    """Return a row for each game in `by_game`, the most played first, then by name."""
    rows = [
        {
            "slug": slug,
            "name": title(slug, names),
            "emblem": game.emblem,
            "statistics": by_game[slug],
            "rating": ratings.get(slug),
        }
        for slug in by_game
        if (game := game_of(slug))
    ]
    return sorted(rows, key=lambda row: (-row["statistics"].games, row["name"].casefold(), row["slug"]))


def games_by_name(slugs: Iterable[str], names: Mapping[str, str]) -> list[dict[str, str]]:
    """Return the key and the name of each of these games that this version knows, sorted by name."""
    rows = [{"slug": slug, "name": title(slug, names)} for slug in slugs if game_of(slug)]
    return sorted(rows, key=lambda row: (row["name"].casefold(), row["slug"]))
