"""The verbs (see `Verb`) that change an entry of a match."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from games.kernel.problems import Problem
from scorekeeper.nights.models.change import Change
from scorekeeper.nights.models.entry import MOST_ENTRIES, Entry
from scorekeeper.nights.models.match_base import MatchBase
from scorekeeper.nights.models.refusals import TOO_MANY, Refused, Stale

from .base import Verb
from .match import TakeUp


@dataclass
class AddRounds(Verb):
    """The verb that enters records as new entries, in order. `rounds` are pairs: an entry's key and its record.

    A game that was laid aside is taken up. Raises Refused in these cases:

    - The match would have too many entries.
    - A record has problems. The exception has those of the first such record.
    - A player may not join (see `newcomers`).
    """

    code = Change.Verb.ADDED

    rounds: Iterable[tuple[str, dict[str, Any]]]
    entries: list[Entry] = field(default_factory=list, init=False)

    def apply(self) -> list[Change]:
        match = self.match
        self.entries = [
            Entry(match_id=match.pk, number=number, key=key, record={**record}, by=self.by)
            for number, (key, record) in enumerate(self.rounds, match.last_number + 1)
        ]
        if self.entries and self.entries[-1].number > MOST_ENTRIES:
            raise Refused([Problem("", TOO_MANY(most=MOST_ENTRIES))])
        self.course = match.course_with(self.entries)
        new = self.course.rows[len(match.active) :]
        for row in new:
            row.check()
        match.newcomers(self.course)
        for row in new:
            if row.dealer:  # the record keeps its dealer when another round is corrected
                row.record["dealer"] = row.dealer
            row.entry.derive(row.derived)
        if (first := next((row for row in new if row.number is not None), None)) is not None:
            match.keep_tricks(match.tricks_to_fill_in, first.entry.number)
        Entry.objects.bulk_create(self.entries)
        goes_on = TakeUp(match, self.by).apply() if self.entries else []
        return [*goes_on, *(self.change(entry, after=entry.record) for entry in self.entries)]

    @staticmethod
    def revert(match: MatchBase, change: Change) -> None:
        _entry_of(change).mark_removed()


@dataclass
class CorrectRound(Verb):
    """The verb that replaces the record of an entry.

    Raises Stale if the entry was removed, or changed after the version `seen`. Raises Refused if the new record has
    problems, or if a player may not join (see `newcomers`).
    """

    code = Change.Verb.CORRECTED

    entry: Entry
    record: dict[str, Any]
    seen: int

    def apply(self) -> list[Change]:
        entry, record = self.entry, self.record
        if entry.version != self.seen or entry.removed_at is not None:
            raise Stale
        if "dealer" not in record and entry.record.get("dealer") and self.match.is_dealt(record):
            record = {**record, "dealer": entry.record["dealer"]}
        course, row = self.match.preview(record, instead_of=entry)
        row.check()
        self.match.newcomers(course)
        before = entry.record
        entry.rewrite(record)
        self.course = course.with_entry(row, entry)
        return [self.change(entry, before, record)]

    @staticmethod
    def revert(match: MatchBase, change: Change) -> None:
        _entry_of(change).rewrite(change.before or {})


@dataclass
class RemoveRound(Verb):
    """The verb that removes an entry, which then no longer counts, but can be restored."""

    code = Change.Verb.REMOVED

    entry: Entry

    def apply(self) -> list[Change]:
        if self.entry.removed_at is not None:
            return []
        self.entry.mark_removed()
        return [self.change(self.entry, before=self.entry.record)]

    @staticmethod
    def revert(match: MatchBase, change: Change) -> None:
        _entry_of(change).restore()


@dataclass
class RestoreRound(Verb):
    """The verb that restores a removed entry, which then counts again."""

    code = Change.Verb.RESTORED

    entry: Entry

    def apply(self) -> list[Change]:
        if self.entry.removed_at is None:
            return []
        self.entry.restore()
        return [self.change(self.entry, after=self.entry.record)]

    @staticmethod
    def revert(match: MatchBase, change: Change) -> None:
        _entry_of(change).mark_removed()


@dataclass
class DisputeRound(Verb):
    """The verb that marks an entry as disputed, with a note. A former note is replaced. The entry still counts."""

    code = Change.Verb.DISPUTED

    entry: Entry
    note: str

    def apply(self) -> list[Change]:
        before = self.entry.dispute
        if before == self.note:
            return []
        self.entry.mark(self.note)
        return [self.change(self.entry, before, self.note)]

    @staticmethod
    def revert(match: MatchBase, change: Change) -> None:
        _entry_of(change).mark(change.before)


@dataclass
class ResolveDispute(Verb):
    """The verb that resolves the dispute about an entry, and deletes its note."""

    code = Change.Verb.RESOLVED

    entry: Entry

    def apply(self) -> list[Change]:
        before = self.entry.dispute
        if before is None:
            return []
        self.entry.mark(None)
        return [self.change(self.entry, before)]

    @staticmethod
    def revert(match: MatchBase, change: Change) -> None:
        _entry_of(change).mark(change.before)


def _entry_of(change: Change) -> Entry:
    if change.entry is None:
        raise ValueError(f"{change.verb} without an entry")
    return change.entry
