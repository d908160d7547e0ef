"""The pages on which a phone joins by a link and its holder is named."""

from __future__ import annotations

import logging
from typing import Any

from django.contrib import messages
from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.kernel.words import isolated
from scorekeeper.nights.models import Match
from scorekeeper.nights.tonight import Tables, running_match, tables_of
from scorekeeper.people import access
from scorekeeper.people.bounds import Full
from scorekeeper.people.forms import PlayerForm
from scorekeeper.people.models import Group, Player, Role, ShareLink
from scorekeeper.server.write_queue import write_transaction

FOR_ALL, WATCHES, NEW = "all", "watch", "new"

logger = logging.getLogger(__name__)


@never_cache
@require_http_methods(["GET", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Ask who joins by a link. A POST joins, and stores the answer, if any (`player`, see `who`)."""
    link = ShareLink.objects.live().with_token(token).select_related("group").first()
    if link is None:
        return render(request, "people/link_dead.html", {"owner": False}, status=410)
    group = link.group
    if request.method == "GET" and (access.access_to(request, group).given or 0) >= link.role:
        return redirect(_pad_of_code(request, group) or group)
    form = PlayerForm(_typed(request), group=group)
    if request.method == "POST" and (request.POST.get("player") != NEW or form.is_valid()):
        access.join(request, link)
        logger.info("Group %s: a phone joined by link %d as %s", group.key, link.pk, Role(link.role).name)
        if request.POST.get("player"):
            return _answered(request, group, form) or _page(request, group, form, link)
        pad = _pad_of_code(request, group)
        if access.has_said_who(request, group):
            return redirect(pad or group)
        return redirect(reverse("who", args=[group.key]) + (f"?table={pad.key}" if pad else ""))
    return _page(request, group, form, link)


@require_http_methods(["GET", "POST"])
def who(request: HttpRequest, key: str) -> HttpResponse:
    """Ask whose phone it is; a POST stores the answer. Raise Http404 for the example group."""
    group = access.group_for(request, key)
    if group.is_example:
        raise Http404("everybody looks at it, and nobody plays in it")
    form = PlayerForm(_typed(request), group=group)
    answered = _answered(request, group, form) if request.method == "POST" else None
    return answered or _page(request, group, form)


def _typed(request: HttpRequest) -> Any:
    """Return the POST data if it is about a new player; else None."""
    return request.POST if request.POST.get("player") == NEW else None


def _page(request: HttpRequest, group: Group, form: PlayerForm, link: ShareLink | None = None) -> HttpResponse:
    """Return the page that asks whose phone it is. `link` is the link by which the phone is about to join, if any."""
    asked = access.access_to(request, group)
    tables = tables_of(group)
    said, is_player = asked.has_said_who, asked.person is not None
    context = {
        "group": group,
        "link": link,
        "running": next(iter(tables.running), None),
        "people": _people(group, tables),
        "me": access.person_of(request, group),
        "form": form,
        "may_score": (link.role if link else asked.given or 0) >= Role.SCORER,
        "watches": said and not is_player and asked.only_watches,
        "for_all": said and not is_player and not asked.only_watches,
        "first_time": not said,
        "back": reverse("me", args=[group.key]) if is_player else group.get_absolute_url(),
    }
    page = "nights/join.html" if link else "nights/who.html"
    return render(request, page, context, status=422 if request.method == "POST" else 200)


def _answered(request: HttpRequest, group: Group, form: PlayerForm) -> HttpResponse | None:
    """Store whose phone it is, create the player if new, and return a redirect."""
    chosen, player = request.POST.get("player", ""), None
    if chosen == NEW and (access.access_to(request, group).given or 0) >= Role.SCORER:
        player = _new(form)
    elif chosen not in (FOR_ALL, WATCHES):
        player = next((each for each in group.players.canonical() if str(each.pk) == chosen), None)
    if player is None and chosen not in (FOR_ALL, WATCHES):
        return None
    with write_transaction(group):
        access.say_who(request, group, player, only_watches=chosen == WATCHES)
    if player is not None:
        messages.success(request, _("This is %(name)s’s phone now.") % {"name": isolated(player.name)})
    return redirect(_pad_of_code(request, group) or running_match(group, player) or group)


def _pad_of_code(request: HttpRequest, group: Group) -> Match | None:
    """Return the match on whose page the code was shown, by its key in the URL's field `table`; None without one."""
    key = request.GET.get("table", "")
    found = Match.objects.not_deleted().filter(night__group=group, key=key).select_related("night").first()
    if found is not None:
        found.night.group = group
    return found


def _new(form: PlayerForm) -> Player | None:
    """Create and return a player with the typed name. If that fails, add the error to the form and return None."""
    if not form.is_valid():
        return None
    name = form.cleaned_data["name"]
    try:
        with write_transaction(form.group):
            return Player.objects.create(group=form.group, name=name)
    except IntegrityError:  # another request has just created this player
        form.add_error("name", _("%(name)s is already here.") % {"name": isolated(name)})
    except Full as full:
        form.add_error("name", str(full))
    return None


def _people(group: Group, tables: Tables) -> list[dict[str, Any]]:
    """Return the players to choose from. Players of the games in play come first, in the order of their seats."""
    players = list(group.players.on_the_pad())
    held = access.people_with_access(group)
    sitting = [seat.player.canonical.pk for match in tables.running for seat in match.sitting_now]
    seated = {player: place for place, player in enumerate(dict.fromkeys(sitting))}
    rows = [{"player": player, "held": player.pk in held} for player in players]
    return sorted(rows, key=lambda row: seated.get(row["player"].pk, len(seated)))
