"""Pages about a match with live updates. On the page of a finished match, the group's tag counts instead."""

from collections.abc import Callable, Sequence
from typing import Any

from django.http import HttpResponse

from scorekeeper.nights.models import Match
from scorekeeper.people.access import person_of
from scorekeeper.people.models import Player
from scorekeeper.people.signs import Sign
from scorekeeper.server.not_modified import HEADER, make_etag
from scorekeeper.web.formatting import language
from scorekeeper.web.fragment_cache import Fragments, draw, for_request, get_or_draw
from scorekeeper.web.htmx import HtmxRequest, render_parts, wants_parts


def live_page(
    request: HtmxRequest,
    match: Match,
    template: str,
    parts: Sequence[str],
    context: Callable[[], dict[str, Any]],
    *,
    cached: bool = True,
    status: int = 200,
    **own: Any,
) -> HttpResponse:
    """Return a page with live updates. If htmx polls, return only the live part, and the foot if there is one."""
    group = match.night.group
    version = f"{match.tag}.{group.tag}" if match.finished else match.tag
    key = f"{template}.{match.key}.{version}.{group.role}.{language()}"

    def draw_all() -> Fragments:
        return draw(template, parts, context())

    own |= {
        "match": match,
        "group": group,
        "fragments": for_request(request, get_or_draw(key, draw_all) if cached else draw_all()),
        "tag": make_etag(request, group if match.finished else match),
        "partly": wants_parts(request),
    }
    response = render_parts(request, template, ("live", "foot") if "actions" in parts else ("live",), own, status)
    response[HEADER] = own["tag"]
    return response


def holder_context(request: HtmxRequest, match: Match) -> dict[str, Any]:
    """Return the template context about the player who holds this phone: `me`, and their sign `my_seat`."""
    me = None if wants_parts(request) else person_of(request, match.night.group)
    return {"me": me, "my_seat": seat_of(match, me)} if me else {}


def seat_of(match: Match, player: Player | None) -> Sign | None:
    """Return the sign of this player's seat in the match, even if the player has left; None if they have no seat."""
    own = next((seat.position for seat in match.seated if player and seat.player_id == player.pk), None)
    return None if own is None else match.signs[own]
