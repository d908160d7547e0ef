"""Helpers that lead the owner of a new group to the group's first game."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpResponse
from django.urls import reverse

from scorekeeper.nights.models import Match
from scorekeeper.people.codes import redirect_with_code
from scorekeeper.people.models import Group, Role, ShareLink


def needs_onboarding(group: Group) -> bool:
    """Return whether to guide the viewer of a page to the group's first game."""
    played = Match.objects.filter(night__group=group).exists()
    return settings.PHONES_JOIN and group.may_own and not played and not group.links.exists()


def redirect_to_phones(match: Match) -> HttpResponse:
    """Make a share link for scorers, and redirect to the match's page of phones, which shows the link's code."""
    group = match.night.group
    _link, token = ShareLink.make(group, Role.SCORER)
    return redirect_with_code(reverse("phones", args=[group.key, match.key]), token, group)
