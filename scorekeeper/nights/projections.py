"""Projections: data that other apps derive from matches and store.

A projection follows this app's signals. It adds itself to `projections` when its app starts, so that one command can
check and rebuild everything that is derived.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from scorekeeper.nights.models import Match
from scorekeeper.people.models import Group


class Projection(Protocol):
    def check_match(self, match: Match) -> Iterator[str]:
        """Yield each difference between what is stored for this match and what its records give."""

    def check_group(self, group: Group) -> Iterator[str]:
        """Yield each difference between what is stored over all matches of a group and what they give."""

    def rebuild(self, group: Group) -> None:
        """Rebuild what is stored over all matches of a group."""

    def catch_up(self) -> None:
        """Store what is missing for matches older than the projection; do nothing if nothing is missing."""


projections: list[Projection] = []


def catch_up(**signal: Any) -> None:
    """Let every projection store what is missing. Receives the signal `server.signals.upgraded`."""
    for projection in projections:
        projection.catch_up()


class NightNote(NamedTuple):
    """Sentences that another app adds to a night's story, in the reader's language, and the page with more."""

    title: str
    lines: Sequence[str]
    url: str
    label: str
    icon: str
