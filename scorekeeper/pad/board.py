"""The drawing of a game's board, for games that have one."""

from typing import Any

from django.template.loader import render_to_string

from scorekeeper.nights.models import Match


def drawing_of_board(match: Match, context: dict[str, Any]) -> str:
    """Return the HTML of the board's drawing, rendered with `context`; "" in games without a board."""
    found = match.game.picture(match.table, match.course.engine.past)
    return render_to_string(found[0], {**context, **found[1]}) if found else ""
