"""Template contexts of a match: its pad with rows and standing, explanations of scores, the chart, the money."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import itemgetter
from typing import Any

from django.utils.translation import gettext as _

from games.kernel.engine import LAST, SEATS
from games.kernel.game import AnyGame
from games.kernel.lines import Score
from games.kernel.problems import Problem
from games.kernel.record import RawRecord
from games.kernel.seats import AnyTable
from games.kernel.words import isolated
from scorekeeper.nights.columns import Columns, columns, in_sides, sides_in, speaker, who_wins, winners_of
from scorekeeper.nights.departures import departures
from scorekeeper.nights.models import Match, Row
from scorekeeper.people.signs import Sign, labels
from scorekeeper.web.charts import Chart, Series, chart
from scorekeeper.web.formatting import SYMBOLS, all_of, language, minus, signed, signed_decimal

LONGEST_NAME = 11  # the most letters of a name in a chart (see `labels`)


def slot_of(problem: Problem, table: AnyTable) -> str:
    """Return the place of a problem on the form: its field with the seat for the name, `gold.0` for `gold.Anna`."""
    field = problem.field
    for seat, player in sorted(enumerate(table.everyone), key=lambda each: -len(each[1])):
        head, found, tail = field.partition(f".{player}")
        if found and (not tail or tail.startswith(".")):
            return f"{head}.{seat}{tail}"
    return field


def problem_messages(problems: Sequence[Problem], match: Match, *, sent: bool) -> list[dict[str, str]]:
    """Return the problems in words, each with its place on the form (`slot`)."""
    return [
        {"slot": slot_of(problem, match.table), "text": match.game.say_problem(problem, language())}
        for problem in problems
        if sent or not problem.gap
    ]


def ledger(match: Match, record: RawRecord, score: Score) -> dict[str, Any]:
    """Return the explanation of a score as template context."""
    game, table, speaks = match.game, match.table, language()
    people = sides_in(match, score)
    points = [score.points[speaker(sign)] for sign in people]
    seats = zip(game.places(table.options, points), people, points, strict=True)
    accounts: list[dict[str, Any]] = []
    for _place, sign, gets in sorted(seats, key=itemgetter(0)):
        lines = [line for line in score.lines if line.player == speaker(sign)]
        # If the score has a sentence of its own (`said`), e.g. after a change of seats, leave out sides without lines.
        if lines or score.said is None:
            accounts.append({"sign": sign, "points": gets, "lines": lines})
    messages = iter(game.reasons([line for account in accounts for line in account["lines"]]))
    for account in accounts:
        account["reasons"] = [(game.say(next(messages), speaks), line.amount) for line in account["lines"]]
    found = {rule.anchor: line.reason for line in score.lines if (rule := game.rule(line.reason))}
    return {
        "story": [game.say(message, speaks) for message in game.story(table, record, score)],
        "accounts": accounts,
        "rules": list(found.values()),
        "rulings": [{"text": game.say(message, speaks), "code": message.code} for message in score.rulings],
    }


def ledger_texts(match: Match, record: RawRecord, score: Score | None) -> list[str]:
    """Return the explanation of a score (see `ledger`) as a list of texts; [] without a score."""
    if score is None:
        return []
    shown = ledger(match, record, score)
    texts = [" ".join(shown["story"])]
    for account in shown["accounts"]:
        reasons = account["reasons"]
        why = [f"{text} {signed(amount)}" if len(reasons) > 1 else text for text, amount in reasons]
        if why:
            texts.append(f"{isolated(account['sign'].name)} {signed(account['points'])}: {', '.join(why)}")
    return texts + [ruling["text"] for ruling in shown["rulings"]]


def outcome(match: Match, row: Row) -> dict[str, Any]:
    """Return the result of a round, saved or previewed, as template context: `row` and these keys."""
    if row.score is None:
        return {"row": row, "ledger": None, "result": [], "sentence": ""}
    saved = next((each for each in match.course.rows if each.entry == row.entry and each.score), row)
    sides = sides_in(match, row.score)
    before = sides_in(match, saved.score) if saved.score else []
    gone = [each for each in before if each not in sides and not each.members and saved.points[each.seat]]
    result = [
        (
            side,
            row.points[side.seat],
            row.totals[side.seat],
            None if saved.points[side.seat] == row.points[side.seat] else saved.points[side.seat],
        )
        for side in [*sides, *gone]
    ]
    sentence = match.game.say(match.game.result(match.table, row.score), language())
    shown = ledger(match, row.record, row.score)
    return {"row": row, "ledger": shown, "result": result, "sentence": sentence}


def revokes(game: AnyGame, found: Iterable[Any]) -> list[dict[str, str]]:
    """Return these revokes in words, each with the code of the duty that the player broke."""
    return [{"text": game.say(revoke.message, language()), "code": revoke.duty.code} for revoke in found]


def totals_chart(
    people: Sequence[Sign], rows: Sequence[Sequence[int]], numbers: Sequence[int | None], goal: int | None = None
) -> Chart | None:
    """Return the chart of these sides' totals after each round, from zero; None for fewer than two entries."""
    if len(rows) < 2:
        return None
    shown: list[tuple[Sequence[int], int | None]] = [([0] * len(people), None)]
    for row, number in zip(rows, numbers, strict=True):
        if number is None:  # counts with the round before
            shown[-1] = (row, shown[-1][1])
        else:
            shown.append((row, number))
    series = [
        Series(
            column,
            label,
            f"{isolated(sign.name)} {minus(column[-1])}",
            sign.css,
        )
        for sign, label, column in zip(
            people, labels(people, LONGEST_NAME), zip(*(row for row, _number in shown), strict=True), strict=True
        )
    ]
    return chart(series, minus, goal=goal, numbers=[number for _row, number in shown[1:]])


def match_context(match: Match) -> dict[str, Any]:
    """Return the template context of a match's pages: standing, money, coming round and end of the game."""
    course, game, people = match.course, match.game, match.signs
    shown = Columns(match)
    sums = money(match, shown.signs)
    figures = {
        "totals": [minus(total) for total in course.totals],
        "points": [signed(points) for points in {points for row in course.rows for points in row.points}],
        "money": [text for *_, text in sums["sums"]] if sums else [],
    }
    return {
        "match": match,
        "group": match.night.group,
        "game": game,
        "seats": people,
        "last": course.rows[-1] if course.rows else None,
        "last_number": match.last_number,
        "money": sums,
        "columns": columns(shown.sides, **figures),
        "columns_with_left": columns(shown.signs, **figures),
        "gone": shown.left,
        **_standing(match, shown),
        **_coming(match),
        **_ending(match),
    }


def row_figures(match: Match, row: Row, shown: Columns) -> dict[str, Any]:
    """Return the context of an entry's row on the pad: points and totals, and the problems of its record, if any."""
    said = match.game.say(row.score.said, language()) if row.score and row.score.said else ""
    label = _label(match, row, said)
    return {
        "entry": row.entry,
        "number": row.number,
        "is_last_rounds": row.record.get("kind") == LAST,
        "label": f"{label} ({_('with a note')})" if row.record.get("note") else label,
        "cells": shown.cells(row),
        "said": said,
        "problems": [problem.text(language()) for problem in row.problems],
    }


def _label(match: Match, row: Row, said: str) -> str:
    """Return the label of the button that opens the row's explanation; `said` is the score's own sentence, if any."""
    kind = row.record.get("kind")
    if row.number:
        return _("Round %(number)s, why?") % {"number": row.number}
    if kind == LAST:
        return _("Last rounds: why?")
    if said:
        return said
    if kind == SEATS:
        return _("Who plays: why?")
    of_the_game = {screen.code: screen.label for screen in match.game.screens(row.table) if not screen.dealt}
    if kind in of_the_game:
        return _("%(entry)s: why?") % {"entry": of_the_game[kind].text(language())}
    return _("Manual adjustment: why?")


def explained(match: Match, row: Row) -> dict[str, Any]:
    """Return the context of an entry's explanation: its ledger, note and revokes."""
    return {
        "entry": row.entry,
        "number": row.number,
        "dealer": row.dealer,
        "explanation": ledger(match, row.record, row.score) if row.score else None,
        "note": row.entry.record.get("note", ""),
        "revokes": revokes(match.game, row.score.revokes if row.score else ()),
    }


def _standing(match: Match, shown: Columns) -> dict[str, Any]:
    """Return the standing as template context: totals and places by player (`signs`) and by column (`heads`)."""
    course = match.course
    last = course.rows[-1] if course.rows else None
    gains = [points or 0 for points in shown.points(last)] if last and last.score else [0] * len(shown.signs)
    length, ways = _ways(match.game.goal(match.table), course.totals, shown.signs, gains)
    signs, heads = _in_standing(match, match.signs), _in_standing(match, shown.signs)
    return {
        "signs": signs,
        "heads": [{**head, "gain": gain, "way": way} for head, gain, way in zip(heads, gains, ways, strict=True)],
        "in_teams": shown.in_teams,
        "around_table": [signs[number] for number, _name in course.engine.seating.numbered],  # now, clockwise
        "departures": departures(match, [row.entry for row in course.rows if row.score]),
        "length": length,
        **_lead(match, shown.sides),
    }


def _in_standing(match: Match, signs: Sequence[Sign]) -> list[dict[str, Any]]:
    """Return a template context for each of these signs: its total, its place, whether it leads or deals."""
    course, engine = match.course, match.course.engine
    places, ranking = match.places_after(course), engine.ranking
    leading = ranking[0] if len(ranking) > 1 and not engine.over else []
    found = []
    for sign in signs:
        names, total = [each.name for each in sign.people], course.totals[sign.seat]
        deals = engine.next_dealer in names and not engine.over
        found.append(
            {
                "sign": sign,
                "total": total,
                "place": places.get(names[0]),  # None for a player who has left
                "deals": deals,
                "pauses": deals and engine.seating.sits_out,
                "won": names[0] in engine.winners,
                "to_go": _to_go(match, total),
                "leads": names[0] in leading,
            }
        )
    return found


def _lead(match: Match, sides: Sequence[Sign]) -> dict[str, Any]:
    """Return the goal, the best total, and who is ahead of whom by how many points (`apart`), as template context."""
    engine = match.course.engine
    best, *lower = [engine.totals[rank[0]] for rank in engine.ranking]
    ahead, *behind = [in_sides(sides, rank) for rank in engine.ranking]
    second = behind[0] if behind and match.course.rows else []
    return {
        "goal": match.game.goal(match.table),
        "best": best,
        "to_go": _to_go(match, best),
        "ahead": all_of([side.name for side in ahead]) if behind else "",
        "number_ahead": sum(len(side.people) for side in ahead),
        "second": all_of([side.name for side in second]) if second else "",
        "apart": abs(best - lower[0]) if second else 0,
    }


def _to_go(match: Match, total: int) -> int | None:
    """Return the points from this total to the goal; None without a goal above it, or if the lowest total wins."""
    goal = None if match.game.lowest_wins(match.table.options) else match.game.goal(match.table)
    return goal - total if goal is not None and total < goal else None


def _ways(
    goal: int | None, totals: Sequence[int], signs: Sequence[Sign], gains: Sequence[int]
) -> tuple[int, list[tuple[int, int]]]:
    """Return the length of a full progress bar, in points, and the two parts of each column's bar."""
    start = 0 if goal and goal > 0 else min(0, *totals)
    length = goal if goal and goal > 0 else max(1, max(totals) - start)
    ways = []
    for sign, gain in zip(signs, gains, strict=True):
        total = totals[sign.seat]
        before, now = (min(max(each - start, 0), length) for each in (total - gain, total))
        ways.append((min(before, now), max(now - before, 0)))
    return length, ways


def _coming(match: Match) -> dict[str, Any]:
    """Return the coming round as template context."""
    course, table, engine, game = match.course, match.table, match.course.engine, match.game
    dealer, leader = engine.coming.dealer, engine.coming.leader
    due = next((screen for screen in game.screens(table) if screen.is_offered(table, engine.coming)), None)
    return {
        "next_round": course.rounds_played + 1,
        "rounds": game.rounds(table),
        "due": due,
        "rounds_left": None if engine.over else engine.rounds_left,
        "closing": due if due is not None and not due.dealt and not engine.over else None,
        "dealer": dealer,
        "leader": leader,
        "opens": game.opens(player=leader).text(language()) if leader else "",
        "you_open": game.you_open.text(language()),
    }


def _ending(match: Match) -> dict[str, Any]:
    """Return the end of the game as template context: whether it is over, ended early or tied, and who has won."""
    engine = match.course.engine
    winning = winners_of(match, match.course)
    return {
        "over": engine.over,
        "early": ended_before_its_end(match),
        "tied": engine.tied,
        "winners": winning,
        "won": who_wins(winning),
    }


def ended_before_its_end(match: Match) -> bool:
    """Return whether the group ended the game early, though its rules have an end: a goal or a number of rounds."""
    game, table = match.game, match.table
    return match.ended_early and (game.goal(table) is not None or game.rounds(table) is not None)


def money(match: Match, people: Sequence[Sign]) -> dict[str, Any] | None:
    """Return the balances of these sides as template context; None without a stake or before they are known."""
    balances = match.course.engine.balances
    if balances is None:
        return None
    currency = match.table.options.currency

    def sums(signs: Sequence[Sign]) -> list[tuple[Sign, int, str]]:
        return [(sign, balances[speaker(sign)], signed_decimal(balances[speaker(sign)], currency)) for sign in signs]

    return {
        "currency": SYMBOLS.get(currency, currency),
        "sums": sums(people),
        "of_left": sums(match.have_left),
    }
