"""Random rounds of a game played by a score sheet: an example for the rulebook, and rounds for tests."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from games.kernel.problems import Problems
from games.kernel.record import RawRecord, Record
from games.kernel.seats import AnyTable, Deal

from .facts import Facts
from .rounds import RoundReader
from .scoring import read_round
from .sheet import EACH, NUMBER, PLAYER, PLAYERS, ROUND, TABLE, TICK, Row, Sheet

TRIES = 40
USUALLY = 0.8  # how often a quiet row keeps its default
USUAL_MOST = 10  # if a row's highest number is not known, its numbers go up to the lowest plus this


def some_round(sheet: Sheet, table: AnyTable, deal: Deal[Facts], random: Random) -> RawRecord | None:
    """Return a random record without a problem; None if none was found in TRIES tries."""
    for _ in range(TRIES):
        record = _drawn(sheet, table, deal, random)
        problems = Problems()
        read_round(sheet, Record(record, table, problems), deal)
        if not problems:
            return record
    return None


def _drawn(sheet: Sheet, table: AnyTable, deal: Deal[Facts], random: Random) -> RawRecord:
    record: RawRecord = {"kind": ROUND}
    facts = Facts.before_round(sheet, table, deal, deal.number + 1)
    reader = RoundReader(facts, Record(record, table, Problems()))
    for row in sheet.rows:
        reader.take(row)  # stores the default, for expressions that use the row before its value is drawn
    for row in sheet.rows:
        seats = sheet.holders(row.of, len(table.players))
        asked = [table.players[seat] for seat in seats if facts.value(row.when, seat if row.of == EACH else None, 1)]
        if asked and row.quiet and random.random() < USUALLY:
            usual = row.unsaid(facts.scope())
            record[row.id] = usual if row.of == TABLE else dict.fromkeys(asked, usual)
        elif asked:
            record[row.id] = _of_row(row, asked, table.players, facts, random)
        reader.take(row)
    return record


def _of_row(row: Row, holders: Sequence[str], players: Sequence[str], facts: Facts, random: Random) -> Any:
    if row.kind == PLAYER:
        return random.choice([*players, *([None] if row.optional else [])])
    if row.kind == PLAYERS:
        low, high = facts.value(row.low, otherwise=0), facts.value(row.high, otherwise=len(players))
        count = random.randint(*sorted(max(0, min(each, len(players))) for each in (low, high)))
        return [player for player in players if player in random.sample(players, count)]
    if row.kind == NUMBER:
        numbers = _numbers(row, len(holders), facts, random)
        return numbers[0] if row.of == TABLE else dict(zip(holders, numbers, strict=True))
    answers: list[Any] = (
        [False, True] if row.kind == TICK else [*row.offered(facts.scope()), *([None] if row.optional else [])]
    )
    return random.choice(answers) if row.of == TABLE else {player: random.choice(answers) for player in holders}


def _numbers(row: Row, count: int, facts: Facts, random: Random) -> list[int]:
    """Return `count` random numbers for a row, within its limits."""
    low, step = facts.value(row.low, otherwise=0), max(1, facts.value(row.step, otherwise=1))
    high = min(facts.value(row.high, otherwise=low + USUAL_MOST), low + 1000 * step)
    possible = range(low, max(low, high) + 1, step)
    if row.sum is None:
        return [random.choice(possible) for _ in range(count)]
    wanted = facts.value(row.sum, otherwise=low * count) - low * count
    numbers, order = [low] * count, random.sample(range(count), count)
    for place in order[:-1]:
        more = random.randrange(0, max(0, min(possible[-1] - low, wanted)) + 1, step)
        numbers[place], wanted = low + more, wanted - more
    numbers[order[-1]] += wanted
    return numbers
