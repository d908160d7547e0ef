"""The scoring of a round with a score sheet: its lines, and the numbers that are carried into the next round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from games.kernel.lines import Line, Reason, Score, score_of
from games.kernel.problems import Problems
from games.kernel.record import Record
from games.kernel.seats import AnyTable, Deal
from games.kernel.words import Facts as Said

from . import words
from .expressions import LARGEST, Writer, bounded
from .facts import OUT, Facts, holds
from .rounds import AnyRecord, RoundReader, arithmetic_problem
from .sheet import Entry, Sheet

# If the number of a round is uncertain (see `read_round`): how many earlier unreadable entries are considered at most
MOST_OPEN = 8


def read_round(sheet: Sheet, record: AnyRecord, deal: Deal[Facts], *, before: bool = False) -> Facts:
    """Return the facts of a round, whose number may be uncertain after broken entries; add its problems to the record."""
    found: list[tuple[Facts, Problems]] = []
    for number in range(deal.number + 1, deal.number + 2 + min(deal.unknown, MOST_OPEN)):
        problems = Problems()
        facts = Facts.before_round(sheet, record.table, deal, number)
        RoundReader(facts, Record(record.raw, record.table, problems), before=before).read()
        found.append((facts, problems))
        if not problems:
            break
    facts, problems = found[-1] if not found[-1][1] else found[0]
    for field, message in problems:
        record.problems.add(field, message)
    return facts


def score_round(sheet: Sheet, record: AnyRecord, deal: Deal[Facts]) -> Score | None:
    """Return the score of a round; if it has none, add the problems to the record and return None."""
    facts = read_round(sheet, record, deal)
    if record.problems:
        return None
    table = record.table
    try:
        score = _scored(facts)
        totals = {player: deal.totals.get(player, 0) + points for player, points in score.points.items()}
        past = _carried_on(facts)
        for expression in (sheet.rounds, sheet.end):
            if expression:
                expression(after(past, totals, facts.table["round"]).scope())
    except ArithmeticError as error:
        record.add("", arithmetic_problem(error))
        return None
    money = None
    if sheet.pays_each_round:
        record.sums_to("", sum(score.points.values()), 0)
        if table.stake:
            money = {player: points * table.stake for player, points in score.points.items()}
    return score._replace(past=past, money=money)


def _scored(facts: Facts) -> Score:
    """Return the points and lines of a round, also of a dealer who sits out if the sheet has an entry for them."""
    players = list(facts.players)
    lines = []
    for seat, player in [*enumerate(players), *([(OUT, facts.sits_out)] if facts.sits_out else [])]:
        scope = facts.scope(seat)
        writer = Writer(scope, facts.sheet.values)
        for entry in facts.sheet.points:
            if entry.is_for(scope, out=seat == OUT) and holds(entry.when, scope):
                amount = bounded(entry.value(scope), LARGEST)
                lines.append(Line(player, reason_of(entry), amount, partial(explained, entry, writer)))
                players += [player] * (player not in players)
    return score_of(players, lines)


def reason_of(entry: Entry) -> Reason:
    return Reason(entry.id, words.LINE, words.LINE)


def explained(entry: Entry, writer: Writer) -> Said:
    """Return the facts of a line: its label, and how its points were calculated."""
    text = writer.write(entry.value)
    return {"label": entry.label, "sum": words.SUM.format(sum=text) if text else ""}


def _carried_on(facts: Facts) -> Facts:
    """Return the facts with the numbers that are carried into the next round."""
    scopes = [facts.scope(seat) for seat in range(2 if facts.sheet.teams else facts.seats)]
    kept = dict(facts.kept)
    for each in facts.sheet.carried:
        numbers = [bounded(each.next(scope), LARGEST) for scope in scopes]
        now = {player: numbers[seat % len(numbers)] for seat, player in enumerate(facts.players)}
        kept[each.id] = {**facts.kept.get(each.id, {}), **now}
    return replace(facts, kept=kept)


def after(past: Facts, totals: Mapping[str, int], number: int) -> Facts:
    """Return the facts after the round with this number; `totals` are those of all who then sit at the table."""
    columns = {**past.columns, "total": list(totals.values())}
    facts = Facts(past.sheet, list(totals), {**past.table, "round": number}, columns)
    facts.carry(past.kept)
    return facts


def is_ended(sheet: Sheet, table: AnyTable, totals: Mapping[str, int], deal: Deal[Facts]) -> bool:
    """Return whether the sheet's expression `end` is true with these totals, in points."""
    past = deal.past or Facts.of_the_game(sheet, table)
    return bool(after(past, totals, deal.number).value(sheet.end))  # `score_round` reports what cannot be calculated
