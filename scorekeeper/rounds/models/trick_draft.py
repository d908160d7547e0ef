"""The draft of a round that is recorded trick by trick."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, Self

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q

from games.kernel.lines import Revoke
from games.kernel.posted import seat_of
from games.kernel.problems import Problem
from games.kernel.unfinished import TrickProgress, progress_of
from scorekeeper.nights.models import Entry, Match, Refused, Stale
from scorekeeper.people.keys import did, new_key

from .draft_base import RoundDraft


class TrickDraft(RoundDraft):
    """The coming round of a match, trick by trick; with an `entry`, the correction of that entry.

    `record` is the round's record without its tricks. Each of the `tricks` has a `key`. When a trick is
    changed, its key is renewed.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="trick_drafts")
    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, null=True, related_name="trick_draft")
    record = models.JSONField(default=dict)
    tricks = models.JSONField(default=list)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["match"], condition=Q(entry__isnull=True), name="one_coming_round_trick_by_trick"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match}: {len(self.tricks)} tricks"

    def clean(self) -> None:
        if not (
            isinstance(self.record, dict) and isinstance(self.tricks, list) and all(map(self._is_trick, self.tricks))
        ):
            raise ValidationError({"tricks": "These are no tricks of a round."})

    def _is_trick(self, trick: object) -> bool:
        """Return whether this is a valid item of the field `tricks`, with players of this match."""
        match trick:
            case {"key": str(), "plays": [_, *_] as plays, **more}:
                texts = all(isinstance(play, list) and [*map(type, play)] == [str, str] for play in plays)
                return (
                    texts and {play[0] for play in plays} <= {*self.match.table.everyone} and more.keys() <= {"choices"}
                )
        return False

    @classmethod
    def current(cls, match: Match) -> TrickDraft | None:
        """Return the draft of the coming round; None if the round is not being recorded in tricks.

        If there is a draft, the match's forms then show the round with the draft's dealer (`Match.dealt_by`).
        """
        found = next(iter(cls.objects.filter(match=match, entry=None)), None)
        return found and found._read_with(match)

    @classmethod
    def get_or_new(cls, match: Match, entry: Entry | None = None) -> TrickDraft:
        """Return the draft of the coming round or, with an entry, of its correction.

        A new draft is not saved before its first step.
        """
        found = cls.objects.filter(match=match, entry=entry).first()
        if found is not None:
            found.entry = entry
            return found._read_with(match)
        if entry is None:
            by_trick = match.game.trick_by_trick(match.table)
            record = match.with_dealer({"kind": by_trick.kind if by_trick else ""})
            return cls(match=match, record=record, seen=match.last_number)
        record = {key: value for key, value in entry.record.items() if key != "tricks"}
        tricks = [{**trick, "key": f"{entry.version}-{index}"} for index, trick in enumerate(entry.record["tricks"])]
        return cls(match=match, entry=entry, record=record, tricks=tricks, seen=entry.version)

    def _read_with(self, match: Match) -> Self:
        """Set the match, make its forms show the round with the draft's dealer (`dealt_by`), and return the draft.

        Before the first trick of the coming round, the dealer is the match's next dealer. An overtaken draft keeps its
        dealer.
        """
        self.match = match
        dealer = match.course.engine.next_dealer
        if dealer and self.entry is None and not self.tricks and not self.overtaken:
            self.record = {**self.record, "dealer": dealer}
        match.dealt_by(seat_of(self.record.get("dealer"), match.table))
        return self

    @property
    def full_record(self) -> dict[str, Any]:
        """The record of the round with its tricks, as the score file writes it."""
        return self.with_tricks(self.tricks)

    def with_tricks(self, tricks: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
        """Return the record of the round with these tricks, without their keys."""
        plain = [{key: value for key, value in trick.items() if key != "key"} for trick in tricks]
        return {**self.record, "tricks": plain}

    def completed(self, more: Mapping[str, Any]) -> dict[str, Any]:
        """Return the record with the fields from the last page (`more`). Fields that are None are left out."""
        return _without_gaps({**self.full_record, **more})

    def judge(self, tricks: Iterable[Mapping[str, Any]]) -> TrickProgress:
        """Return the state of the round after these tricks."""
        return progress_of(self.match.game, self.match.table, self.with_tricks(tricks))

    @cached_property
    def progress(self) -> TrickProgress:
        return self.judge(self.tricks)

    @property
    def fresh_revokes(self) -> list[Revoke]:
        """The revokes (breaches of a duty, such as following suit) that only the last trick has revealed."""
        known = self.judge(self.tricks[:-1]).revokes if self.progress.revokes else ()
        return [revoke for revoke in self.progress.revokes if revoke not in known]

    @property
    def number_of_tricks(self) -> int:
        """The number of tricks in the round, if each player plays one card to every trick that is still to come."""
        return len(self.tricks) + max(0, self.progress.hand)

    @property
    def current_trick(self) -> int:
        """The number of the next trick, from 1."""
        return len(self.tricks) + 1

    @property
    def complete(self) -> bool:
        return self.progress.hand <= 0

    @property
    def is_entered_otherwise(self) -> bool:
        from .parts_draft import PartsDraft

        return self.entry is None and PartsDraft.objects.filter(match=self.match).exists()

    # Writing

    def describe(self, record: Mapping[str, Any], seen: int, by: str) -> None:
        """Save these fields of the record, such as the dealer; a field that is None is removed.

        The dealer of a coming round also becomes the match's next dealer, so that all pages show the same dealer. An
        overtaken draft does not change the match. If the record would change, and `seen` is not the draft's
        version, raise Stale.
        """
        after = _without_gaps({**self.record, **record})
        if self.version != seen and self.record != after:
            raise Stale
        self.record = after
        self._step(by)
        if "dealer" in record and self.entry is None and not self.overtaken:
            self._name_dealer(by)

    def rebase(self, last_seen: int, by: str) -> None:
        """Make this the draft of the coming round (see `RoundDraft._rebase`), and its dealer the match's next dealer.

        A dealer who has left does not become the next dealer. Raise Stale for an unsaved draft, and for a correction.
        """
        if self.pk is None or self.entry is not None:
            raise Stale
        self._rebase(last_seen, by)
        self._name_dealer(by)

    def _name_dealer(self, by: str) -> None:
        dealer, seating = self.record.get("dealer"), self.match.course.engine.seating
        if dealer != self.match.course.engine.next_dealer and dealer in seating.seated:
            self.match.name_dealer(seating.number_of(dealer), by)

    def add(self, trick: Mapping[str, Any], place: int, by: str) -> None:
        """Add the next trick at the index `place`, from 0; do nothing if the same trick is already there.

        Raise Stale if `place` is not the next index, or if the round is complete. Raise Refused with the problems that
        the trick adds to the round.
        """
        if self._is_at(place, trick):
            return
        if place != len(self.tricks) or self.complete:
            raise Stale
        after = [*self.tricks, {**trick, "key": new_key("trick")}]
        self._refuse_new(self.judge(after).problems)
        self.tricks = after
        self._step(by)

    def change(self, place: int, trick: Mapping[str, Any], seen: str, by: str) -> None:
        """Replace the trick at the index `place`, from 0; do nothing if the same trick is already there.

        Raise Stale if the trick there does not have the key `seen`. Raise Refused with new problems of the trick
        itself. A trick that contradicts other tricks is saved, and pages show the contradiction.
        """
        if self._is_at(place, trick):
            return
        if place >= len(self.tricks) or self.tricks[place]["key"] != seen:
            raise Stale
        after = [*self.tricks]
        after[place] = {**trick, "key": new_key("trick")}
        self._refuse_new(self.judge(after).problems_within(place))
        self.tricks = after
        self._step(by)

    def remove_last(self, key: str, by: str) -> None:
        """Remove the last trick; raise Stale if it is not the one with this key."""
        if not self.tricks or self.tricks[-1]["key"] != key:
            raise Stale
        self.tricks = self.tricks[:-1]
        self._step(by)

    def finish(self, record: Mapping[str, Any], seen: int, last_seen: int, by: str) -> Entry:
        """Enter the round, or correct its entry; delete the draft, and return the entry.

        `record` has the fields from the last page. `last_seen` is the argument `seen` of `Match.enter` or
        `Match.correct`. Raise Stale if `seen` is not the draft's version, or if the draft `has_moved`. `Match.enter`
        and `Match.correct` may raise Stale or Refused.
        """
        if self.version != seen or self.has_moved:
            raise Stale
        completed = self.completed(record)
        did(self)
        if self.entry is None:
            entry = self.match.enter(completed, last_seen, by, key=self.key)
        else:
            entry = self.entry
            self.match.correct(entry, completed, last_seen, by)
        if self.pk:
            self.delete()
        return entry

    def _is_at(self, place: int, trick: Mapping[str, Any]) -> bool:
        """Return whether the same trick is already saved at this index, e.g. by another phone."""
        there = self.tricks[place : place + 1]
        return bool(there) and self.with_tricks(there) == self.with_tricks([trick])

    def _refuse_new(self, problems: Iterable[Problem]) -> None:
        """Raise Refused with the problems that the saved tricks do not have yet. If there are none, do nothing."""
        new = [problem for problem in problems if problem not in self.progress.problems]
        if new:
            raise Refused(new)

    def _step(self, by: str) -> None:
        self.__dict__.pop("progress", None)
        super()._step(by)


def keep_dealer(match: Match, **signal: Any) -> None:
    """Keep the dealer of the draft in tricks, if a change has made another player the next dealer.

    To keep the dealer, the match's `named_dealer` is set. Do nothing if the draft has no trick or is overtaken, or if
    its dealer has left.
    """
    draft = next(iter(TrickDraft.objects.filter(match=match, entry=None)), None)
    if draft is None or not draft.tricks or not match.is_readable:
        return
    draft.match, engine = match, match.course.engine
    dealer = draft.record.get("dealer")
    if engine.over or draft.overtaken or dealer == engine.next_dealer or dealer not in engine.seating.seated:
        return
    match.named_dealer = {"seat": engine.seating.number_of(dealer), "after": match.last_number}
    match.forget("course", "table", "corrected_row")
    match.save(update_fields=["named_dealer"])


def _without_gaps(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return the record without fields that are None: they are questions that nobody has answered."""
    return {key: value for key, value in record.items() if value is not None}
