"""Access to matches, nights and score sheets by the keys in a request's path."""

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _

from scorekeeper.nights.models import Match, Night, OwnSheet
from scorekeeper.nights.models.night import NightQuerySet
from scorekeeper.people.access import authorize, group_for
from scorekeeper.people.models import Group, Role
from scorekeeper.web.error_pages import Deleted, OtherRules


def match_for(
    request: HttpRequest, key: str, match_key: str, role: Role = Role.VIEWER, *, any_rules: bool = False
) -> Match:
    """Return the group's match with the key `match_key`, with its card faces (`faces`) set."""
    matches = Match.objects.filter(key=match_key, night__group__key=key, night__group__deleted_at=None)
    # Not first(): it adds an ORDER BY. Compiling it takes 5 % of the time in which a pad is rendered.
    match = next(iter(matches.select_related("night__group")), None)
    if match is None:
        group_for(request, key, role)
        raise Http404("no such match")
    group = match.night.group
    authorize(request, group, role)
    match.faces = group.faces_of(match.game_slug)
    if match.is_deleted:
        _refuse_deleted(match)
    if not any_rules:
        refuse_other_rules(match)
    return match


def night_of(group: Group, nights: NightQuerySet, night_key: str) -> Night:
    """Return the night with this key among `nights`, some or all nights of the group."""
    night = nights.with_key(night_key).first()
    if night is None:
        deleted = get_object_or_404(group.nights.deleted().with_key(night_key))
        deleted.group = group
        raise _deleted_night(deleted)
    night.group = group
    return night


def sheet_of(group: Group, sheet_key: str) -> OwnSheet:
    return get_object_or_404(OwnSheet, group=group, key=sheet_key)


def _refuse_deleted(match: Match) -> None:
    """Raise Deleted if the match can still be restored, by itself or with its night. Otherwise raise Http404."""
    night, group = match.night, match.night.group
    if Night.objects.deleted().filter(pk=night.pk).exists():
        raise _deleted_night(night)
    if not Match.objects.deleted().filter(pk=match.pk).exists():
        raise Http404("deleted for good, or not here yet")
    restore = reverse("match_restore", args=[group.key, match.key]) if group.may_score else ""
    why = "" if restore else _("Whoever keeps score can restore it.")
    raise Deleted(_("This game was deleted"), why, restore=restore, night=night.get_absolute_url())


def _deleted_night(night: Night) -> Deleted:
    restore = reverse("night_restore", args=[night.group.key, night.key]) if night.group.may_own else ""
    why = "" if restore else _("Whoever keeps score can restore it.")
    return Deleted(_("This night was deleted"), why, restore=restore)


def refuse_other_rules(match: Match) -> None:
    """Raise OtherRules if this version cannot read the match's game or house rules."""
    if not match.is_readable:
        group = match.night.group
        delete = (
            reverse("match_delete", args=[group.key, match.key]) if group.may_score and not match.is_deleted else ""
        )
        raise OtherRules(match.night.get_absolute_url(), delete)
