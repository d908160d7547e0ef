"""The course of a match: its entries in order, each with its score."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.kernel.engine import Engine, ScoredEntry, Unscored
from games.kernel.lines import Score
from games.kernel.problems import WHO_DEALT, Problem
from games.kernel.seats import AnyTable

from .entry import LONGEST_NOTE, Entry
from .refusals import TOO_LONG, Refused


@dataclass(frozen=True)
class Row:
    """An entry with its score or its problems."""

    entry: Entry
    record: Any  # the entry's record or, in a preview, the one that would replace it
    number: int | None  # the round's number; None if the entry is no round, e.g. an adjustment
    score: Score | None
    problems: Sequence[Problem]
    points: Sequence[int]
    totals: Sequence[int]
    money: Sequence[int] | None  # in minor units; None without score or stake, or if the game pays at its end
    dealer: str | None
    table: AnyTable  # the table of the round (see `ScoredEntry`); if the entry is no round, the table after it
    moved: Mapping[str, int]  # what the entry adds to the balances, in minor units by player's name; {} for nothing

    @classmethod
    def of(cls, entry: Entry, record: Any, scored: ScoredEntry, engine: Engine) -> Row:
        """Return the row of an entry whose record is `record`. `engine` has just scored it: `scored` is the result."""
        unscored = scored.score and isinstance(scored.score.change, Unscored) and not engine.game.passes
        if unscored and scored.score and scored.score.said:
            scored = scored._replace(score=None, problems=[Problem("", scored.score.said)])
        players = engine.seating.everyone
        points = scored.score.points if scored.score else {}
        money = scored.money if engine.game.pays_each_round else None
        return cls(
            entry,
            record,
            engine.deals if engine.is_dealt(record) else None,
            scored.score,
            scored.problems,
            [points.get(player, 0) for player in players],
            [engine.totals.get(player, 0) for player in players],
            None if money is None else [money.get(player, 0) for player in players],
            scored.dealer,
            scored.table,
            scored.money or {},
        )

    def for_seats(self, count: int) -> Row:
        """Return the row with values for `count` seats. Players who joined after the entry get zeros."""
        new = [0] * (count - len(self.points))
        if not new:
            return self
        money = None if self.money is None else [*self.money, *new]
        return replace(self, points=[*self.points, *new], totals=[*self.totals, *new], money=money)

    @property
    def derived(self) -> dict[str, Any]:
        """The values of the entry's derived fields (see `Entry`), by name."""
        points = None if self.score is None else list(self.points)
        return {"points": points, "money": self.money, "round": self.number}

    def check(self) -> None:
        """Raise Refused if the record has problems, its note is too long, or it is not known which dealer sat out."""
        note = self.record.get("note", "")
        too_long = isinstance(note, str) and len(note) > LONGEST_NOTE
        problems = [*self.problems, *([Problem("note", TOO_LONG(most=LONGEST_NOTE))] if too_long else [])]
        if self.score is None and not problems:  # whoever deals sits out, and it is not known who dealt
            problems = [Problem("dealer", WHO_DEALT())]
        if problems:
            raise Refused(problems)


@dataclass(frozen=True)
class Course:
    """The scored entries of a match: their rows in order, and the engine in its state after the last entry."""

    rows: Sequence[Row]
    engine: Engine

    @property
    def totals(self) -> list[int]:
        return [self.engine.totals.get(player, 0) for player in self.engine.seating.everyone]

    @property
    def rounds_played(self) -> int:
        return sum(row.number is not None for row in self.rows)

    def followed_by(self, records: Iterable[tuple[Entry, Any]]) -> Course:
        """Return a new course with these entries added at its end. Each comes with the record to score for it."""
        engine, rows = self.engine.branch(), [*self.rows]
        for entry, record in records:
            scored = engine.enter(record)
            rows.append(Row.of(entry, record, scored, engine))
        seats = len(engine.seating.everyone)
        return Course([row.for_seats(seats) for row in rows], engine)

    def with_entry(self, row: Row, entry: Entry) -> Course:
        """Return a course in which this row refers to `entry`, and which is otherwise the same."""
        return Course([replace(each, entry=entry) if each is row else each for each in self.rows], self.engine)
