"""What other apps keep beside a match and derive from it.

They enter themselves here when they start: so what a match is knows nothing of the ledger, yet both are written
in one transaction and checked by one command.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from scorekeeper.nights.models import Match, Night
    from scorekeeper.people.models import Group


class Cache(Protocol):
    def write(self, match: Match) -> None:
        """Writes anew what follows from the match; called whenever it was rescored."""

    def differences(self, match: Match) -> Iterator[str]:
        """Where what is kept is not what the match gives."""


caches: list[Cache] = []


class Chronicle(Protocol):
    """What is kept over all matches of a group."""

    def follow(self, night: Night) -> None:
        """Writes anew what follows from a night; called when it was deleted for now, and when it is brought back."""

    def all_at_once(self) -> AbstractContextManager[None]:
        """While many matches are written: what follows from all of them is written once, at the end."""

    def catch_up(self) -> None:
        """Writes what matches lack that were played before this was kept; does nothing where none lacks it."""

    def differences_of(self, group: Group) -> Iterator[str]:
        """Where what is kept is not what the matches give."""

    def mend(self, group: Group) -> None:
        """Writes everything of the group anew."""


chronicles: list[Chronicle] = []


@contextmanager
def all_at_once() -> Iterator[None]:
    """For whoever writes many matches in one go."""
    with ExitStack() as gathering:
        for chronicle in chronicles:
            gathering.enter_context(chronicle.all_at_once())
        yield
