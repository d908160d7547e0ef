"""The list of changes of a match."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .entry import Entry


class Change(models.Model):
    """Who did what, when, and what was before."""

    class Verb(models.TextChoices):
        ADDED = "added", _("entered")
        CORRECTED = "corrected", _("corrected")
        REMOVED = "removed", _("removed")
        RESTORED = "restored", _("brought back")
        CLOSED = "closed", _("ended the game")
        REOPENED = "reopened", _("reopened the game")
        OPTIONS = "options", _("changed the house rules")
        FIRST_DEALER = "first_dealer", _("drew who deals first")
        DELETED = "deleted", _("deleted the game")
        LEFT_OUT = "left_out", _("left the game out of the statistics")
        COUNTED = "counted", _("counted the game in the statistics again")

    match = models.ForeignKey("nights.Match", on_delete=models.CASCADE, related_name="changes")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, null=True, related_name="changes")
    verb = models.CharField(max_length=12, choices=Verb.choices)
    at = models.DateTimeField(default=timezone.now)
    by = models.CharField(max_length=160)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.CharField(max_length=160, blank=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.by}: {self.verb}"
