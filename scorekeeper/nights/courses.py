"""Matches as far as they were played, remembered: to show a match after one more round, only that round is played.

Kept in the memory of the process and never invalidated: each step is named by everything it follows from. What is
remembered is not changed: whoever changes an entry plays the match through.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from hashlib import blake2b
from typing import Final, NamedTuple

from games.kernel.engine import Engine
from scorekeeper.nights.models import Course, Entry, Match, Row
from scorekeeper.nights.models.match import entries_of

MOST_STEPS: Final = 5_000  # some 20 MB


class _Step(NamedTuple):
    """An entry, its row where it counts, and the engine after it."""

    entry: Entry
    row: Row | None
    engine: Engine


class Courses:
    """The steps used last."""

    def __init__(self, most: int = MOST_STEPS) -> None:
        self._most = most
        self._lock = threading.Lock()
        self.clear()

    def clear(self) -> None:
        self._steps: OrderedDict[bytes, _Step] = OrderedDict()

    def recall(self, match: Match) -> None:
        """Gives the match its entries and its course, and plays only what this process has not seen played."""
        about = (match.pk, match.game_slug, match.options, match.first_dealer, [seat.name for seat in match.seated])
        digest = blake2b(repr(about).encode())
        names, steps = [], []
        saved = entries_of.read(match.pk)
        for entry in saved:
            digest.update(repr(entry).encode())
            names.append(digest.digest())
        with self._lock:
            for name in names:
                if (step := self._steps.get(name)) is None:
                    break
                self._steps.move_to_end(name)
                steps.append(step)
        engine = steps[-1].engine.branch() if steps else match.engine()
        if len(steps) < len(names):
            for each in entries_of.made_of(saved[len(steps) :], 1):
                row = None if each.removed_at else match.row_of(each, each.record, engine.enter(each.record), engine)
                steps.append(_Step(each, row, engine.branch()))
            self._keep(names, steps)
        match.all_entries = [step.entry for step in steps]
        if match.ended_early:
            engine.finish_early()
        counted = [(step.row, name) for step, name in zip(steps, names, strict=True) if step.row]
        match.course = Course([row for row, _ in counted], engine, [name for _, name in counted])

    def _keep(self, names: list[bytes], steps: list[_Step]) -> None:
        with self._lock:
            self._steps.update(zip(names, steps, strict=True))
            while len(self._steps) > self._most:
                self._steps.popitem(last=False)


courses = Courses()
