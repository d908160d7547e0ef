"""A verb: something that can be done to a match."""

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
    """Something that can be done to a match."""

    code: ClassVar[Change.Verb]

    match: MatchBase
    by: str
    course: Course | None = field(default=None, init=False)  # the course after it, if `apply` has worked it out

    @abstractmethod
    def apply(self) -> list[Change]:
        """Do it, and return the changes to store; [] if the match is in that state already."""

    @staticmethod
    @abstractmethod
    def revert(match: MatchBase, change: Change) -> None:
        """Undo the change."""

    def change(self, entry: Entry | None = None, before: Any = None, after: Any = None) -> Change:
        """Return the `Change` to store for this verb."""
        return Change(verb=self.code, by=self.by, entry=entry, before=before, after=after)
