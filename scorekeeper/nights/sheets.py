"""The sheets of a night's games, each cached for a version of its game.

A sheet needs the whole course of its game, and most games have not changed since a phone looked last.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import prefetch_related_objects

from games.kernel.words import isolated
from scorekeeper.nights.models import Match
from scorekeeper.nights.presenter import at_a_glance
from scorekeeper.nights.story import Story
from scorekeeper.web.formatting import all_of, language, minus
from scorekeeper.web.fragment_cache import Fragments, draw, get_or_draw

TEMPLATE = "nights/_sheet.html"
PARTS = ("sheet", "line", "keep_playing", "to_the_pad")


def summary(match: Match) -> dict[str, Any]:
    """Return a match in one line, from its stored totals."""
    names = [seat.name for seat in match.seated]
    people, totals, places = match.signs, match.totals or [0] * len(names), match.places
    return {
        "match": match,
        "game": match.title.text(language()),
        "players": list(zip(people, totals, strict=True)),
        "winners": [names[seat] for seat in match.winners],
        "winners_text": all_of([names[seat] for seat in match.winners]) if match.winners else "",
        "winning": [people[seat] for seat in match.winners],
        "best": max((totals[seat] for seat in match.winners), default=0),
        "placed": [(people[seat], totals[seat], places[seat]) for seat in match.standing],
        "standing": [(people[seat], totals[seat]) for seat in match.standing],
        "others": [
            f"{isolated(names[seat])} {minus(totals[seat])}" for seat in match.standing if seat not in match.winners
        ],
    }


def drawn_sheet(match: Match, among: Sequence[Match], *, in_play: bool) -> Fragments:
    """Return a game of tonight as a sheet, as a line, and as the button that leads to it.

    `among` are all games of the page: entries of those that are not cached yet are read in one query.
    """

    def drawn() -> Fragments:
        prefetch_related_objects(among, "entries")
        match.all_entries = list(match.entries.all())
        standing = at_a_glance(match) if not match.finished and match.is_readable else {}
        names = [seat.name for seat in match.sitting] if match.is_readable else []
        game = {**summary(match), **Story(match).context, "now": standing, "names": ", ".join(map(isolated, names))}
        return draw(TEMPLATE, PARTS, {"each": game, "in_play": in_play})

    return get_or_draw(f"{TEMPLATE}.{match.key}.{match.tag}.{language()}.{in_play}", drawn)
