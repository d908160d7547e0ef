"""The match of an address, for who may see it."""

from typing import NamedTuple

from django.db import connection
from django.http import Http404, HttpRequest
from django.urls import reverse

from scorekeeper.nights.models import Match
from scorekeeper.people.access import Visitor, admit, group_for, visitor, visitor_columns, with_access
from scorekeeper.people.models import Role
from scorekeeper.web.error_pages import OtherRules

_match_found = with_access(lambda key: Match.objects.filter(key=key).select_related("night__group"))


def match_for(
    request: HttpRequest, key: str, match_key: str, role: Role = Role.VIEWER, *, any_rules: bool = False
) -> Match:
    """A match of this group, for somebody of at least this role; 404 and 403 as `group_for`.

    Raises OtherRules where this version cannot read its house rules, unless the view needs none (`any_rules`).
    """
    match = _match_found(request, match_key)
    group = match.night.group if match is not None else None
    if match is None or group is None or group.key != key or group.deleted_at is not None:
        group_for(request, key, role)
        raise Http404("no such match")
    admit(request, match, group, role)
    match.faces = group.faces_of(match.game_slug)
    if match.is_deleted:
        raise Http404("deleted")
    if not any_rules:
        refuse_other_rules(match)
    return match


def refuse_other_rules(match: Match) -> None:
    """Raises OtherRules where this version cannot read the house rules of the match."""
    if not match.is_readable:
        group = match.night.group
        delete = (
            reverse("match_delete", args=[group.key, match.key]) if group.may_score and not match.is_deleted else ""
        )
        raise OtherRules(match.night.get_absolute_url(), delete)


_GLANCE = """SELECT nights_match.finished, nights_match.tag, people_group.tag, {} FROM nights_match
JOIN nights_night ON nights_night.id = night_id JOIN people_group ON people_group.id = group_id
WHERE nights_match.key = %s AND people_group.key = %s
AND nights_match.deleted_at IS NULL AND nights_night.deleted_at IS NULL AND people_group.deleted_at IS NULL"""


class Glance(NamedTuple):
    """What phones on a match's page follow, its tag, and who looks."""

    model: str
    key: str
    tag: str
    who: Visitor


def glance(request: HttpRequest, key: str, match_key: str) -> Glance | None:
    """As much of a match as it takes to show what was drawn before, in one question; None: ask `match_for`.

    The page of a match that is over leads on to what is played next: then phones follow the group.
    """
    columns, parameters = visitor_columns(request, key)
    with connection.cursor() as cursor:
        cursor.execute(_GLANCE.format(columns), [*parameters, match_key, key])
        row = cursor.fetchone()
    who = row and visitor(request, row[3:])
    if not who:
        return None
    finished, tag, group_tag = row[:3]
    return Glance("group", key, group_tag, who) if finished else Glance("match", match_key, tag, who)
