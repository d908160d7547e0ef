"""Nights: the evenings of a group, each with its matches."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Mapping
from typing import Any, ClassVar, Self

from django.apps import apps
from django.db import models
from django.db.models import Exists, OuterRef, Prefetch, Q
from django.urls import reverse
from django.utils import timezone

from scorekeeper.nights.signals import matches_moved, night_changed
from scorekeeper.people import names
from scorekeeper.people.bounds import GAMES_A_NIGHT
from scorekeeper.people.keys import did, event_time, is_replay, key_of_night
from scorekeeper.people.models import Group, KeyedQuerySet, OtherKey, Player

from .entry import LONGEST_NOTE


def _days_later(at: datetime.datetime, days: datetime.timedelta) -> datetime.datetime:
    """Return the same local time of day, `days` later."""
    return timezone.make_aware(timezone.make_naive(at) + days)


def midnight(day: datetime.date) -> datetime.datetime:
    """Return the moment at which this day begins, in local time."""
    return timezone.make_aware(datetime.datetime.combine(day, datetime.time.min))


class NightQuerySet(KeyedQuerySet["Night"]):
    def shown(self) -> Self:
        return self.filter(deleted_at=None)

    def newest_first(self) -> Self:
        return self.shown().order_by("-started_at", "-pk")

    def begun(self) -> Self:
        """Return the nights that do not begin more than twelve hours from now."""
        return self.filter(started_at__lte=event_time() + Night.STILL_TONIGHT)

    def deleted(self) -> Self:
        """Return the nights deleted in the last thirty days, which can still be restored, last deleted first."""
        return self.filter(deleted_at__gt=timezone.now() - Night.KEPT_DELETED).order_by("-deleted_at")

    def expired(self) -> Self:
        """Return the nights deleted more than thirty days ago, which can no longer be restored."""
        return self.filter(deleted_at__lte=timezone.now() - Night.KEPT_DELETED)

    def unexpired(self) -> Self:
        return self.exclude(deleted_at__lte=timezone.now() - Night.KEPT_DELETED)

    def matching(
        self,
        game: str = "",
        player: Player | None = None,
        place: str = "",
        since: datetime.date | None = None,
        until: datetime.date | None = None,
    ) -> Self:
        """Return the nights that meet all conditions given. Arguments that are left out are ignored."""
        found = self
        matches = self._matches().filter(night=OuterRef("pk"))
        if game:
            matches = matches.filter(Q(game_slug=game) | Q(game_key=game))
        if player:
            matches = matches.filter(seats__player=player)
        if game or player:
            found = found.filter(Exists(matches))
        if place:
            found = found.filter(place_key__contains=names.key(place))
        if since:
            found = found.filter(started_at__gte=midnight(since))
        if until:
            found = found.filter(started_at__lt=midnight(until) + datetime.timedelta(days=1))
        return found

    def with_matches(self) -> Self:
        """Prefetch the nights' groups, matches, seats and players: three queries in all, for any number of nights."""
        matches = self._matches().order_by("pk").prefetch_related("seats")
        return self.select_related("group").prefetch_related(Prefetch("matches", queryset=matches))

    @staticmethod
    def _matches() -> models.QuerySet[Any]:
        """Return all matches that are not deleted. `Match` is looked up by name, as its module imports this module."""
        return apps.get_model("nights", "Match")._default_manager.filter(deleted_at=None)


class Night(models.Model):
    """An evening of a group: one or more games."""

    STILL_TONIGHT = datetime.timedelta(hours=12)
    KEPT_DELETED = datetime.timedelta(days=30)
    # What people write about a night, and its most characters: its form, copies and score files follow from this.
    TEXTS: ClassVar = {"place": 80, "note": LONGEST_NOTE}

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="nights")
    key = models.CharField(max_length=12, unique=True, default=key_of_night, editable=False)
    started_at = models.DateTimeField(default=event_time)
    place = models.CharField(max_length=TEXTS["place"], blank=True)
    place_key = models.CharField(max_length=240, blank=True, editable=False)  # names.key() of the place, for searches
    note = models.TextField(blank=True)
    deleted_at = models.DateTimeField(null=True, blank=True, editable=False)

    objects = NightQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(fields=["group", "-started_at"]),
            models.Index(fields=["group", "deleted_at"], condition=Q(deleted_at__isnull=False), name="deleted_nights"),
        ]

    def __str__(self) -> str:
        return f"{self.group} · {self.day}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.place_key = names.key(self.place)
        super().save(*args, **kwargs)

    def get_absolute_url(self) -> str:
        return reverse("night", args=[self.group.key, self.key])

    @property
    def day(self) -> datetime.date:
        """The day on which the night began, in local time; its games after midnight belong to that day, too."""
        return timezone.localdate(self.started_at)

    @classmethod
    def tonight(cls, group: Group) -> Night:
        """Return the group's night in progress (until twelve hours after its last game began), else a new night."""
        last = group.nights.newest_first().begun().first()
        if last is None or not last.is_going_on:
            return cls.objects.create(group=group)
        if is_replay():
            OtherKey.objects.get_or_create(group=group, key=key_of_night(), defaults={"stands_for": last.key})
        if event_time() < last.started_at:
            last.started_at = event_time()
            last.save(update_fields=["started_at"])
        return last

    @property
    def texts(self) -> dict[str, str]:
        return {name: getattr(self, name) for name in self.TEXTS}

    def describe(self, texts: Mapping[str, str]) -> None:
        for name in self.TEXTS:
            setattr(self, name, texts[name])
        self.save(update_fields=["place_key", *self.TEXTS])
        did(self)

    def move(self, day: datetime.date, chosen: Collection[str]) -> Night:
        """Move the matches with these keys to this day, at the same time of day. Return their night on that day."""
        matches = list(self.matches.all())
        moving = [match for match in matches if match.key in chosen]
        there = self.group.nights.matching(since=day, until=day).newest_first().exclude(pk=self.pk).first()
        whole, days = all(match in moving or match.deleted_at for match in matches), day - self.day
        if whole:
            moving = matches
        if there is not None:
            GAMES_A_NIGHT.make_room(there.matches.count(), len(moving))
        if whole and there is None:
            there = self
            self.started_at = _days_later(self.started_at, days)
            self.save(update_fields=["started_at"])
        elif there is None:
            began = _days_later(self.started_at, days)
            there = Night.objects.create(group=self.group, started_at=began, place=self.place)
        for match in moving:
            match.night, match.started_at = there, _days_later(match.started_at, days)
            match.save(update_fields=["night", "started_at"])
        if there != self:
            matches_moved.send(Night, night=there, matches=moving)
            night_changed.send(Night, night=self)
        if whole and there != self:
            there.take_in(self)
        night_changed.send(Night, night=there)
        return there

    def take_in(self, other: Night) -> None:
        """Merge another night into this one, and delete the other night. Its note is added after this night's note."""
        notes = "\n".join(filter(None, [self.note, other.note]))
        self.describe({"place": self.place or other.place, "note": notes})
        for relation in Night._meta.related_objects:
            relation.related_model._base_manager.filter(**{relation.field.name: other}).update(
                **{relation.field.name: self}
            )
        OtherKey.objects.filter(group=self.group, stands_for=other.key).update(stands_for=self.key)
        OtherKey.objects.create(group=self.group, key=other.key, stands_for=self.key)
        other.delete()

    def soft_delete(self) -> None:
        """Mark the night as deleted; it can be restored for thirty days."""
        self.deleted_at = timezone.now()
        self.save(update_fields=["deleted_at"])
        night_changed.send(Night, night=self)
        self.group.nights.expired().delete()

    def restore(self) -> None:
        self.deleted_at = None
        self.save(update_fields=["deleted_at"])
        night_changed.send(Night, night=self)

    @property
    def is_shown(self) -> bool:
        return self.deleted_at is None

    @property
    def kept_until(self) -> datetime.datetime | None:
        return self.deleted_at and self.deleted_at + self.KEPT_DELETED

    @property
    def is_going_on(self) -> bool:
        last = self.matches.not_deleted().order_by("-started_at").first()
        return event_time() - (last.started_at if last else self.started_at) < self.STILL_TONIGHT
