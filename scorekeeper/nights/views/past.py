"""The night that is going on, and past nights, newest first."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.registry import all_games
from scorekeeper.nights.chart import chart
from scorekeeper.nights.forms import NightForm
from scorekeeper.nights.models import Match, Night
from scorekeeper.nights.pad import all_of, language, signs
from scorekeeper.nights.views.starting import last_match
from scorekeeper.people.access import group_for
from scorekeeper.people.models import Role
from scorekeeper.writing import writing

NIGHTS_A_PAGE = 20


def summary(match: Match) -> dict[str, Any]:
    """A match in one line, from its caches."""
    names = [seat.name for seat in match.seated]
    totals = match.totals or [0] * len(names)
    return {
        "match": match,
        "game": all_games()[match.game_slug].name.text(language()),
        "players": list(zip(signs(names), totals, strict=True)),
        "winners": [names[seat] for seat in match.winners],
        "winners_said": all_of([names[seat] for seat in match.winners]) if match.winners else "",
        "standing": sorted(zip(signs(names), totals, strict=True), key=lambda each: -each[1]),
    }


def story(night: Night) -> dict[str, Any]:
    return {"night": night, "matches": [summary(match) for match in night.matches.all()]}


@require_safe
def tonight(request: HttpRequest, key: str) -> HttpResponse:
    """The group's own page: tonight's games, and the next one a tap away."""
    group = group_for(request, key)
    night = Night.objects.filter(group=group).newest_first().with_matches().first()
    last = last_match(group)
    games = story(night)["matches"] if night and night.is_going_on else []
    running = last if last and not last.finished and games else None
    context = {
        "group": group,
        "tonight": games[::-1],
        "running": running,
        "last": summary(last) if last else None,
    }
    return render(request, "people/group.html", context)


@require_safe
def nights(request: HttpRequest, key: str) -> HttpResponse:
    group = group_for(request, key)
    pages = Paginator(Night.objects.filter(group=group).newest_first().with_matches(), NIGHTS_A_PAGE)
    page = pages.get_page(request.GET.get("page"))
    deleted = group.nights.deleted() if group.may_own else []
    return render(
        request,
        "nights/nights.html",
        {"group": group, "page": page, "nights": [story(each) for each in page], "deleted": deleted},
    )


def _night_for(request: HttpRequest, key: str, night_key: str, role: Role) -> Night:
    group = group_for(request, key, role)
    found = get_object_or_404(Night.objects.newest_first().with_matches(), group=group, key=night_key)
    found.group = group
    return found


@require_safe
def night(request: HttpRequest, key: str, night_key: str) -> HttpResponse:
    found = _night_for(request, key, night_key, Role.VIEWER)
    told = [{**summary(match), **_course(match)} for match in found.matches.prefetch_related("seats", "entries")]
    context = {"group": found.group, "night": found, "matches": told, "going_on": found.is_going_on}
    return render(request, "nights/night.html", context)


def _course(match: Match) -> dict[str, Any]:
    """How a match went, drawn from the points its entries keep: nothing is scored again to look back."""
    people = signs([seat.name for seat in match.seated])
    sums = [0] * len(people)
    totals: list[list[int]] = []
    numbers: list[int | None] = []
    for entry in match.entries.all():
        if entry.removed_at is None and entry.points is not None:
            sums = [before + points for before, points in zip(sums, entry.points, strict=True)]
            totals.append(sums)
            numbers.append(len(totals))
    return {"chart": chart(people, totals, numbers)}


@require_http_methods(["GET", "POST"])
def night_edit(request: HttpRequest, key: str, night_key: str) -> HttpResponse:
    """Where the night was, and what is worth remembering of it."""
    found = _night_for(request, key, night_key, Role.SCORER)
    group = found.group
    now = {"place": found.place, "note": found.note}
    form = NightForm(request.POST) if request.method == "POST" else NightForm(initial=now)
    if form.is_valid():
        with writing():
            found.describe(**form.cleaned_data)
        return redirect(found)
    status = 422 if form.errors else 200
    return render(request, "nights/night_edit.html", {"group": group, "night": found, "form": form}, status=status)


@require_http_methods(["GET", "POST"])
def night_delete(request: HttpRequest, key: str, night_key: str) -> HttpResponse:
    """Asks a second time, then takes the night out of the list."""
    found = _night_for(request, key, night_key, Role.OWNER)
    if request.method == "POST" and request.POST.get("sure") == "yes":
        with writing():
            found.delete_for_now()
        messages.success(request, _("Deleted. It can be brought back for 30 days."))
        return redirect("nights", key=found.group.key)
    return render(request, "nights/night_delete.html", {"group": found.group, **story(found)})


@require_POST
def night_restore(request: HttpRequest, key: str, night_key: str) -> HttpResponse:
    group = group_for(request, key, Role.OWNER)
    found = get_object_or_404(Night.objects.not_gone(), group=group, key=night_key)
    with writing():
        found.bring_back()
    return redirect(found)
