"""The base of the two kinds of drafts."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from scorekeeper.nights.models import Entry, Match, Row, Stale
from scorekeeper.people.keys import new_key


class Draft(models.Model):
    """A round of a match in progress, until it is saved as an entry.

    `key` is the key of that entry. `seen` is the number of the match's last entry when the round was begun; for a
    correction the version of the corrected entry. `version` grows with each step; `by` is who made the last step.
    """

    key = models.CharField(max_length=36, default=new_key, editable=False)
    seen = models.PositiveIntegerField(default=0)
    version = models.PositiveIntegerField(default=0)
    started_at = models.DateTimeField(default=timezone.now)
    by = models.CharField(max_length=160)

    # A subclass has the match, and may have the entry that it corrects.
    match: Match
    entry: Entry | None = None

    class Meta:
        abstract = True

    @property
    def newer(self) -> list[Row]:
        """The rounds entered since this one was begun; one of them may be the same round, entered in another way."""
        return self.match.rounds_after(self.seen) if self.entry is None else []

    @property
    def overtaken(self) -> bool:
        return bool(self.newer)

    def discard(self, seen: int) -> None:
        """Delete the round in progress; raise Stale if `seen` is not its version."""
        if self.version != seen:
            raise Stale
        if self.pk:
            self.delete()
            self.match.touch()

    @property
    def is_entered_otherwise(self) -> bool:
        """Whether the coming round is in progress in another way, which excludes this one."""
        raise NotImplementedError

    def _step(self, by: str) -> None:
        """Save the next version; raise Stale if the round was begun in another way."""
        if self.pk is None and self.is_entered_otherwise:
            raise Stale
        self.by = by or self.by
        self.version += 1
        self.save()
        self.match.touch()
