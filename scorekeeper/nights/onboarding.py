"""The guidance of a new group's owner to its first game."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpResponse
from django.urls import reverse

from scorekeeper.nights.models import Match
from scorekeeper.people.codes import redirect_with_code
from scorekeeper.people.models import Group, Role, ShareLink


def needs_onboarding(group: Group) -> bool:
    """Return whether the owner of this group is guided to its first game: nothing was played yet, and no code was made."""
    played = Match.objects.filter(night__group=group).exists()
    return settings.PHONES_JOIN and group.may_own and not played and not group.links.exists()


def redirect_to_phones(match: Match) -> HttpResponse:
    """Go to the page of the phones, with a new code. Called inside `write_transaction()`."""
    group = match.night.group
    _link, token = ShareLink.make(group, Role.SCORER)
    return redirect_with_code(reverse("phones", args=[group.key, match.key]), token, group)
