"""The models of a phone on which a group is also kept by a server, or was handed over to another phone.

A backup of the phone may be restored on a server. The server then has these tables without knowing their models; so
their foreign keys have no constraint in the database, which would keep the server from deleting a group.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Self

from django.db import models
from django.utils import timezone

from scorekeeper.people.models import Group


class RemoteServer(models.Model):
    """The server that keeps a group; the phone got the group by a share link of that server."""

    group = models.OneToOneField(Group, on_delete=models.CASCADE, related_name="remote_server", db_constraint=False)
    origin = models.CharField(max_length=300)  # https://host[:port]
    token = models.CharField(max_length=64)  # of the share link; on this phone only, and in its backups
    version = models.CharField(max_length=80, blank=True)  # of the copy that was taken last
    at = models.DateTimeField(null=True)  # when that copy was taken

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
        """Return the forms that are neither done nor refused."""
        return self.filter(models.Q(answer=None) | models.Q(answer=OutboxForm.BROKEN))

    def to_send(self) -> list[OutboxForm]:
        """Return the forms that can be sent now: open, and without a refused form of the same game."""
        held = {each.place for each in self.refused()}
        return [each for each in self.open() if each.place not in held]

    def forget_old(self) -> None:
        """Delete the forms that were done longer ago than `KEPT`."""
        self.done().filter(at__lt=timezone.now() - OutboxForm.KEPT).delete()


class OutboxForm(models.Model):
    """A form that was done on this phone, for the group's server.

    Forms are sent in the order in which they were done. If the server refuses a form, it and the other forms of the same
    game wait until somebody decides about it. If the server fails (500), the form is sent again at the next exchange. A
    form that the server has done is kept for `KEPT`, in case the server is restored from a backup that lacks it.
    """

    DONE, BROKEN = 201, 500  # answers of the server after which nobody has to decide
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
        """The key that the page gave to this form, the same if the form is filled in and sent again; "" for none."""
        return next((value for name, value in self.fields if name == "key"), "")

    @property
    def is_a_round(self) -> bool:
        """Return whether the form enters a round or an adjustment, which can come after entries that others have made
        meanwhile.
        """
        return self.to.endswith(("/round/", "/adjust/"))

    def come_next(self) -> None:
        """Make the form one that the server accepts after any entries made meanwhile, and mark it as not yet sent."""
        self.fields = [pair for pair in self.fields if pair[0] not in ("seen", "next")] + [["next", "yes"]]
        self.answer = None
        self.save(update_fields=["fields", "answer"])

    def later_in_the_game(self) -> models.QuerySet[OutboxForm]:
        """Return the forms done after this one in the same game, without those that the server has done."""
        of_a_game = {"game": self.game} if self.game else {"pk": 0}
        return self.group.outbox.undone().filter(pk__gt=self.pk, **of_a_game)

    @property
    def place(self) -> str:
        """The game of the form, else its address: while a form is refused, no other form of the same place is sent."""
        return self.game or self.to

    def as_sent(self) -> dict[str, Any]:
        """Return the form as JSON values, for the script that sends it."""
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
    """A note that this group was handed over to another phone; `to` says in words whose phone that is."""

    group = models.OneToOneField(Group, on_delete=models.CASCADE, related_name="handed_over", db_constraint=False)
    to = models.CharField(max_length=160)
    at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"{self.group}: {self.to}"
