"""Tonight's games as drawn on the group's page. Each drawing is cached until its game changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import prefetch_related_objects

from games.kernel.words import isolated
from scorekeeper.nights.columns import who_wins, won_by
from scorekeeper.nights.models import Match
from scorekeeper.nights.presenter import match_context
from scorekeeper.nights.story import Story
from scorekeeper.web.formatting import language, minus
from scorekeeper.web.fragment_cache import Fragments, draw, get_or_draw

TEMPLATE = "nights/_sheet.html"
PARTS = ("sheet", "line", "keep_playing", "to_the_pad")


def summary(match: Match) -> dict[str, Any]:
    """Return the template context of a match in a list of games, from the match's stored results."""
    totals, places, winning = match.totals or [0] * len(match.seated), match.places, match.winning
    standing = [(side, totals[side.seat]) for side in match.standing]
    return {
        "match": match,
        "game": match.title.text(language()),
        "players": match.sides,
        "winners": winning,
        "winners_text": won_by(winning),
        "won": who_wins(winning),
        "best": totals[winning[0].seat] if winning else 0,
        "placed": [(side, total, places[side.seat]) for side, total in standing],
        "standing": standing,
        "others": [f"{isolated(side.name)} {minus(total)}" for side, total in standing if side not in winning],
    }


def drawn_sheet(match: Match, among: Sequence[Match], *, in_play: bool) -> Fragments:
    """Return a game of tonight in four drawings (PARTS): as a sheet, as a line, and as two buttons."""

    def drawn() -> Fragments:
        prefetch_related_objects(among, "entries")
        match.all_entries = list(match.entries.all())
        standing = match_context(match) if not match.finished and match.is_readable else {}
        names = [seat.name for seat in match.sitting_now] if match.is_readable else []
        game = {**summary(match), **Story(match).context, "now": standing, "names": ", ".join(map(isolated, names))}
        return draw(TEMPLATE, PARTS, {"each": game, "in_play": in_play})

    return get_or_draw(f"{TEMPLATE}.{match.key}.{match.tag}.{language()}.{in_play}", drawn)
