"""Signal receivers that renew the tags of matches and groups."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.db.models.signals import post_delete, post_save

from scorekeeper.nights.models import Match, Night
from scorekeeper.nights.signals import night_changed
from scorekeeper.people.models import Group, Membership, Phone, Player, ShareLink
from scorekeeper.people.signals import access_ended

# If only these fields are saved, no tag is renewed: no page with live updates shows them.
_UNSEEN = frozenset({"last_used_at"})


def touch_group(group: int) -> None:
    """Renew the tag of the group with this id, but not the tags of its matches."""
    Group.objects.filter(pk=group).renew_tags()


def _renew(group: int) -> None:
    Match.objects.filter(night__group=group).renew_tags()
    touch_group(group)


def _group_changed(instance: Group, **signal: Any) -> None:
    Match.objects.filter(night__group=instance).renew_tags()


def _of_the_group_changed(
    instance: Player | Membership | ShareLink,
    created: bool = False,
    update_fields: Collection[str] | None = None,
    **signal: Any,
) -> None:
    """Renew the tags of the group and its matches after a change of a player, membership or link."""
    if update_fields is not None and _UNSEEN.issuperset(update_fields):
        return
    if not created or isinstance(instance, Membership):
        _renew(instance.group_id)


def _phones_changed(instance: Phone, **signal: Any) -> None:
    """Renew the group's tag: the page that lists the joined phones is live, and follows the group."""
    touch_group(instance.link.group_id)


def _match_saved(instance: Match, update_fields: Collection[str] | None = None, **signal: Any) -> None:
    """Renew the group's tag. If only the tag of an unfinished match was saved, do nothing."""
    if instance.finished or update_fields is None or set(update_fields) != {"tag"}:
        touch_group(instance.night.group_id)


def _night_saved(instance: Night, **signal: Any) -> None:
    touch_group(instance.group_id)


def _night_changed(night: Night, **signal: Any) -> None:
    night.matches.all().renew_tags()


def _access_ended(group: Group, **signal: Any) -> None:
    _renew(group.pk)


def connect() -> None:
    """Connect the receivers to their signals. Called once, when the app is ready."""
    post_save.connect(_group_changed, Group)
    for model in (Player, Membership, ShareLink):
        post_save.connect(_of_the_group_changed, model)
        post_delete.connect(_of_the_group_changed, model)
    post_save.connect(_phones_changed, Phone)
    post_delete.connect(_phones_changed, Phone)
    post_save.connect(_match_saved, Match)
    post_save.connect(_night_saved, Night)
    night_changed.connect(_night_changed)
    access_ended.connect(_access_ended)
