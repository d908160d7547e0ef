"""The models of a phone that keeps a group which a server keeps, too.

A backup of the phone may be restored on a server, which has these tables then and knows nothing of them: no constraint of
theirs may keep it from deleting a group.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Self

from django.db import models
from django.utils import timezone

from scorekeeper.people.models import Group


class RemoteServer(models.Model):
    """The server that keeps a group, whose share link this phone has opened."""

    group = models.OneToOneField(Group, on_delete=models.CASCADE, related_name="remote_server", db_constraint=False)
    origin = models.CharField(max_length=300)  # https://host[:port]
    token = models.CharField(max_length=64)  # of the share link; on this phone only, and in its backups
    version = models.CharField(max_length=80, blank=True)  # of the copy that was taken last
    at = models.DateTimeField(null=True)  # when that was

    def __str__(self) -> str:
        return f"{self.group} · {self.origin}"


class OutboxFormQuerySet(models.QuerySet["OutboxForm"]):
    def done(self) -> Self:
        return self.filter(answer=OutboxForm.DONE)

    def undone(self) -> Self:
        return self.exclude(answer=OutboxForm.DONE)

    def refused(self) -> Self:
        return self.undone().exclude(answer=None).exclude(answer=OutboxForm.BROKEN)

    def open(self) -> Self:
        """Return those that are neither done nor refused."""
        return self.filter(models.Q(answer=None) | models.Q(answer=OutboxForm.BROKEN))

    def to_send(self) -> list[OutboxForm]:
        """Return those that nothing holds up: neither refused, nor behind a refused one of the same game."""
        held = {each.place for each in self.refused()}
        return [each for each in self.open() if each.place not in held]

    def forget_old(self) -> None:
        """Let go of what was done so long ago that no backup can be older."""
        self.done().filter(at__lt=timezone.now() - OutboxForm.KEPT).delete()


class OutboxForm(models.Model):
    """A form that was done on this phone, for the group's server.

    They are sent in their order. One that the server refuses waits for somebody's answer, and with it what comes later
    in the same game; one at which the server itself failed is sent again with the next. What the server has done is kept
    for a while, in case that it goes back to a backup which lacks it.
    """

    DONE, BROKEN = 201, 500  # what the server may have answered, where nobody has to decide
    KEPT = timedelta(days=30)

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="outbox", db_constraint=False)
    key = models.CharField(max_length=64, unique=True)
    to = models.CharField(max_length=2000)  # the address on the server, from /g/ on
    fields = models.JSONField()  # [[name, value], …]
    made = models.CharField(max_length=36, blank=True)  # the key of the round, game or payment that it makes
    game = models.CharField(max_length=12, blank=True)  # the key of the match that it is about
    what = models.CharField(max_length=300)  # in words
    at = models.DateTimeField()  # when it was done here
    held_by = models.CharField(max_length=36, blank=True)  # the key of the player who held the phone, where it was said
    answer = models.PositiveSmallIntegerField(null=True)  # the status with which the server answered it last

    objects = OutboxFormQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.what

    @property
    def page_key(self) -> str:
        """The key that the page made for it, which stays the same where it is typed once more; "" for none."""
        return next((value for name, value in self.fields if name == "key"), "")

    @property
    def is_a_round(self) -> bool:
        """Return whether it can be entered after what others have entered meanwhile."""
        return self.to.endswith(("/round/", "/adjust/"))

    def come_next(self) -> None:
        """Let it count after whatever has been entered on the server meanwhile."""
        self.fields = [pair for pair in self.fields if pair[0] not in ("seen", "next")] + [["next", "yes"]]
        self.answer = None
        self.save(update_fields=["fields", "answer"])

    def later_in_the_game(self) -> models.QuerySet[OutboxForm]:
        """Return what was done after it in the same game."""
        of_a_game = {"game": self.game} if self.game else {"pk": 0}
        return self.group.outbox.undone().filter(pk__gt=self.pk, **of_a_game)

    @property
    def place(self) -> str:
        """Return what it belongs to: nothing of the same place is sent past one that waits for somebody."""
        return self.game or self.to

    def as_sent(self) -> dict[str, Any]:
        """Return it for the script that sends it."""
        return {
            "key": self.key,
            "to": self.to,
            "fields": self.fields,
            "place": self.place,
            "at": self.at.isoformat(),
            "held_by": self.held_by,
            "held": self.answer not in (None, self.BROKEN),
        }


class HandedOver(models.Model):
    """That another phone keeps the score of this group by now: `to` is whose it is, in words."""

    group = models.OneToOneField(Group, on_delete=models.CASCADE, related_name="handed_over", db_constraint=False)
    to = models.CharField(max_length=160)
    at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"{self.group}: {self.to}"
