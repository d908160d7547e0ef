"""Projections: data that other apps derive from matches and store."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from scorekeeper.nights.models import Match
from scorekeeper.people.models import Group


class Projection(Protocol):
    def check_match(self, match: Match) -> Iterator[str]:
        """Yield, in words, each mistake in the data stored for this match."""

    def check_group(self, group: Group) -> Iterator[str]:
        """Yield, in words, each mistake in the data stored for the whole group."""

    def rebuild(self, group: Group) -> None:
        """Rebuild the data stored for the whole group, such as sums over its matches."""

    def catch_up(self) -> None:
        """Complete the data that an older version or an interrupted job left incomplete."""


projections: list[Projection] = []


def catch_up(**signal: Any) -> None:
    """Let every projection complete its data. This is a receiver of the signal `server.signals.upgraded`."""
    for projection in projections:
        projection.catch_up()


class NightNote(NamedTuple):
    """The note of another app in a night's story: a title, sentences, and a link to a page with more."""

    title: str
    lines: Sequence[str]
    url: str
    label: str
    icon: str
