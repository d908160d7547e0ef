"""Seasons: periods of days that a group defines and names."""

from __future__ import annotations

import datetime
from typing import Any

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from scorekeeper.nights.models.night import midnight
from scorekeeper.people import bounds
from scorekeeper.people.keys import key_of_season
from scorekeeper.people.models import NAME_LENGTH, Group


class Season(models.Model):
    """A named period of days. Without a last day, it is open-ended."""

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="seasons")
    key = models.CharField(max_length=12, default=key_of_season, editable=False)
    name = models.CharField(max_length=NAME_LENGTH)
    first = models.DateField()
    last = models.DateField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-first", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["group", "key"], name="one_season_a_key"),
            models.CheckConstraint(
                condition=Q(last=None) | Q(last__gte=F("first")), name="season_ends_after_it_begins"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save the season; raise `bounds.Full` if the group has no room for a new one."""
        if self._state.adding:
            bounds.SEASONS.make_room(Season.objects.filter(group=self.group_id).count())
        super().save(*args, **kwargs)

    @property
    def begin(self) -> datetime.datetime:
        return midnight(self.first)

    @property
    def end(self) -> datetime.datetime:
        """The time at which the season ends: midnight after its last day. Without a last day, the next midnight."""
        return midnight((self.last or timezone.localdate()) + datetime.timedelta(days=1))

    def describe(self, name: str, first: datetime.date, last: datetime.date | None) -> None:
        self.name, self.first, self.last = name, first, last
        self.save()
