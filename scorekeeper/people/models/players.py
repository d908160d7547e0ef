"""The people who play in a group."""

from __future__ import annotations

from typing import Self

from django.db import models
from django.utils import timezone

from scorekeeper.people import names
from scorekeeper.people.models.groups import NAME_LENGTH, Group


class PlayerQuerySet(models.QuerySet["Player"]):
    def on_the_pad(self) -> Self:
        """Whom pages offer: neither hidden nor merged into somebody."""
        return self.filter(hidden_at=None, merged_into=None)

    def hidden(self) -> Self:
        return self.filter(hidden_at__isnull=False, merged_into=None)

    def themselves(self) -> Self:
        """Everybody who was not merged into somebody else."""
        return self.filter(merged_into=None)


class Player(models.Model):
    """A name on the score pad. No account is needed to play.

    Somebody who was written down twice is merged: one of the two stands for both, the other keeps its name and is
    shown nowhere. Somebody who no longer comes is hidden: the past still shows them.
    """

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="players")
    name = models.CharField(max_length=NAME_LENGTH)
    name_key = models.CharField(max_length=NAME_LENGTH * 3, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    merged_into = models.ForeignKey("self", on_delete=models.RESTRICT, null=True, editable=False, related_name="merged")
    hidden_at = models.DateTimeField(null=True, blank=True, editable=False)

    objects = PlayerQuerySet.as_manager()

    class Meta:
        ordering = ["name_key", "pk"]
        constraints = [models.UniqueConstraint(fields=["group", "name_key"], name="one_player_a_name")]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: object, **kwargs: object) -> None:
        self.name = names.tidy(self.name)
        self.name_key = names.key(self.name)
        super().save(*args, **kwargs)  # type: ignore[arg-type]

    @property
    def themselves(self) -> Player:
        """Who stands for this name: somebody merged is the one they were merged into."""
        return self.merged_into.themselves if self.merged_into else self

    def rename(self, name: str) -> None:
        """Raises IntegrityError where somebody else of the group has this name."""
        self.name = name
        self.save(update_fields=["name", "name_key"])

    def hide(self) -> None:
        self.hidden_at = self.hidden_at or timezone.now()
        self.save(update_fields=["hidden_at"])

    def show(self) -> None:
        self.hidden_at = None
        self.save(update_fields=["hidden_at"])
