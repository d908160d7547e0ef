"""The base class of verbs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any, ClassVar

from scorekeeper.nights.models.change import Change
from scorekeeper.nights.models.course import Course
from scorekeeper.nights.models.entry import Entry
from scorekeeper.nights.models.match_base import MatchBase


@dataclass
class Verb(ABC):
    """A kind of change of a match. `by` is the name recorded in the changes."""

    code: ClassVar[Change.Verb]

    match: MatchBase
    by: str
    course: Course | None = field(default=None, init=False)  # the course after the verb, if `apply` has computed it

    @abstractmethod
    def apply(self) -> list[Change]:
        """Change the match and its entries; return the changes to store, or [] if there was nothing to change.

        Entries are saved here; the caller saves the match and the changes.
        """

    @staticmethod
    @abstractmethod
    def revert(match: MatchBase, change: Change) -> None:
        """Undo a change of this verb. Entries are saved here; the caller saves the match and the change."""

    def change(self, entry: Entry | None = None, before: Any = None, after: Any = None) -> Change:
        """Return a new, unsaved `Change` of this verb."""
        return Change(verb=self.code, by=self.by, entry=entry, before=before, after=after)
