"""The rows of the pad: the points and the explanation of each entry."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from typing import Any

from django.utils.safestring import SafeString

from scorekeeper.nights.columns import Columns
from scorekeeper.nights.models import Match, Row
from scorekeeper.nights.presenter import explained, row_figures
from scorekeeper.web.formatting import language
from scorekeeper.web.fragment_cache import Fragments, draw, get_or_draw

TEMPLATE = "pad/parts/round.html"


def drawn_rows(match: Match, rows: Iterable[Row], opened: str = "") -> list[SafeString]:
    """Return these rows of the pad as HTML. `opened` is the number of the entry whose explanation is open, if any."""
    shown = Columns(match)
    return [_drawn_row(match, row, shown, opened == str(row.entry.number)) for row in rows]


def _drawn_row(match: Match, row: Row, shown: Columns, is_open: bool) -> SafeString:
    figures = row_figures(match, row, shown)

    def draw_row() -> Fragments:
        context = {
            "match": match,
            "group": match.night.group,
            "game": match.game,
            "row": figures | explained(match, row),
            "n": row.entry.number,
            "gone": shown.left,
            "is_open": is_open,
        }
        return draw(TEMPLATE, ["round"], context)

    made_of = (
        (row.entry.key, row.entry.version, row.dealer, row.score),
        (match.rules_seen, match.faces, match.signs),
        (figures["number"], figures["cells"], figures["problems"], shown.left),
        (match.night.group.role, language(), is_open),
    )
    return get_or_draw(f"{TEMPLATE}.{match.key}.{_digest(made_of)}", draw_row)["round"]


def _digest(made_of: tuple[Any, ...]) -> str:
    return blake2b(repr(made_of).encode(), digest_size=16).hexdigest()
