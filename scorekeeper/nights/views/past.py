"""The night that is going on, and past nights, newest first."""

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from games.registry import all_games
from scorekeeper.nights.models import Match, Night
from scorekeeper.nights.pad import language, signs
from scorekeeper.nights.views.starting import last_match
from scorekeeper.people.access import group_for

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
    return render(request, "nights/nights.html", {"group": group, "page": page, "nights": [story(n) for n in page]})


@require_safe
def night(request: HttpRequest, key: str, night_key: str) -> HttpResponse:
    group = group_for(request, key)
    found = get_object_or_404(Night.objects.newest_first().with_matches(), group=group, key=night_key)
    return render(request, "nights/night.html", {"group": group, **story(found)})
