"""Template tags about nights: news on a page, the games in play, text to share. All templates have them as builtins."""

from __future__ import annotations

from typing import Any

from django import template
from django.urls import reverse

from scorekeeper.nights.models import Match
from scorekeeper.nights.tonight import tables_of
from scorekeeper.people.models import Group
from scorekeeper.server.not_modified import make_etag

register = template.Library()


@register.inclusion_tag("nights/parts/announce_news.html", takes_context=True)
def announce_news(
    context: Any, followed: Match | Group, entry: object = None, version: object = None, *, own: bool = False
) -> dict[str, Any]:
    """Poll for news and announce it above the page's content, which stays as it is: {% announce_news match %}."""
    if isinstance(followed, Match):
        url = reverse("match_news", args=[followed.night.group.key, followed.key])
    else:
        url = reverse("group_news", args=[followed.key])
    query = "" if entry is None else f"?entry={entry}" if version is None else f"?entry={entry}&version={version}"
    query += "&own=yes" if own else ""
    return {"url": url + query, "tag": make_etag(context["request"], followed)}


@register.inclusion_tag("nights/parts/tables.html")
def tables(group: Group) -> dict[str, Any]:
    """List the latest five games in play, each with the link to its page of phones."""
    return {"group": group, "matches": tables_of(group).running[:5]}


@register.filter
def without_blank_lines(text: str) -> str:
    """Return the text without blank lines, and each line without spaces around it; for text made from HTML parts."""
    return "\n".join(filter(None, map(str.strip, text.splitlines())))
