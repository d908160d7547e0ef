"""The polling of pages with a form: news is announced above the form, and nothing in the form is replaced."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scorekeeper.nights.access import match_for
from scorekeeper.nights.models import Match
from scorekeeper.people.access import group_for
from scorekeeper.people.models import Group
from scorekeeper.people.names import writer
from scorekeeper.server.not_modified import HEADER, is_current, make_etag
from scorekeeper.web.htmx import HtmxRequest, current_path
from scorekeeper.web.posted import whole_number


@require_safe
def of_group(request: HtmxRequest, key: str) -> HttpResponse:
    group = group_for(request, key)
    return _news(request, group, {"is_new": not is_current(request, group)})


@require_safe
def of_match(request: HtmxRequest, key: str, match_key: str) -> HttpResponse:
    """Return the announcement of news of a match; it is empty if there is no news."""
    match = match_for(request, key, match_key)
    if "entry" not in request.GET:
        return _news(request, match, {"is_new": not is_current(request, match)})
    number = whole_number(request.GET["entry"])
    if "version" in request.GET:
        changed = match.entries.filter(number=number).exclude(version=whole_number(request.GET["version"])).first()
        return _news(request, match, {"changed": changed, "by": changed and writer(changed.last_hand), "match": match})
    later = match.entries.filter(number__gt=number, removed_at=None)
    own = "own" in request.GET
    return _news(request, match, {"entry": later.order_by("number").first(), "match": match, "own": own})


def _news(request: HtmxRequest, followed: Match | Group, context: dict[str, Any]) -> HttpResponse:
    tag = make_etag(request, followed)
    context |= {"url": request.get_full_path(), "tag": tag, "page": current_path(request) or "."}
    response = render(request, "nights/parts/news.html", context)
    response[HEADER] = tag
    return response
