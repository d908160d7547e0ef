"""Template contexts of a match: seats with their signs, the pad's rows, the chart."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import itemgetter
from typing import Any

from django.utils.functional import SimpleLazyObject

from games.kernel.engine import LAST
from games.kernel.game import AnyGame
from games.kernel.lines import Score
from games.kernel.problems import Problem
from games.kernel.record import RawRecord
from games.kernel.seats import AnyTable
from games.kernel.words import isolated
from scorekeeper.nights.models import Match, Row
from scorekeeper.people.signs import Sign, labels
from scorekeeper.web.charts import Chart, Series, chart
from scorekeeper.web.formatting import SYMBOLS, all_of, language, minus, signed, signed_decimal
from scorekeeper.web.text_width import widest_word

LONGEST_NAME = 11  # letters; a longer one is its first word in a chart, or its sign's letters
WIDEST_WORD, ANY_WORD = 15, 40  # of which pad.css knows the width
MANY_COLUMNS = 5  # so many and more stand under the first words of their names


def slot_of(problem: Problem, table: AnyTable) -> str:
    """Return a problem's place on the form: its path with seats instead of names, `gold.0` for `gold.Anna`."""
    field = problem.field
    for seat, player in sorted(enumerate(table.everyone), key=lambda each: -len(each[1])):
        head, found, tail = field.partition(f".{player}")
        if found and (not tail or tail.startswith(".")):
            return f"{head}.{seat}{tail}"
    return field


def problem_messages(problems: Sequence[Problem], match: Match, *, sent: bool) -> list[dict[str, str]]:
    """Return the problems in words with their places; while a form is being filled in, without those of missing fields."""
    return [
        {"slot": slot_of(problem, match.table), "text": match.game.say(problem.message, language())}
        for problem in problems
        if sent or not problem.gap
    ]


def ledger(match: Match, record: RawRecord, score: Score) -> dict[str, Any]:
    """Return what a record gave: first what was played, then each player's points with reasons, the best place first.

    `rules` are the codes by which the rulebook explains the lines, one for each of its paragraphs.
    """
    game, table, speaks = match.game, match.table, language()
    people = [sign for sign in match.signs if sign.name in score.points]
    points = [score.points[sign.name] for sign in people]
    seats = zip(game.places(table.options, points), people, points, strict=True)
    accounts: list[dict[str, Any]] = []
    for _place, sign, gets in sorted(seats, key=itemgetter(0)):
        lines = [line for line in score.lines if line.player == sign.name]
        if lines or score.said is None:  # what is no round is about those whose points it changes
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
    """Return the ledger as a list of texts; empty where there is no score."""
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
    """Return what a round gave, or would give: in a sentence, by seat, and why.

    For an entry that is corrected, also its former points where they differ; else None.
    """
    if row.score is None:
        return {"row": row, "ledger": None, "result": [], "sentence": ""}
    saved = next((each for each in match.course.rows if each.entry == row.entry and each.score), row)
    points = [
        (sign, gets, total, None if was == gets else was)
        for sign, gets, total, was in zip(match.signs, row.points, row.totals, saved.points, strict=True)
    ]
    sentence = match.game.say(match.game.result(match.table, row.score), language())
    shown = ledger(match, row.record, row.score)
    return {"row": row, "ledger": shown, "result": points, "sentence": sentence}


def revokes(game: AnyGame, found: Iterable[Any]) -> list[dict[str, str]]:
    """Return revokes in words, each with the code of the duty that was broken."""
    return [{"text": game.say(revoke.message, language()), "code": revoke.duty.code} for revoke in found]


def totals_chart(
    people: Sequence[Sign], rows: Sequence[Sequence[int]], numbers: Sequence[int | None], goal: int | None = None
) -> Chart | None:
    """Return the chart of the totals (points) by seat after each entry, from zero; None before the second entry.

    `numbers` are the round numbers; None for an entry that is no round.
    """
    if len(rows) < 2:
        return None
    series = [
        Series(
            [0, *column],
            label,
            f"{isolated(sign.name)} {minus(column[-1])}",
            sign.css,
        )
        for sign, label, column in zip(people, labels(people, LONGEST_NAME), zip(*rows, strict=True), strict=True)
    ]
    return chart(series, minus, goal=goal, numbers=numbers)


def match_context(match: Match) -> dict[str, Any]:
    """Return the context of the pad."""
    course, game, people = match.course, match.game, match.signs
    # Most pages show none of them.
    rows = SimpleLazyObject(lambda: [row_in_words(match, row) for row in reversed(course.rows)])
    return {
        "match": match,
        "group": match.night.group,
        "game": game,
        "seats": people,
        "rows": rows,
        "last": course.rows[-1] if course.rows else None,
        "last_number": match.last_number,
        "money": (sums := money(match, people)),
        "columns": columns(
            people,
            totals=[minus(total) for total in course.totals],
            points=[signed(points) for points in {points for row in course.rows for points in row.points}],
            money=[text for *_, text in sums["sums"]] if sums else [],
        ),
        **_standing(match, people),
        **_coming(match),
        **_ending(match),
    }


def row_figures(match: Match, row: Row) -> dict[str, Any]:
    """Return what an entry gave and the totals after it; or why it does not count."""
    return {
        "entry": row.entry,
        "number": row.number,
        "is_last_rounds": row.record.get("kind") == LAST,
        "cells": list(zip(match.signs, row.points, row.totals, strict=True)),
        "said": match.game.say(row.score.said, language()) if row.score and row.score.said else "",
        "problems": [problem.text(language()) for problem in row.problems],
    }


def row_in_words(match: Match, row: Row) -> dict[str, Any]:
    """Return the figures of `row_figures`, with the dealer, the explanation, the note and the revokes."""
    return row_figures(match, row) | {
        "dealer": row.dealer,
        "explanation": ledger(match, row.record, row.score) if row.score else None,
        "note": row.entry.record.get("note", ""),
        "revokes": revokes(match.game, row.score.revokes if row.score else ()),
    }


def _standing(match: Match, people: Sequence[Sign]) -> dict[str, Any]:
    """Return each total, who leads, and how far it is to the goal."""
    course, engine = match.course, match.course.engine
    goal, best = match.game.goal(match.table), engine.totals[engine.ranking[0][0]]
    wanted = None if match.game.lowest_wins(match.table.options) else goal
    standing = engine.standing
    ahead = [name for name, total in standing.items() if total == best]
    apart = len(ahead) < len(standing)
    last = course.rows[-1] if course.rows else None
    gains = last.points if last and last.score else [0] * len(people)
    places = dict(zip(standing, match.game.places(match.table.options, [*standing.values()]), strict=True))
    length, ways = _ways(goal, course.totals, gains)
    second = list(engine.ranking[1]) if course.rows and len(engine.ranking) > 1 else []
    signs = [
        {
            "sign": sign,
            "total": total,
            "gain": gain,
            "place": places.get(sign.name),  # None: has left
            "way": way,
            "deals": sign.name == engine.next_dealer and not engine.over,
            "pauses": sign.name == engine.next_dealer and engine.seating.sits_out and not engine.over,
            "won": sign.name in engine.winners,
            "to_go": wanted - total if wanted is not None and total < wanted else None,
            "leads": sign.name in ahead and apart and not engine.over,
        }
        for sign, total, gain, way in zip(people, course.totals, gains, ways, strict=True)
    ]
    return {
        "signs": signs,
        "around_table": [signs[number] for number, _name in engine.seating.numbered],  # who sits there now, clockwise
        "have_left": [each for each in signs if each["place"] is None],
        "goal": goal,
        "length": length,
        "best": best,
        "to_go": wanted - best if wanted is not None and best < wanted else None,
        "ahead": all_of(ahead) if apart else "",
        "many_ahead": len(ahead) > 1,
        "second": all_of(second) if second else "",
        "seconds": len(second),
        "apart": abs(best - engine.totals[second[0]]) if second else 0,
    }


def _ways(goal: int | None, totals: Sequence[int], gains: Sequence[int]) -> tuple[int, list[tuple[int, int]]]:
    """Return the length of the way, and how much of it each player covered before the last round and in it, in points.

    It leads to the goal; without one, from zero or the lowest total below it to the highest.
    """
    start = 0 if goal and goal > 0 else min(0, *totals)
    length = goal if goal and goal > 0 else max(1, max(totals) - start)
    ways = []
    for total, gain in zip(totals, gains, strict=True):
        before, now = (min(max(each - start, 0), length) for each in (total - gain, total))
        ways.append((min(before, now), max(now - before, 0)))
    return length, ways


def at_a_glance(match: Match) -> dict[str, Any]:
    """Return the state of a game: round, dealer, totals, who leads, and by how much over the next."""
    return {
        **_standing(match, match.signs),
        **_coming(match),
        "columns": columns(match.signs, totals=[minus(total) for total in match.course.totals]),
        "begun": bool(match.course.rows),
    }


def _coming(match: Match) -> dict[str, Any]:
    """Return the next round: its number, who deals and who leads; or the game's final count, if that is due."""
    course, table, engine, game = match.course, match.table, match.course.engine, match.game
    dealer, leader = engine.coming.dealer, engine.coming.leader
    due = next((screen for screen in game.screens(table) if screen.is_offered(table, engine.coming)), None)
    return {
        "next_round": course.rounds_played + 1,
        "rounds": game.rounds(table),
        "due": due,
        # What is entered next when all rounds are played: the game's last count.
        "rounds_left": None if engine.over else engine.rounds_left,
        "closing": due if due is not None and not due.dealt and not engine.over else None,
        "dealer": dealer,
        "leader": leader,
        "opens": game.opens(player=leader).text(language()) if leader else "",
        "you_open": game.you_open.text(language()),
    }


def _ending(match: Match) -> dict[str, Any]:
    """Return whether the game is over, and who has won."""
    engine = match.course.engine
    return {
        "over": engine.over,
        "early": ended_before_its_end(match),
        "tied": engine.tied,
        "winners": engine.winners,
        "winners_text": all_of(engine.winners) if engine.winners else "",
    }


def ended_before_its_end(match: Match) -> bool:
    """Return whether the group stopped a game that has an end of its own."""
    game, table = match.game, match.table
    return match.ended_early and (game.goal(table) is not None or game.rounds(table) is not None)


def columns(
    people: Sequence[Sign], *, totals: Sequence[str] = (), points: Sequence[str] = (), money: Sequence[str] = ()
) -> str:
    """Return the CSS classes for the number and width of the columns of a table of players.

    By them pad.css turns the table into a list where the screen is too narrow.
    """
    widest = {"c": _widest(totals), "d": _widest(points), "m": _widest(money)}
    many = len(people) >= MANY_COLUMNS
    word = max(widest_word((many and sign.short) or sign.name) for sign in people)
    return " ".join(
        [
            f"n{len(people)}",
            f"w{word if word <= WIDEST_WORD else ANY_WORD}",
            *(f"{what}{size}" for what, size in widest.items()),
        ]
    )


def _widest(texts: Iterable[str]) -> int:
    """Return the number of characters of the longest text, at most 9; 1 without any."""
    return min(9, max((len(text) for text in texts), default=1))


def money(match: Match, people: Sequence[Sign]) -> dict[str, Any] | None:
    """Return each seat's gain or loss in money, and its currency; None where nothing is to be paid."""
    balances = match.course.engine.balances
    if balances is None:
        return None
    currency = match.table.options.currency
    return {
        "currency": SYMBOLS.get(currency, currency),
        "sums": [(sign, balances[sign.name], signed_decimal(balances[sign.name])) for sign in people],
    }
