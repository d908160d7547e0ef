"""The last step of a new group: the code for the others' phones, and who has joined."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scorekeeper.nights.access import match_for
from scorekeeper.nights.models import Match
from scorekeeper.people import access
from scorekeeper.people.models import Group, Phone, Role, ShareLink
from scorekeeper.people.views import address, keeping_code
from scorekeeper.server.not_modified import HEADER, make_etag
from scorekeeper.server.write_queue import write_transaction
from scorekeeper.web.htmx import HtmxRequest, render_parts


def is_to_be_led(group: Group) -> bool:
    """Return whether the owner of this group is led through its first game: nobody has played, no code was made."""
    played = Match.objects.filter(night__group=group).exists()
    return settings.PHONES_JOIN and group.may_own and not played and not group.links.exists()


def with_code(match: Match) -> HttpResponse:
    """Go to the page of the phones, with a new code. Called inside `write_transaction()`."""
    group = match.night.group
    _link, token = ShareLink.make(group, Role.SCORER)
    return keeping_code(reverse("phones", args=[group.key, match.key]), token)


@never_cache
@require_http_methods(["GET", "POST"])
def phones(request: HtmxRequest, key: str, match_key: str) -> HttpResponse:
    """Show the code as long as this browser has it, and whose phones have joined. A POST says who the owner is."""
    match = match_for(request, key, match_key, Role.OWNER)
    group = match.night.group
    if request.method == "POST":
        seated = {str(seat.player_id): seat.player for seat in match.seated}
        if player := seated.get(request.POST.get("player", "")):
            with write_transaction(group):
                access.say_who(request, group, player)
        return redirect("phones", key=key, match_key=match_key)
    link = group.links.live().filter(role=Role.SCORER).first()
    url = address(request, "join", link.token_hash) if link else ""
    if not url:
        return redirect(match)
    joined = set(Phone.objects.filter(link__group=group).values_list("player", flat=True))
    mine = access.person_of(request, group)
    seats: list[dict[str, Any]] = [
        {"sign": sign, "player": seat.player_id, "mine": seat.player == mine, "joined": seat.player_id in joined}
        for seat, sign in zip(match.seated, match.signs, strict=True)
    ]
    tag = make_etag(request, group)
    context: dict[str, Any] = {
        "match": match,
        "group": group,
        "url": url,
        "seats": seats,
        "known": mine is not None,
        "all_here": all(each["mine"] or each["joined"] for each in seats),
        "tag": tag,
    }
    response = render_parts(request, "nights/phones.html", ("live", "action"), context)
    response[HEADER] = tag
    return response
