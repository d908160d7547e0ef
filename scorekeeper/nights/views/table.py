"""The pad on the table, its display for a tablet, and what to do between deals."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scorekeeper.nights.pad import pad_context
from scorekeeper.nights.views import match_for


@require_safe
def pad(request: HttpRequest, key: str, match_key: str) -> HttpResponse:
    """The score pad: a column for each player, a row for each round."""
    match = match_for(request, key, match_key)
    return render(request, "nights/table.html", pad_context(match))


@require_safe
def display(request: HttpRequest, key: str, match_key: str) -> HttpResponse:
    """For a tablet lying on the table: totals to be read from every seat."""
    match = match_for(request, key, match_key)
    return render(request, "nights/display.html", pad_context(match))


@require_safe
def deal(request: HttpRequest, key: str, match_key: str) -> HttpResponse:
    """Between deals: who deals, who leads, how many cards each, what stays in the box."""
    match = match_for(request, key, match_key)
    return render(request, "nights/deal.html", pad_context(match))
