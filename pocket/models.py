"""Models that exist only on phones, e.g. for groups that a server keeps."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Self

from django.db import models
from django.utils import timezone

from scorekeeper.people.models import Group

CONFLICT = 409  # status of the server: others have done something meanwhile


class RemoteServer(models.Model):
    """The server that keeps a group; the phone got the group by a share link of that server."""

    group = models.OneToOneField(Group, on_delete=models.CASCADE, related_name="remote_server", db_constraint=False)
    origin = models.CharField(max_length=300)  # http[s]://host[:port]
    token = models.CharField(max_length=64)  # of the share link; the server has only its hash
    version = models.CharField(max_length=80, blank=True)  # the version of the copy that was loaded last
    at = models.DateTimeField(null=True)  # when this copy was loaded

    def __str__(self) -> str:
        return f"{self.group} · {self.origin}"


class OutboxFormQuerySet(models.QuerySet["OutboxForm"]):
    def done(self) -> Self:
        return self.filter(answer=OutboxForm.DONE)

    def discarded(self) -> Self:
        return self.filter(answer=OutboxForm.DISCARDED)

    def undone(self) -> Self:
        """Return the forms that are open or refused."""
        return self.exclude(answer__in=OutboxForm.OVER)

    def refused(self) -> Self:
        return self.undone().exclude(answer=None).exclude(answer__in=OutboxForm.OPEN)

    def open(self) -> Self:
        """Return the forms that are neither over nor refused."""
        return self.filter(models.Q(answer=None) | models.Q(answer__in=OutboxForm.OPEN))

    def to_send(self) -> list[OutboxForm]:
        """Return the open forms for which no refused form is in the way."""
        held = {each.place for each in self.refused() if not each.is_alone}
        return [each for each in self.open() if each.place not in held]

    def forget_old(self) -> None:
        """Delete the forms that were over longer ago than `KEPT`."""
        self.filter(answer__in=OutboxForm.OVER, at__lt=timezone.now() - OutboxForm.KEPT).delete()


class OutboxForm(models.Model):
    """A form that this phone has processed and that the group's server processes later."""

    DONE, BROKEN = 201, 500  # statuses of the server: the form was done; the server failed
    AGAIN = 202  # our own mark, no status of the server: the server had done the form, but has lost it; send it again
    DISCARDED = 204  # our own mark, too: the owner has discarded the form
    OPEN = (BROKEN, AGAIN)  # after one of these answers, as without any answer, the next sync sends the form
    OVER = (DONE, DISCARDED)
    KEPT = timedelta(days=30)

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="outbox", db_constraint=False)
    key = models.CharField(max_length=64, unique=True)
    to = models.CharField(max_length=2000)  # the address on the server, from /g/ on
    fields = models.JSONField()  # [[name, value], …]
    made = models.CharField(max_length=36, blank=True)  # the key of the created round, game, payment or expense, or ""
    game = models.CharField(max_length=12, blank=True)  # the key of the match that it is about, or ""
    what = models.CharField(max_length=300)  # its effect in words
    at = models.DateTimeField()  # when it was done here
    held_by = models.CharField(max_length=36, blank=True)  # the key of the player who held the phone; "" if not known
    answer = models.PositiveSmallIntegerField(null=True)  # status in the server's last answer; None: not sent yet
    why = models.CharField(max_length=300, blank=True)  # why the server has refused it, in the server's words

    objects = OutboxFormQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.what

    @property
    def page_key(self) -> str:
        """The value of the field `key`, which the page sets; "" if the form has no such field."""
        return next((value for name, value in self.fields if name == "key"), "")

    @property
    def is_a_round(self) -> bool:
        """Return whether the form enters a round or an adjustment."""
        return self.to.endswith(("/round/", "/adjust/"))

    @property
    def is_alone(self) -> bool:
        """Return whether nothing that was done later depends on the form: it corrects one round, or is of no game."""
        return not self.game or "/round/" in self.to.removesuffix("/round/")

    @property
    def may_come_next(self) -> bool:
        """Return whether the server may take the round after those that others have entered meanwhile."""
        return self.is_a_round and self.answer == CONFLICT and ["next", "yes"] not in self.fields

    def come_next(self) -> None:
        """Send the round again, to come after those that others have entered meanwhile."""
        self.fields = [pair for pair in self.fields if pair[0] != "seen"] + [["next", "yes"]]
        self.answer = None
        self.save(update_fields=["fields", "answer"])

    def later_in_the_game(self) -> models.QuerySet[OutboxForm]:
        """Return the later forms of the same game that the server has not processed yet; none without a game."""
        of_a_game = {"game": self.game} if self.game else {"pk": 0}
        return self.group.outbox.undone().filter(pk__gt=self.pk, **of_a_game)

    @property
    def place(self) -> str:
        """The key of the form's game; of a form that is about no game, its own key."""
        return self.game or self.key

    def as_sent(self) -> dict[str, Any]:
        """Return the form as JSON values for sync.js; `held` is whether the server has refused it."""
        return {
            "key": self.key,
            "to": self.to,
            "fields": self.fields,
            "place": self.place,
            "alone": self.is_alone,
            "at": self.at.isoformat(),
            "held_by": self.held_by,
            "held": self.answer not in (None, *self.OPEN),
        }


class HandedOver(models.Model):
    """A note that the group was handed over to another phone."""

    group = models.OneToOneField(Group, on_delete=models.CASCADE, related_name="handed_over", db_constraint=False)
    to = models.CharField(max_length=160)
    at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"{self.group}: {self.to}"
