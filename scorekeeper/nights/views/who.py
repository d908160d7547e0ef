"""The question who holds this phone: asked once after joining by a link, changed here."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scorekeeper.nights.models import Match
from scorekeeper.nights.views.starting import last_match
from scorekeeper.people import access
from scorekeeper.people.forms import PlayerForm
from scorekeeper.people.models import Group, Phone, Player
from scorekeeper.server.write_queue import write_transaction


@require_http_methods(["GET", "POST"])
def who(request: HttpRequest, key: str) -> HttpResponse:
    """One of the players, a new one, or somebody who watches. A POST says it: `player` is their number, or "watch"."""
    group = access.group_for(request, key)
    if group.is_example:
        raise Http404("everybody looks at it, and nobody plays in it")
    running = running_match(group)
    form = PlayerForm(None, group=group)
    if request.method == "POST":
        chosen, player = request.POST.get("player", ""), None
        if chosen == "new" and group.may_score:
            form = PlayerForm(request.POST, group=group)
            player = _new(form)
        elif chosen != "watch":
            player = next((each for each in group.players.themselves() if str(each.pk) == chosen), None)
        if player is not None or chosen == "watch":
            with write_transaction(group):
                access.say_who(request, group, player)
            if player is not None:
                messages.success(request, _("This is %(name)s’s phone now.") % {"name": player.name})
            return redirect(running or group)
    context = {
        "group": group,
        "running": running,
        "people": _people(group, running),
        "me": access.person_of(request, group),
        "form": form,
        "first_time": not access.has_said_who(request, group),
        "back": reverse("me", args=[group.key]) if access.has_said_who(request, group) else group.get_absolute_url(),
    }
    return render(request, "nights/who.html", context, status=422 if request.method == "POST" else 200)


def _new(form: PlayerForm) -> Player | None:
    """Return somebody who is not on the pad yet; None where the name will not do, with the reason in the form."""
    if not form.is_valid():
        return None
    name = form.cleaned_data["name"]
    try:
        with write_transaction(form.group):
            return Player.objects.create(group=form.group, name=name)
    except IntegrityError:  # another phone was quicker
        form.add_error("name", _("%(name)s is already here.") % {"name": name})
        return None


def running_match(group: Group) -> Match | None:
    """The game that is being played in this group just now."""
    last = last_match(group)
    if last is None or last.finished or not last.night.is_going_on:
        return None
    last.night.group = group
    return last


def _people(group: Group, running: Match | None) -> list[dict[str, Any]]:
    """Everybody on the pad, with how many phones they have; who sits at the running game stands first, as seated."""
    players = list(group.players.on_the_pad())
    phones = Phone.objects.filter(link__group=group, link__withdrawn_at=None).values_list("player", flat=True)
    held = {*phones, *group.memberships.values_list("player", flat=True)}
    seated = {seat.player.themselves.pk: seat.position for seat in running.seated} if running else {}
    rows = [{"player": player, "seated": player.pk in seated, "held": player.pk in held} for player in players]
    return sorted(rows, key=lambda row: seated.get(row["player"].pk, len(seated)))
