"""A round while it is being written down trick by trick."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.kernel.lines import Revoke
from games.kernel.problems import Problem
from games.kernel.unfinished import TrickProgress, progress_of
from scorekeeper.nights.models import Entry, Match, Refused, Stale
from scorekeeper.people.models import new_key


class Draft(models.Model):
    """A round that is being written down trick by trick; with an entry, one that is being corrected.

    `record` is the round without its tricks. Each trick carries the key of the form it was sent with: the same
    form sent twice is one trick, and a trick that somebody else has changed meanwhile has another key. `key` is the one
    of the entry it becomes. `seen` is the last entry of the match when the round was begun; of a correction the
    version of its entry. `version` grows with every step.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="drafts")
    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, null=True, related_name="draft")
    key = models.CharField(max_length=36, default=new_key, editable=False)
    record = models.JSONField(default=dict)
    tricks = models.JSONField(default=list)
    seen = models.PositiveIntegerField(default=0)
    version = models.PositiveIntegerField(default=0)
    started_at = models.DateTimeField(default=timezone.now)
    by = models.CharField(max_length=160)

    class Meta:
        db_table = "nights_draft"
        constraints = [
            models.UniqueConstraint(
                fields=["match"], condition=Q(entry__isnull=True), name="one_round_at_a_time_is_written_down"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match}: {len(self.tricks)} tricks"

    @classmethod
    def of(cls, match: Match, entry: Entry | None = None) -> Draft:
        """The round that is being written down, or an old one that is being corrected; not saved before its first step."""
        found = cls.objects.filter(match=match, entry=entry).first()
        if found is not None:
            found.match, found.entry = match, entry
            return found
        if entry is None:
            by_trick = match.game.trick_by_trick(match.table)
            record = match.with_dealer({"kind": by_trick.kind if by_trick else ""})
            return cls(match=match, record=record, seen=match.last_number)
        record = {key: value for key, value in entry.record.items() if key != "tricks"}
        tricks = [{**trick, "key": f"{entry.version}-{index}"} for index, trick in enumerate(entry.record["tricks"])]
        return cls(match=match, entry=entry, record=record, tricks=tricks, seen=entry.version)

    @classmethod
    def begun(cls, match: Match) -> Draft | None:
        """The round of the match that somebody has begun to write down."""
        found = cls.objects.filter(match=match, entry=None).first()
        if found is not None:
            found.match = match
        return found

    # What is written down so far

    @property
    def whole(self) -> dict[str, Any]:
        """The record as the score file has it."""
        return self.with_tricks(self.tricks)

    def with_tricks(self, tricks: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
        plain = [{key: value for key, value in trick.items() if key != "key"} for trick in tricks]
        return {**self.record, "tricks": plain}

    def read(self, tricks: Iterable[Mapping[str, Any]]) -> TrickProgress:
        """These tricks, judged."""
        return progress_of(self.match.game, self.match.table, self.with_tricks(tricks))

    @cached_property
    def progress(self) -> TrickProgress:
        return self.read(self.tricks)

    @property
    def fresh_revokes(self) -> list[Revoke]:
        """Those that the last trick brought to light."""
        known = self.read(self.tricks[:-1]).revokes if self.progress.revokes else ()
        return [revoke for revoke in self.progress.revokes if revoke not in known]

    @property
    def number_of_tricks(self) -> int:
        """How many the round will have, as far as one can tell."""
        return len(self.tricks) + max(0, self.progress.hand)

    @property
    def overtaken(self) -> bool:
        """Whether a round has been entered since this one was begun: perhaps the same, otherwise counted."""
        rows = self.match.course.rows
        return self.entry is None and any(row.number is not None and row.entry.number > self.seen for row in rows)

    @property
    def current_trick(self) -> int:
        return len(self.tricks) + 1

    @property
    def complete(self) -> bool:
        return self.progress.hand <= 0

    # Methods that write. They raise Stale if there is something newer than the phone has seen.

    def describe(self, record: Mapping[str, Any], seen: int, by: str) -> None:
        """What is noted beside the tricks; begins the round if nobody has."""
        after = _without_gaps({**self.record, **record})
        if self.version != seen and self.record != after:
            raise Stale
        self.record = after
        self._step(by)

    def add(self, trick: Mapping[str, Any], place: int, key: str, by: str) -> None:
        """Writes down the next trick, once; begins the round if nobody has. Refused with every problem of the trick."""
        if self._is_at(place, trick):
            return
        if place != len(self.tricks) or self.complete or any(key == each["key"] for each in self.tricks):
            raise Stale
        after = [*self.tricks, {**trick, "key": key}]
        self._refuse_new(self.read(after).problems)
        self.tricks = after
        self._step(by)

    def change(self, place: int, trick: Mapping[str, Any], seen: str, key: str, by: str) -> None:
        """Another trick in the place of one; the later ones are judged anew.

        Refused for what is wrong in the trick itself; that it does not fit the others is shown beside them.
        """
        if self._is_at(place, trick):
            return
        if place >= len(self.tricks) or self.tricks[place]["key"] != seen:
            raise Stale
        after = [*self.tricks]
        after[place] = {**trick, "key": key}
        self._refuse_new(self.read(after).problems_within(place))
        self.tricks = after
        self._step(by)

    def take_back(self, key: str, by: str) -> None:
        """Takes back the last trick."""
        if not self.tricks or self.tricks[-1]["key"] != key:
            raise Stale
        self.tricks = self.tricks[:-1]
        self._step(by)

    def throw_away(self, seen: int) -> None:
        """Forgets the round, or what was changed in an old one."""
        if self.version != seen:
            raise Stale
        if self.pk:
            self.delete()
            self.match.touch()

    def finish(self, record: Mapping[str, Any], seen: int, last_seen: int, by: str) -> Entry:
        """Makes it a round of the pad, or corrects that round. `last_seen` as `seen` of the match's own verbs."""
        if self.version != seen:
            raise Stale
        whole = self.finished(record)
        if self.entry is None:
            entry = self.match.enter(whole, self.key, last_seen, by)
        else:
            entry = self.entry
            self.match.correct(entry, whole, last_seen, by)
        if self.pk:
            self.delete()
        return entry

    def finished(self, record: Mapping[str, Any]) -> dict[str, Any]:
        """The whole round with what its last page adds."""
        return _without_gaps({**self.whole, **record})

    def _is_at(self, place: int, trick: Mapping[str, Any]) -> bool:
        """Whether this very trick stands there already: sent twice, or written down on another phone too."""
        there = self.tricks[place : place + 1]
        return bool(there) and self.with_tricks(there) == self.with_tricks([trick])

    def _refuse_new(self, problems: Iterable[Problem]) -> None:
        """Only what was not wrong before."""
        new = [problem for problem in problems if problem not in self.progress.problems]
        if new:
            raise Refused(new)

    def _step(self, by: str) -> None:
        self.__dict__.pop("progress", None)
        self.by = self.by or by
        self.version += 1
        self.save()
        self.match.touch()


def _without_gaps(record: Mapping[str, Any]) -> dict[str, Any]:
    """A record without what was left open."""
    return {key: value for key, value in record.items() if value is not None}
