"""The referee's screen: who takes this trick, and why. It writes nothing, so whoever sees the pad may use it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from scorekeeper.nights.models import Match
from scorekeeper.nights.pad import signs
from scorekeeper.nights.trick import judged, trick_context
from scorekeeper.nights.views import match_for
from scorekeeper.nights.views.entering import posted


def usual_leader(match: Match) -> str:
    """At the dealer's left; the first seat where it is open who deals."""
    dealer = match.course.engine.next_dealer
    return match.table.left_of(dealer) if dealer else match.table.players[0]


@require_safe
def referee(request: HttpRequest, key: str, match_key: str) -> HttpResponse:
    """A trick as far as it is tapped; judged as soon as it is complete. A script asks for the changed parts only."""
    match = match_for(request, key, match_key)
    trick = judged(match.game, match.table, posted(request.GET), leader=usual_leader(match))
    context = {
        "match": match,
        "group": match.night.group,
        "game": match.game,
        "seats": signs(match.table.players),
        **trick_context(trick, sent="judge" in request.GET),
    }
    if request.headers.get("X-Requested-With") == "fetch":
        parts = [render_to_string(f"nights/referee.html#{part}", context, request) for part in ("trick", "foot")]
        response = HttpResponse("".join(parts))
    else:
        response = render(request, "nights/referee.html", context)
    response["Vary"] = "X-Requested-With, Cookie, Accept-Language"
    return response
