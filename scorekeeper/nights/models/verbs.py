"""The verbs of a match: everything that can be done to it.

Each verb says what it does, what is stored in the list of changes, and how it is undone. `Match` has a method for each,
stores the changes, and derives what follows from them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from django.utils import timezone

from games.kernel.problems import Problem

from .change import Change
from .course import Course
from .entry import MOST_ENTRIES, Entry
from .match_base import MatchBase
from .refusals import TOO_MANY, Refused, Stale


@dataclass
class Verb(ABC):
    """Something that can be done to a match."""

    code: ClassVar[Change.Verb]

    match: MatchBase
    by: str
    course: Course | None = field(default=None, init=False)  # after it, where it is worked out on the way

    @abstractmethod
    def apply(self) -> list[Change]:
        """Do it, and return the changes to store: none if it is so already."""

    @staticmethod
    @abstractmethod
    def revert(match: MatchBase, change: Change) -> None:
        """Undo the change."""

    def change(self, entry: Entry | None = None, before: Any = None, after: Any = None) -> Change:
        """Return the `Change` to store for this verb."""
        return Change(verb=self.code, by=self.by, entry=entry, before=before, after=after)


# Entries


@dataclass
class AddRounds(Verb):
    """The entering of rounds, each with its key, in order. Refused with the problems of the first that has any."""

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
            if row.dealer:  # written down, so that correcting another round leaves this one alone
                row.record["dealer"] = row.dealer
            row.entry.derive(row.derived)
        if any(row.number is not None for row in new):
            match.saved_tricks = []
        Entry.objects.bulk_create(self.entries)
        goes_on = TakeUp(match, self.by).apply() if self.entries else []
        return [*goes_on, *(self.change(entry, after=entry.record) for entry in self.entries)]

    @staticmethod
    def revert(match: MatchBase, change: Change) -> None:
        _entry_of(change).mark_removed()


@dataclass
class CorrectRound(Verb):
    """The correction of an entry's record. Stale if the entry is no longer the version seen, Refused with problems."""

    code = Change.Verb.CORRECTED

    entry: Entry
    record: dict[str, Any]
    seen: int

    def apply(self) -> list[Change]:
        entry, record = self.entry, self.record
        if entry.version != self.seen or entry.removed_at is not None:
            raise Stale
        if "dealer" not in record and "dealer" in entry.record and self.match.is_dealt(record):
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
    """The removal of an entry from the count; it is kept, and can be restored."""

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
    """The restoring of a removed entry."""

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
    """The beginning of a dispute: the entry still counts, and is marked with a note until the dispute is resolved."""

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
    """The end of a dispute."""

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


# The match


class CloseMatch(Verb):
    """The early end of a game, before its rules end it."""

    code = Change.Verb.CLOSED

    def apply(self) -> list[Change]:
        if self.match.course.engine.over:
            return []
        goes_on = TakeUp(self.match, self.by).apply()  # for this last step
        self.match.ended_early = True
        return [*goes_on, self.change()]

    @staticmethod
    def revert(match: MatchBase, change: Change) -> None:
        match.ended_early = False


class ReopenMatch(Verb):
    """The reopening of a game that was ended early."""

    code = Change.Verb.REOPENED

    def apply(self) -> list[Change]:
        if not self.match.ended_early:
            return []
        self.match.ended_early = False
        return [self.change()]

    @staticmethod
    def revert(match: MatchBase, change: Change) -> None:
        match.ended_early = True


class LayAside(Verb):
    """The laying aside of a game for now: it is not over, and nobody wins it."""

    code = Change.Verb.LAID_ASIDE

    def apply(self) -> list[Change]:
        if self.match.laid_aside or self.match.course.engine.over:
            return []
        self.match.laid_aside = True
        return [self.change()]

    @staticmethod
    def revert(match: MatchBase, change: Change) -> None:
        match.laid_aside = False


class TakeUp(Verb):
    """The resumption of a game that was laid aside."""

    code = Change.Verb.TAKEN_UP

    def apply(self) -> list[Change]:
        if not self.match.laid_aside:
            return []
        self.match.laid_aside = False
        return [self.change()]

    @staticmethod
    def revert(match: MatchBase, change: Change) -> None:
        match.laid_aside = True


class ExcludeMatch(Verb):
    """The exclusion of a misplayed game from all statistics; the game itself is unchanged."""

    code = Change.Verb.LEFT_OUT

    def apply(self) -> list[Change]:
        if self.match.left_out:
            return []
        self.match.left_out = True
        return [self.change()]

    @staticmethod
    def revert(match: MatchBase, change: Change) -> None:
        match.left_out = False


class IncludeMatch(Verb):
    """The return of an excluded game to the statistics."""

    code = Change.Verb.COUNTED

    def apply(self) -> list[Change]:
        if not self.match.left_out:
            return []
        self.match.left_out = False
        return [self.change()]

    @staticmethod
    def revert(match: MatchBase, change: Change) -> None:
        match.left_out = True


class DeleteMatch(Verb):
    """The deletion of a game, which can be restored for thirty days."""

    code = Change.Verb.DELETED

    def apply(self) -> list[Change]:
        if self.match.deleted_at is not None:
            return []
        self.match.deleted_at = timezone.now()
        return [self.change()]

    @staticmethod
    def revert(match: MatchBase, change: Change) -> None:
        match.deleted_at = None


@dataclass
class ChangeOptions(Verb):
    """A change of the house rules of the whole match.

    Refused with all of their problems; Stale if they are no longer those seen.
    """

    code = Change.Verb.OPTIONS

    options: dict[str, Any]
    seen: str = ""  # the `rules_seen` of those that the phone knew

    def apply(self) -> list[Change]:
        match = self.match
        match.table_with(self.options)
        if self.options == match.options:
            return []
        if self.seen and self.seen != match.rules_seen:
            raise Stale
        before, match.options = match.options, self.options
        return [self.change(before=before, after=self.options)]

    @staticmethod
    def revert(match: MatchBase, change: Change) -> None:
        match.options = change.before


@dataclass
class DrawFirstDealer(Verb):
    """A change of the first dealer. Stale if something was dealt already, or the game is over."""

    code = Change.Verb.FIRST_DEALER

    seat: int

    def apply(self) -> list[Change]:
        engine = self.match.course.engine
        if engine.deals or engine.unknown or engine.over:
            raise Stale
        before, self.match.first_dealer = self.match.first_dealer, self.seat
        return [self.change(before=before, after=self.seat)]

    @staticmethod
    def revert(match: MatchBase, change: Change) -> None:
        match.first_dealer = int(change.before or 0)


@dataclass
class NameDealer(Verb):
    """The naming of another dealer for the coming round, out of turn.

    Stale if the game is over, or nobody with this seat sits there.
    """

    code = Change.Verb.NAMED_DEALER

    seat: int

    def apply(self) -> list[Change]:
        match, engine = self.match, self.match.course.engine
        seats = {engine.seating.number_of(player): player for player in engine.seating.seated}
        if engine.over or self.seat not in seats:
            raise Stale
        if seats[self.seat] == engine.next_dealer:
            return []
        before, match.named_dealer = match.named_dealer, {"seat": self.seat, "after": match.last_number}
        return [self.change(before=before, after=match.named_dealer)]

    @staticmethod
    def revert(match: MatchBase, change: Change) -> None:
        match.named_dealer = change.before


VERBS: Mapping[str, type[Verb]] = {
    each.code: each
    for each in (
        AddRounds,
        CorrectRound,
        RemoveRound,
        RestoreRound,
        CloseMatch,
        ReopenMatch,
        DisputeRound,
        ResolveDispute,
        LayAside,
        TakeUp,
        ExcludeMatch,
        IncludeMatch,
        DeleteMatch,
        ChangeOptions,
        DrawFirstDealer,
        NameDealer,
    )
}
