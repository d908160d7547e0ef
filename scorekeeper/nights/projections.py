"""Projections: data that other apps derive from matches and store."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from scorekeeper.nights.models import Match
from scorekeeper.people.models import Group


class Projection(Protocol):
    def check_match(self, match: Match) -> Iterator[str]:
        """Yield, in words, each mistake in the data stored for this match."""

    def check_group(self, group: Group) -> Iterator[str]:
        """Yield, in words, each mistake in the data stored for the whole group."""

    def rebuild(self, group: Group) -> None:
        """Rebuild the data stored for the whole group, such as sums over its matches."""


projections: list[Projection] = []


class NightNote(NamedTuple):
    """The note of another app in a night's story: a title, sentences, and a link to a page with more."""

    title: str
    lines: Sequence[str]
    url: str
    label: str
    icon: str
