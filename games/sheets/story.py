"""Sentences about a round with a score sheet: about the values written down for the table, and about the bids."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from games.kernel.game import Bid
from games.kernel.lines import ADJUSTMENT, TO_EACH, Score
from games.kernel.options import NO, YES
from games.kernel.record import RawRecord
from games.kernel.words import Message, Phrase, Typed, join_names, minus

from . import words
from .facts import Facts
from .sheet import CHOICE, EACH, NUMBER, PLAYERS, ROUND, TABLE, TEAM, TICK, Row, Sheet


def value_in_words(row: Row, value: Any) -> Message | Phrase | Typed:
    """Return one value of a row in words: the value of the table, of a team or of a player."""
    if value in (None, []):
        return words.NOBODY if not row.choices else words.NOTHING
    if row.kind == CHOICE and value in row.choices:
        return row.choices[value].label
    if row.kind == TICK:
        return YES if value else NO
    if row.kind == PLAYERS:
        names = join_names(value)
        return Typed(names) if isinstance(names, str) else names
    return Typed(minus(value) if isinstance(value, int) else str(value))


def result(score: Score, *, lowest: bool) -> Message | None:
    """Return the result of a round in a sentence; None if it says enough who got the most, or else the fewest points."""
    if score.said is not None or not score.lines or score.lines[0].phrase is ADJUSTMENT:
        return None
    sides: dict[int, list[str]] = {}
    for player, amount in score.points.items():
        sides.setdefault(amount, []).append(player)
    without = sides.pop(0, [])
    if len(sides) == 1 or (len(sides) == 2 and not without and min(sides) < 0 < max(sides)):
        # some get points and the others none, or one plays against the others
        amount, players = min(sides.items(), key=lambda side: len(side[1]))
        alone = len(players) == 1
        if len(sides) == 1 and len(without) == 1 and not alone:
            return (words.ALL_BUT if amount > 0 else words.ALL_BUT_LOSE)(player=without[0], amount=abs(amount))
        if len(sides) == 1 or alone:
            said = str(abs(amount)) if alone else TO_EACH(amount=abs(amount))
            say = words.GETS if amount > 0 else words.LOSES
            return say(players=join_names(players), count=len(players), amount=said)
    if lowest:
        return words.NO_POINTS(players=join_names(without), count=len(without)) if without and min(sides) > 0 else None
    if max(sides) < 0:
        losses = [(player, -amount) for player, amount in score.points.items() if amount]
        return words.LOSSES(losses=[words.LOSS(player=player, amount=amount) for player, amount in losses])
    return None


def noted(sheet: Sheet, record: RawRecord, *, before: bool = False) -> Message | None:
    """Return a sentence on what the whole table noted, such as "Declarer: Anna, Game: Grand, Won."; None for none."""
    if record.get("kind") != ROUND:
        return None
    told: list[Message | Phrase] = []
    for row in sheet.rows:
        usual = row.default if row.quiet and row.kind == CHOICE else None
        if row.of != TABLE or (before and not row.before) or record.get(row.id) in (None, [], False, 0, usual):
            continue
        if row.kind == TICK:
            told.append(row.label)
        else:
            say = words.ASKED_ROW if row.label.en.endswith("?") else words.NOTED_ROW
            told.append(say(label=row.label, value=value_in_words(row, record[row.id])))
    return words.NOTED(what=told) if told else None


def bids(facts: Facts, record: RawRecord) -> list[Bid]:
    """Return the bids in a record, in words: the values of all rows that are written down before a round."""
    rows = [row for row in facts.sheet.rows if row.before and isinstance(record.get(row.id), dict)]
    found: list[Bid] = []
    for seat, player in enumerate(facts.players):
        for of in (TEAM, EACH):
            players = facts.players[seat::2] if of == TEAM else [player]
            said = [
                _bid(row, record[row.id][player], rows) for row in rows if row.of == of and player in record[row.id]
            ]
            if told := [each for each in said if each is not None]:
                found.append(Bid(players, told[0] if len(told) == 1 else words.BIDS(bids=told)))
    if (of_table := noted(facts.sheet, record, before=True)) is not None:
        found.append(Bid([], of_table))
    return found + [Bid([], each) for each in _in_all(facts, record)]


def _bid(row: Row, value: Any, rows: Sequence[Row]) -> Message | Phrase | Typed | None:
    """Return one bid in words."""
    if row.kind == TICK:
        return row.label if value else None
    said = value_in_words(row, value)
    alone = len([each for each in rows if each.of == row.of and each.kind != TICK]) == 1
    return said if alone else words.ASKED_ROW(label=row.label, value=said)


def _in_all(facts: Facts, record: RawRecord) -> Iterator[Message]:
    """Yield a message for each row of numbers that are bid: "Bid in all: 3 · Tricks: 2". Everybody must have bid."""
    for row in facts.sheet.rows:
        holders = [facts.players[seat] for seat in facts.sheet.holders(row.of, len(facts.players))]
        numbers = record.get(row.id)
        if row.before and row.kind == NUMBER and row.of != TABLE and isinstance(numbers, dict):
            later = (each for each in facts.sheet.rows if each.sum and not each.before and each.of != TABLE)
            counted = next((each for each in later if facts.value(each.high) == facts.value(row.high)), None)
            wanted = facts.value(counted.sum) if counted else None
            if counted and wanted is not None and all(isinstance(numbers.get(player), int) for player in holders):
                total = sum(numbers[player] for player in holders)
                yield words.BID_IN_ALL(bid=row.label, sum=total, tricks=counted.label, all=wanted)
