"""Access to matches by the keys in a request's path."""

from django.http import Http404, HttpRequest
from django.urls import reverse

from scorekeeper.nights.models import Match
from scorekeeper.people.access import authorize, group_for
from scorekeeper.people.models import Role
from scorekeeper.web.error_pages import OtherRules


def match_for(
    request: HttpRequest, key: str, match_key: str, role: Role = Role.VIEWER, *, any_rules: bool = False
) -> Match:
    """Return the match with the key `match_key` of the group with the key `key`; the request needs at least `role`.

    Also set the match's `faces`. Raise Http404 and PermissionDenied as `group_for` does, and Http404 if the match is
    missing or deleted. Raise OtherRules if this version cannot read the match's house rules, unless `any_rules` is
    True.
    """
    matches = Match.objects.filter(key=match_key, night__group__key=key, night__group__deleted_at=None)
    # Not first(): compiling the ORDER BY that it adds would take a twentieth of the time in which a pad is rendered.
    match = next(iter(matches.select_related("night__group")), None)
    if match is None:
        group_for(request, key, role)
        raise Http404("no such match")
    group = match.night.group
    authorize(request, group, role)
    match.faces = group.faces_of(match.game_slug)
    if match.is_deleted:
        raise Http404("deleted")
    if not any_rules:
        refuse_other_rules(match)
    return match


def refuse_other_rules(match: Match) -> None:
    """Raise OtherRules if this version cannot read the house rules of the match."""
    if not match.is_readable:
        group = match.night.group
        delete = (
            reverse("match_delete", args=[group.key, match.key]) if group.may_score and not match.is_deleted else ""
        )
        raise OtherRules(match.night.get_absolute_url(), delete)
