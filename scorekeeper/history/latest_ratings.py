"""Current ratings. Before they are read, some pending ratings are calculated, but not too many for a request."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import Exists, OuterRef, Subquery

from scorekeeper.history.models import Ladder, Result
from scorekeeper.history.ratings import Rating
from scorekeeper.people.models import Group, Player
from scorekeeper.server.write_queue import write_transaction


def latest_ratings(group: Group, player: Player) -> dict[str, dict[str, Any]]:
    """Return the player's rating in each game that the player has played, by game key."""
    mine = Result.objects.filter(player=player, game_key=OuterRef("game_key"))
    last = mine.exclude(mu=None).order_by("-played_at", "-match_id")
    ladders = Ladder.objects.filter(Exists(mine), group=group).annotate(
        mu=Subquery(last.values("mu")[:1]), sigma=Subquery(last.values("sigma")[:1])
    )
    found = list(ladders)
    if any(ladder.stale_from for ladder in found):
        recalculate_some(found)
        found = list(ladders.all())
    return {
        ladder.game_key: {
            "strength": "…" if ladder.mu is None else Rating(ladder.mu, ladder.sigma).strength,
            "open": ladder.stale_from is not None,
        }
        for ladder in found
    }


def recalculate_some(ladders: Sequence[Ladder]) -> None:
    """In each of these ladders, calculate the ratings of at most `Ladder.AT_ONCE` pending matches."""
    for ladder in ladders:
        if ladder.stale_from is not None:
            with write_transaction(ladder.group):
                ladder.refresh_from_db(fields=["stale_from", "stale_match"])
                ladder.recalculate(Ladder.AT_ONCE)
