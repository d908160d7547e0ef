"""What an installation knows of others."""

from __future__ import annotations

from typing import Any, Self

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from scorekeeper.nights.models import Match, Night
from scorekeeper.people.models import Group, Player


class Home(models.Model):
    """Where else a group is kept: the server whose share link this phone has opened."""

    group = models.OneToOneField(Group, on_delete=models.CASCADE, related_name="home")
    origin = models.CharField(max_length=300)  # https://host[:port]
    there = models.CharField(max_length=12)  # the group's key on the server
    token = models.CharField(max_length=64)  # of the share link; on this phone only, and in its backups
    told = models.JSONField(default=list)  # what the last exchange came to, as `two_sides` tells it
    at = models.DateTimeField(null=True)  # of the last exchange that was completed
    # The group's settings and seasons as the server last had them: what differs here from these was changed here.
    agreed = models.JSONField(default=dict)

    def __str__(self) -> str:
        return f"{self.group} · {self.origin}"

    def tell_all(self, told: list[dict[str, Any]]) -> None:
        """Keeps what people should know, each thing once."""
        if new := [each for each in told if each not in self.told]:
            self.told = [*self.told, *new][-100:]
            self.save(update_fields=["told"])


class ConflictQuerySet(models.QuerySet["Conflict"]):
    def open(self) -> Self:
        return self.filter(decided_at=None)

    def of(self, group: Group) -> Self:
        mine = Q(match__night__group=group) | Q(night__group=group) | Q(player__group=group)
        return self.filter(mine).select_related("match__night", "night", "player")


class Conflict(models.Model):
    """A game, a night or a person that went on here and elsewhere; people choose.

    What was not chosen of a night or a person is kept here; of a game it is a deleted one (`choosing.set_aside`).
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, null=True, related_name="conflicts")
    night = models.ForeignKey(Night, on_delete=models.CASCADE, null=True, related_name="conflicts")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, null=True, related_name="+")
    theirs = models.JSONField()
    # Whether a server has theirs and others may know it by now, so that it comes first; else it is out of a file.
    of_a_server = models.BooleanField(default=True)
    at = models.DateTimeField(default=timezone.now)
    decided_at = models.DateTimeField(null=True)
    by = models.CharField(max_length=160, blank=True)
    kept = models.JSONField(null=True)  # the version that gave way

    objects = ConflictQuerySet.as_manager()

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=[name], condition=Q(decided_at=None), name=f"one_open_conflict_a_{name}")
            for name in ("match", "night", "player")
        ]

    def __str__(self) -> str:
        return str(self.match or self.night or self.player)

    def get_absolute_url(self) -> str:
        return reverse("versions", args=[self.group.key, self.pk])

    @property
    def group(self) -> Group:
        of: Any = self.match.night if self.match else self.night or self.player
        found: Group = of.group
        return found

    @classmethod
    def note(cls, of: Match | Night | Player, theirs: dict[str, Any], *, of_a_server: bool = True) -> bool:
        """Whether this is new: the two versions were not known to differ like this."""
        field = type(of)._meta.model_name or ""
        mine = cls.objects.open().filter(**{field: of})
        if mine.filter(theirs=theirs).exists():
            return False
        if not mine.update(theirs=theirs, of_a_server=of_a_server):
            cls.objects.create(**{field: of}, theirs=theirs, of_a_server=of_a_server)
        return True

    @classmethod
    def settled(cls, of: Match | Night | Player) -> None:
        """The two agree again."""
        cls.objects.open().filter(**{type(of)._meta.model_name or "": of}).delete()

    def decide_game(self, by: str) -> None:
        """What was a file's is known by its steps from now on, so that the same file asks no more."""
        if self.of_a_server:
            self.delete()
        else:
            self.theirs = {"steps": self.theirs["steps"]}
            self.decided_at, self.by = timezone.now(), by
            self.save(update_fields=["theirs", "decided_at", "by"])

    def decide(self, by: str, kept: dict[str, Any]) -> None:
        self.decided_at, self.by, self.kept = timezone.now(), by, kept
        self.save(update_fields=["decided_at", "by", "kept"])
