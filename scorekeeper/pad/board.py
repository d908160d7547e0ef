"""The drawing of the board that lies beside the cards."""

from typing import Any

from django.template.loader import render_to_string

from scorekeeper.nights.models import Match


def drawing_of_board(match: Match, context: dict[str, Any]) -> str:
    """Return the HTML of the drawing; "" in games without one."""
    found = match.game.picture(match.table, match.course.engine.past)
    return render_to_string(found[0], {**context, **found[1]}) if found else ""
