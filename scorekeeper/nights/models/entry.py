"""Entries: the lines of the pad."""

from __future__ import annotations

from copy import copy
from typing import Any

from django.db import models
from django.db.models import Q

from scorekeeper.people.keys import event_time

LONGEST_NOTE = 2000  # characters: the limit for the note of a night, and of an entry
MOST_ENTRIES = 1500  # in a match; limited because saving an entry scores all entries of the match
DERIVED = ("points", "money", "round")


class Entry(models.Model):
    """One line of the pad: a round, or another entry such as an adjustment."""

    match = models.ForeignKey("nights.Match", on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    key = models.CharField(max_length=36)
    record = models.JSONField()
    points = models.JSONField(null=True)
    money = models.JSONField(null=True)
    round = models.PositiveIntegerField(null=True)
    version = models.PositiveIntegerField(default=1)
    removed_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=event_time)
    by = models.CharField(max_length=160)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="one_entry_a_number"),
            models.UniqueConstraint(fields=["match", "key"], name="an_entry_is_saved_once"),
            models.CheckConstraint(condition=~Q(key=""), name="entry_has_a_key"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.number}"

    @property
    def kind(self) -> str:
        return str(self.record.get("kind", ""))

    @property
    def last_hand(self) -> str:
        """The recorded name of the person who did something to the entry last: entered, changed, or undid a change."""
        steps = [each.last_step for each in self.changes.all()]
        return max([(self.created_at, self.by), *steps])[1]

    @property
    def derived(self) -> dict[str, Any]:
        """The stored values of the derived fields, by name."""
        return {name: getattr(self, name) for name in DERIVED}

    def derive(self, result: dict[str, Any]) -> bool:
        """Set the derived fields to this result (of `Row.derived`) without saving. Return whether any has changed."""
        if self.derived == result:
            return False
        for name in DERIVED:
            setattr(self, name, result[name])
        return True

    def rewrite(self, record: dict[str, Any]) -> None:
        """Replace the record, and save the entry as its next version."""
        self.record = record
        self.touch()

    def entered_again(self, new: Entry) -> Entry:
        """Return this undone entry with the number and the record of a `new` one. Nothing is saved."""
        again = copy(self)
        again.number, again.record, again.by = new.number, new.record, new.by
        again.removed_at, again.version = None, self.version + 1
        return again

    def mark_removed(self) -> None:
        """Mark the entry as removed, so that it no longer counts; save it as its next version."""
        self.removed_at = event_time()
        self.touch()

    def restore(self) -> None:
        """Make a removed entry count again, and save it as its next version."""
        self.removed_at = None
        self.touch()

    def touch(self) -> None:
        """Save all fields with the next version number."""
        self.version += 1
        self.save()
