"""The pages of a group's seasons."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from scorekeeper.history.forms import SeasonForm
from scorekeeper.history.models import Season
from scorekeeper.people.access import group_for
from scorekeeper.people.bounds import Full
from scorekeeper.people.keys import did
from scorekeeper.people.models import Group, Role
from scorekeeper.server.write_queue import write_transaction


def _to(season: Season, group: Group) -> HttpResponse:
    """Return a redirect to the leaderboards of this season."""
    return redirect(f"{reverse('boards', args=[group.key])}?in=season-{season.pk}")


@require_http_methods(["GET", "POST"])
def seasons(request: HttpRequest, key: str) -> HttpResponse:
    """Show all seasons of a group. A POST by a scorer adds one."""
    posted = request.method == "POST"
    group = group_for(request, key, Role.SCORER if posted else Role.VIEWER)
    form = SeasonForm(request.POST if posted else None, initial={"first": timezone.localdate().replace(day=1)})
    if posted and form.is_valid():
        try:
            with write_transaction(group):
                season = Season.objects.create(group=group, **form.cleaned_data)
                did(season)
        except Full as full:
            form.add_error("name", str(full))
        else:
            return _to(season, group)
    context = {"group": group, "seasons": Season.objects.filter(group=group), "form": form}
    return render(request, "history/seasons.html", context, status=422 if form.errors else 200)


def _season(group: Group, key: str) -> Season:
    return get_object_or_404(Season, group=group, key=key)


@require_http_methods(["GET", "POST"])
def season(request: HttpRequest, key: str, season_key: str) -> HttpResponse:
    """Show the form of a season. A POST saves it or, with `delete=yes`, deletes it. The season's games stay."""
    group = group_for(request, key, Role.SCORER)
    if request.method == "POST" and request.POST.get("delete") == "yes":
        with write_transaction(group):
            found = _season(group, season_key)
            found.delete()
            did(found)
        return redirect("seasons", key=group.key)
    found = _season(group, season_key)
    shown = {"name": found.name, "first": found.first, "last": found.last}
    form = SeasonForm(request.POST if request.method == "POST" else None, initial=shown)
    if form.is_valid():
        with write_transaction(group):
            found = _season(group, season_key)
            found.describe(**form.cleaned_data)
            did(found)
        return _to(found, group)
    context = {"group": group, "season": found, "form": form}
    return render(request, "history/season.html", context, status=422 if form.errors else 200)
