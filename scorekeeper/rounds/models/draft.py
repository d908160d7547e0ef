"""The base of the three kinds of drafts: tricks, parts and bids."""

from __future__ import annotations

from typing import Any, Self

from django.db import models
from django.utils import timezone

from games.kernel.parts import EVERYBODY
from games.kernel.posted import Fields
from scorekeeper.nights.models import Entry, Match, Row, Stale
from scorekeeper.people.keys import new_key


class Draft(models.Model):
    """A round of a match in progress, until it is saved as an entry.

    `key` will be the key of that entry. `seen` is the number of the match's last entry when the round was begun; for a
    correction, it is the version of the corrected entry. `version` is increased with each step, and `by` is who made the
    last one.
    """

    key = models.CharField(max_length=36, default=new_key, editable=False)
    seen = models.PositiveIntegerField(default=0)
    version = models.PositiveIntegerField(default=0)
    started_at = models.DateTimeField(default=timezone.now)
    by = models.CharField(max_length=160)

    # Subclasses have a field for the match, and may have one for the entry that they correct.
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
        """Return whether the coming round is already in progress in another way (in parts instead of tricks, or the
        reverse).
        """
        raise NotImplementedError

    def _step(self, by: str) -> None:
        """Save the next version; raise Stale if the round was begun in another way."""
        if self.pk is None and self.is_entered_otherwise:
            raise Stale
        self.by = by or self.by
        self.version += 1
        self.save()
        self.match.touch()


class DraftInParts(Draft):
    """A draft entered in parts.

    `parts` maps each seat (its number as text), and "" for what concerns everybody, to a part: its fields, by whom, when,
    and in which version of the draft they were saved.
    """

    parts = models.JSONField(default=dict)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.match}: {len(self.parts)} parts"

    @classmethod
    def current(cls, match: Match) -> Self | None:
        """Return the draft for the coming round of the match, without parts of players who have left; None without one."""
        found = cls._default_manager.filter(match=match).first()
        if found is not None:
            found.match = match
            found.parts = found.of_who_plays(found.parts)
        return found

    def of_who_plays(self, parts: dict[str, Any]) -> dict[str, Any]:
        """Return the parts of those who play the coming round, and the part that concerns everybody."""
        numbers = {EVERYBODY, *(str(seat) for seat, _ in self.match.table.numbered)}
        return {seat: part for seat, part in parts.items() if seat in numbers}

    def _part(self, fields: Fields, by: str) -> dict[str, Any]:
        return {"fields": fields, "by": by, "at": timezone.now().isoformat(), "version": self.version + 1}

    def forget_players(self, gone: set[str], by: str) -> None:
        """Remove fields that name these seats, whose players have left, from the part that concerns everybody."""
        common = self.parts.get(EVERYBODY)
        fields = common["fields"] if common else {}
        kept = {name: values for name, values in fields.items() if not gone & {*values}}
        if common and kept != fields:
            self.parts = {**self.parts, EVERYBODY: self._part(kept, by)}
        self._step(by)
