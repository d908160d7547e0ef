"""Past nights, newest first."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from games.registry import all_games
from scorekeeper.nights.models import Match, Night
from scorekeeper.nights.pad import language, signs
from scorekeeper.people.access import group_for

NIGHTS_A_PAGE = 20


def summary(match: Match) -> dict[str, object]:
    """A match in one line, from its caches."""
    names = [seat.name for seat in match.seated]
    totals = match.totals or [0] * len(names)
    return {
        "match": match,
        "game": all_games()[match.game_slug].name.text(language()),
        "players": list(zip(signs(names), totals, strict=True)),
        "winners": [names[seat] for seat in match.winners],
    }


def story(night: Night) -> dict[str, object]:
    return {"night": night, "matches": [summary(match) for match in night.matches.all()]}


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
