"""The pad on the table, its display for a tablet, and what to do between deals."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scorekeeper.nights.chart import chart
from scorekeeper.nights.models import Match
from scorekeeper.nights.pad import language, pad_context
from scorekeeper.nights.views import match_for

NOT_MODIFIED = 304


def _followed(request: HttpRequest, match: Match, template: str, context: dict[str, object]) -> HttpResponse:
    """A page that other phones follow: htmx asks for its part with the tag of what it has."""
    part = f"{template}#live" if request.headers.get("HX-Request") else template
    response = render(request, part, context)
    response["HX-PTag"] = tag_of(match)
    response["Vary"] = "HX-Request, Cookie, Accept-Language"
    return response


def tag_of(match: Match) -> str:
    """What a phone has seen: the match's version, in its language."""
    return f"{match.version}-{language()}"


def _seen_already(request: HttpRequest, match: Match) -> bool:
    return request.headers.get("HX-Request") is not None and request.headers.get("HX-PTag") == tag_of(match)


@require_safe
def pad(request: HttpRequest, key: str, match_key: str) -> HttpResponse:
    """The score pad: a column for each player, a row for each round."""
    match = match_for(request, key, match_key)
    if _seen_already(request, match):
        return HttpResponse(status=NOT_MODIFIED)
    context = pad_context(match)
    drawing = chart(context["seats"], [row.totals for row in match.course.rows], context["goal"])
    removed = [entry for entry in match.all_entries if entry.removed_at]
    opened = request.GET.get("open", "")
    return _followed(
        request,
        match,
        "nights/table.html",
        {**context, "chart": drawing, "removed": removed, "opened": opened, "tag": tag_of(match)},
    )


@require_safe
def display(request: HttpRequest, key: str, match_key: str) -> HttpResponse:
    """For a tablet lying on the table: totals to be read from every seat."""
    match = match_for(request, key, match_key)
    if _seen_already(request, match):
        return HttpResponse(status=NOT_MODIFIED)
    context = pad_context(match)
    around = list(zip(context["signs"], PLACES[len(context["signs"])], strict=True))
    return _followed(request, match, "nights/display.html", {**context, "around": around, "tag": tag_of(match)})


# Where each seat sits round a tablet, clockwise: south, west, north, east; a fifth shares the north.
PLACES = {
    2: ("s", "n"),
    3: ("s", "w", "e"),
    4: ("s", "w", "n", "e"),
    5: ("s", "w", "n", "n", "e"),
}


@require_safe
def deal(request: HttpRequest, key: str, match_key: str) -> HttpResponse:
    """Between deals: who deals, who leads, how many cards each, what stays in the box."""
    match = match_for(request, key, match_key)
    left_out = [card.text(language()) for card in match.game.left_out(match.table)]
    context = {
        **pad_context(match),
        "cards_each": match.table.cards_each,
        "left_out": left_out,
        "dealing": [said.text(language()) for said in match.game.dealing(match.table)],
    }
    return render(request, "nights/deal.html", context)
