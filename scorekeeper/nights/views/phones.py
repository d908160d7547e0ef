"""The page of a match that shows the code for other phones, and which players' phones have joined."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scorekeeper.nights.access import match_for
from scorekeeper.nights.onboarding import redirect_to_phones
from scorekeeper.people import access
from scorekeeper.people.bounds import Full
from scorekeeper.people.codes import table_code_url
from scorekeeper.people.models import Role
from scorekeeper.server.not_modified import HEADER, make_etag
from scorekeeper.server.write_queue import write_transaction
from scorekeeper.web.htmx import HtmxRequest, render_parts


@never_cache
@require_http_methods(["GET", "POST"])
def phones(request: HtmxRequest, key: str, match_key: str) -> HttpResponse:
    """Show an owner the code by which phones join, and which players' phones have joined."""
    match = match_for(request, key, match_key, Role.OWNER)
    group = match.night.group
    if request.method == "POST" and "code" in request.POST:
        try:
            with write_transaction(group):
                return redirect_to_phones(match)
        except Full as full:
            messages.error(request, str(full))
            return redirect("phones", key=key, match_key=match_key)
    if request.method == "POST":
        seated = {str(player.pk): player for player in (seat.player.canonical for seat in match.sitting_now)}
        if player := seated.get(request.POST.get("player", "")):
            with write_transaction(group):
                access.say_who(request, group, player)
        return redirect("phones", key=key, match_key=match_key)
    joined, mine = access.people_with_access(group), access.person_of(request, group)
    people = [(seat.player.canonical, match.signs[seat.position]) for seat in match.sitting_now]
    seats: list[dict[str, Any]] = [
        {"sign": sign, "player": player.pk, "mine": player == mine, "joined": player.pk in joined}
        for player, sign in people
    ]
    tag = make_etag(request, group)
    context: dict[str, Any] = {
        "match": match,
        "group": group,
        "url": table_code_url(request, group, match.key),
        "first": not match.last_number and not match.night.matches.exclude(pk=match.pk).exists(),
        "seats": seats,
        "known": mine is not None,
        "all_here": all(each["mine"] or each["joined"] for each in seats),
        "tag": tag,
    }
    response = render_parts(request, "nights/phones.html", ("live", "action"), context)
    response[HEADER] = tag
    return response
