"""The rows of the pad: what each round gave, and why.

The explanations are most of the pad, and a new round does not change those of others. So each explanation is cached, under
a key made of everything that it depends on. Totals depend on the rounds before, and are not in the cached part.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from typing import Any

from scorekeeper.nights.columns import Columns
from scorekeeper.nights.models import Match, Row
from scorekeeper.nights.presenter import explained, row_figures
from scorekeeper.web.formatting import language
from scorekeeper.web.fragment_cache import Fragments, draw, get_or_draw

TEMPLATE = "pad/parts/round.html"


def drawn_rows(match: Match, rows: Iterable[Row]) -> list[dict[str, Any]]:
    """Return the context of these rows on the pad; each has its cached explanation in `fragments`."""
    shown = Columns(match)
    return [row_figures(match, row, shown) | {"fragments": _explanation(match, row)} for row in rows]


def _explanation(match: Match, row: Row) -> Fragments:
    def drawn() -> Fragments:
        context = {"match": match, "group": match.night.group, "game": match.game, "row": explained(match, row)}
        return draw(TEMPLATE, ["why"], context)

    return get_or_draw(f"{TEMPLATE}.{match.key}.{_digest(match, row)}", drawn)


def _digest(match: Match, row: Row) -> str:
    """Return the cache key of a row's explanation: it differs with its content, the role and the language."""
    entry = row.entry
    made_of = (
        (entry.key, entry.version, entry.dispute, row.number, row.dealer, row.score),
        (match.rules_seen, match.faces, match.signs),
        (match.night.group.role, language()),
    )
    return blake2b(repr(made_of).encode(), digest_size=16).hexdigest()
