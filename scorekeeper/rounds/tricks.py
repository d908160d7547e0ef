"""A round that is written down trick by trick."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, Self

from games.kernel.judging import TrickProgress, progress_of
from games.kernel.lines import Revoke
from games.kernel.posted import seat_of
from games.kernel.problems import Problem
from scorekeeper.nights.models import FORM, TRICKS, WHO_DEALS, Draft, Entry, Match, Refused
from scorekeeper.people.keys import did
from scorekeeper.rounds.round_form import RoundForm


class Tricks:
    """The coming round of a match, trick by trick; with an `entry`, its correction. Both are parts of a draft."""

    def __init__(self, match: Match, entry: Entry | None = None, dealer: str = "") -> None:
        self.match, self.entry = match, entry
        self.draft = match.draft if entry is None else Draft.of_correction(match, entry, _parts_of(entry.record))
        self.round_form = RoundForm(match, entry, dealer or seat_of(self.record.get("dealer"), match.table))
        self.table = self.round_form.table

    @classmethod
    def current(cls, match: Match) -> Self | None:
        """Return the coming round if it is being written down in tricks; else None."""
        return cls(match) if match.draft.form == TRICKS else None

    @property
    def begun(self) -> bool:
        return self.draft.pk is not None and (self.entry is not None or self.draft.form == TRICKS)

    @property
    def record(self) -> dict[str, Any]:
        said = self.draft.fields("start") or {}
        if self.entry is not None:
            return dict(said)
        by_trick = self.match.game.trick_by_trick(self.match.table)
        return self.match.with_dealer({"kind": by_trick.kind if by_trick else "", **said})

    @property
    def tricks(self) -> list[dict[str, Any]]:
        parts = sorted(self.draft.of_kind("trick").items(), key=lambda item: int(item[0]))
        return [part["fields"] for _number, part in parts]

    @property
    def full_record(self) -> dict[str, Any]:
        """The record of the round with its tricks, as the score file writes it."""
        return self.with_tricks(self.tricks)

    def with_tricks(self, tricks: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
        """Return the record of the round with these tricks."""
        return {**self.record, "tricks": [*tricks]}

    def completed(self, more: Mapping[str, Any]) -> dict[str, Any]:
        """Return the record with the fields from the last page (`more`). Fields that are None are left out."""
        return _without_gaps({**self.full_record, **more})

    def judge(self, tricks: Iterable[Mapping[str, Any]]) -> TrickProgress:
        """Return the state of the round after these tricks."""
        return progress_of(self.match.game, self.table, self.with_tricks(tricks))

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

    # Writing

    def describe(self, record: Mapping[str, Any], seen: int, by: str) -> None:
        """Save these fields of the record, such as the dealer; a field that is None is taken back."""
        said = _without_gaps({**(self.draft.fields("start") or {}), **record})
        if self.entry is None:
            dealer = said.pop("dealer", None)
            if dealer not in (None, self.match.course.engine.next_dealer):
                did(self.match, self.draft)
            self._put({"start": said}, seen, by, dealer)
        else:
            self._put({"start": said}, seen, by)

    def discard(self, seen: int, by: str = "") -> None:
        """Take back all that was written down. Raise Stale if something was saved after the version `seen`."""
        if self.entry is None:
            self.draft.drop(["trick", "start", FORM, WHO_DEALS], seen, by)
            return
        self.draft.expect(seen)
        if self.draft.pk:
            self.draft.delete()
            self.match.touch()

    def _put(self, parts: Mapping[str, Any], seen: int, by: str, dealer: str | None = None) -> None:
        """Save these parts and, for the coming round, that it is written down in tricks, and who deals."""
        more: dict[str, Any] = {}
        if self.entry is None:
            dealer = dealer or self.record.get("dealer")
            seating = self.match.course.engine.seating
            more = {FORM: {"screen": [TRICKS]}}
            if dealer in seating.seated:
                more[WHO_DEALS] = {"dealer": [str(seating.number_of(dealer))]}
        self.__dict__.pop("progress", None)
        self.draft.put({**parts, **more}, seen, by)

    def add(self, trick: Mapping[str, Any], place: int, seen: int, by: str) -> None:
        """Add the next trick; do nothing if the same trick is already there, at the index `place`, from 0."""
        if self._is_at(place, trick):
            return
        self.draft.expect(seen)
        self._refuse_new(self.judge([*self.tricks, trick]).problems)
        self._put({f"trick {len(self.tricks) + 1}": dict(trick)}, seen, by)

    def change(self, place: int, trick: Mapping[str, Any], seen: int, by: str) -> None:
        """Replace the trick at the index `place`, from 0; do nothing if the same trick is already there."""
        if self._is_at(place, trick):
            return
        self.draft.expect(seen)
        after = [*self.tricks]
        after[place] = dict(trick)
        self._refuse_new(self.judge(after).problems_within(place))
        self._put({f"trick {place + 1}": dict(trick)}, seen, by)

    def remove_last(self, seen: int, by: str) -> None:
        """Remove the last trick."""
        self.draft.expect(seen)
        self._put({f"trick {len(self.tricks)}": None}, seen, by)

    def finish(self, record: Mapping[str, Any], seen: int, by: str) -> Entry:
        """Enter the round, or correct its entry; return the entry. `record` has the fields from the last page."""
        self.draft.expect(seen)
        completed = self.completed(record)
        if self.entry is None or completed != self.entry.record:
            did(self.draft)
        if self.entry is None:
            entry = self.match.enter(completed, self.match.last_number, by, self.draft.entry_key)
        else:
            entry = self.entry
            self.match.correct(entry, completed, entry.version, by)
            if self.draft.pk:
                self.draft.delete()
        return entry

    def _is_at(self, place: int, trick: Mapping[str, Any]) -> bool:
        """Return whether the same trick is already saved at this index, e.g. by another phone."""
        there = self.tricks[place : place + 1]
        return there == [dict(trick)]

    def _refuse_new(self, problems: Iterable[Problem]) -> None:
        """Raise Refused with the problems that the saved tricks do not have yet. If there are none, do nothing."""
        new = [problem for problem in problems if problem not in self.progress.problems]
        if new:
            raise Refused(new)


def _parts_of(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parts that this record of a round has, by their codes."""
    tricks = {f"trick {number}": trick for number, trick in enumerate(record["tricks"], 1)}
    return {"start": {key: value for key, value in record.items() if key != "tricks"}, **tricks}


def _without_gaps(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return the record without fields that are None: they are questions that nobody has answered."""
    return {key: value for key, value in record.items() if value is not None}
