"""What was deleted for good."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db import models

from scorekeeper.people.models import Group


class Gone(models.Model):
    """A night or a game that was taken off the disk: its name and its steps, by which no other installation brings it back.

    Where somebody has played on in it elsewhere, there is a step that is not among these.
    """

    class Kind(models.TextChoices):
        NIGHT = "night"
        GAME = "game"
        WITH_NIGHT = "with_night"  # a game that went because its night did

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    name = models.CharField(max_length=200)
    steps = models.JSONField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["group", "kind", "name"], name="gone_once")]

    def __str__(self) -> str:
        return f"{self.kind} {self.name}"

    @staticmethod
    def note(kind: Gone.Kind, rows: Iterable[tuple[int, str, str, list[Any]]]) -> None:
        """Of group, name elsewhere, key and steps."""
        Gone.objects.bulk_create(
            (
                Gone(group_id=group, kind=kind, name=elsewhere or key, steps=steps)
                for group, elsewhere, key, steps in rows
            ),
            update_conflicts=True,
            update_fields=["steps"],
            unique_fields=["group", "kind", "name"],
        )
