"""The changes of a match, which can be undone."""

from __future__ import annotations

import datetime

from django.db import models
from django.utils.translation import gettext_lazy as _

from scorekeeper.people.keys import event_time, key_of_change

from .entry import Entry


class Change(models.Model):
    """A change of a match: what was done (`verb`), by whom and when, and the value before and after."""

    class Verb(models.TextChoices):
        ADDED = "added", _("entered")
        CORRECTED = "corrected", _("corrected")
        REMOVED = "removed", _("removed")
        RESTORED = "restored", _("restored")
        CLOSED = "closed", _("ended the game")
        REOPENED = "reopened", _("reopened the game")
        OPTIONS = "options", _("changed the house rules")
        FIRST_DEALER = "first_dealer", _("drew who deals first")
        DELETED = "deleted", _("deleted the game")
        LEFT_OUT = "left_out", _("left the game out of the stats")
        COUNTED = "counted", _("counted the game in the stats again")

    match = models.ForeignKey("nights.Match", on_delete=models.CASCADE, related_name="changes")
    key = models.CharField(max_length=36, default=key_of_change, editable=False)
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, null=True, related_name="changes")
    verb = models.CharField(max_length=12, choices=Verb.choices)
    at = models.DateTimeField(default=event_time)
    by = models.CharField(max_length=160)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.CharField(max_length=160, blank=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [models.UniqueConstraint(fields=["match", "key"], name="a_change_is_written_once")]

    @property
    def last_step(self) -> tuple[datetime.datetime, str]:
        """When, and under which name, the change was undone or, if it was not undone, made."""
        return (self.at, self.by) if self.undone_at is None else (self.undone_at, self.undone_by)

    def __str__(self) -> str:
        return f"{self.by}: {self.verb}"
