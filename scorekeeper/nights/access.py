"""The match of an address, for who may see it."""

from django.http import Http404, HttpRequest

from scorekeeper.nights.models import Match
from scorekeeper.people.access import admit, group_for, with_access
from scorekeeper.people.models import Role


def match_for(request: HttpRequest, key: str, match_key: str, role: Role = Role.VIEWER) -> Match:
    """A match of this group, for somebody of at least this role; 404 and 403 as `group_for`."""
    rows = with_access(request, Match.objects.filter(key=match_key).select_related("night__group"))
    match: Match | None = next(iter(rows), None)
    group = match.night.group if match is not None else None
    if match is None or group is None or group.key != key or group.deleted_at is not None:
        group_for(request, key, role)
        raise Http404("no such match")
    admit(request, match, group, role)
    if match.is_deleted:
        raise Http404("deleted")
    return match
