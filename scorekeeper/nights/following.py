"""What renews the tags of matches without a change of the matches themselves.

A phone that follows a match shows the tag of what it has seen, and learns whether there is something new. So whatever a
follower could see, and whatever takes a follower's access away, renews the tag: here the people, roles and links of
the group, and the night; the rest is in `Match.save`.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.db.models.signals import post_delete, post_save

from scorekeeper.nights.models import Match, Night
from scorekeeper.nights.signals import night_changed
from scorekeeper.people.models import Group, Membership, Player, ShareLink
from scorekeeper.server.signals import restored

# What nobody can see on a page that is followed.
_UNSEEN = frozenset({"last_used_at"})


def _renew(group: int | None) -> None:
    Match.objects.filter(night__group=group).renew_tags()


def _group_changed(instance: Group, **signal: Any) -> None:
    _renew(instance.pk)


def _of_the_group_changed(
    instance: Player | Membership | ShareLink,
    created: bool = False,
    update_fields: Collection[str] | None = None,
    **signal: Any,
) -> None:
    """A new player or link is on no page yet; a new membership may give more to a phone that is following."""
    if update_fields is not None and _UNSEEN.issuperset(update_fields):
        return
    if not created or isinstance(instance, Membership):
        _renew(instance.group_id)


def _night_changed(night: Night, **signal: Any) -> None:
    night.matches.all().renew_tags()


def _restored(**signal: Any) -> None:
    Match.objects.all().renew_tags()


def connect() -> None:
    """Called once, when the app is ready."""
    post_save.connect(_group_changed, Group)
    for model in (Player, Membership, ShareLink):
        post_save.connect(_of_the_group_changed, model)
        post_delete.connect(_of_the_group_changed, model)
    night_changed.connect(_night_changed)
    restored.connect(_restored)
