"""The match of an address, for who may see it."""

from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from scorekeeper.nights.models import Match
from scorekeeper.people.access import group_for
from scorekeeper.people.models import Role


def match_for(request: HttpRequest, key: str, match_key: str, role: Role = Role.VIEWER) -> Match:
    """A match of this group, for somebody of at least this role; 404 and 403 as `group_for`."""
    group = group_for(request, key, role)
    matches = Match.objects.not_deleted().select_related("night").prefetch_related("seats__player")
    match = get_object_or_404(matches, key=match_key, night__group=group)
    match.night.group = group
    return match
