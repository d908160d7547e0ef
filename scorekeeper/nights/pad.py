"""What the pages show of a match: seats with their signs, the pad's rows, the chart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import get_language

from games.kernel.problems import Problem
from games.kernel.seats import Table
from scorekeeper.nights.models import Match
from scorekeeper.people.names import initials


def language() -> str:
    """The language of this request, as the rules wing calls it."""
    return "de" if (get_language() or "en").startswith("de") else "en"


@dataclass(frozen=True)
class Sign:
    """A player's sign on the pad: colour and shape by seat, and one or two letters."""

    seat: int
    name: str
    letters: str

    @property
    def css(self) -> str:
        return f"p{self.seat + 1}"


def signs(names: Sequence[str]) -> list[Sign]:
    """One letter each, more where they would be equal, and the seat's number where even those are."""
    letters = initials(names)
    return [
        Sign(seat, name, letter if letters.count(letter) == 1 else f"{letter[:1]}{seat + 1}")
        for seat, (name, letter) in enumerate(zip(names, letters, strict=True))
    ]


def slot_of(problem: Problem, table: Table) -> str:
    """Where a problem stands on the form: its path with seats for players, `gold.0` for `gold.Anna`."""
    field = problem.field
    for seat, player in sorted(enumerate(table.players), key=lambda each: -len(each[1])):
        head, found, tail = field.partition(f".{player}")
        if found and (not tail or tail.startswith(".")):
            return f"{head}.{seat}{tail}"
    return field


# What a form that is being filled in need not be told before it is sent.
NOT_YET = frozenset(
    ("missing_key", "one_of_these_missing", "player_missing", "cards_missing", "couple_needed", "unknown_player")
)


def told(problems: Sequence[Problem], table: Table, *, sent: bool) -> list[dict[str, str]]:
    """The problems in words with their slots; while a form is being filled in, not those of gaps."""
    return [
        {"slot": slot_of(problem, table), "text": problem.text(language())}
        for problem in problems
        if sent or problem.code not in NOT_YET
    ]


def lines(row: Any) -> list[dict[str, Any]]:
    """A row's lines in words."""
    score = row.score
    return [{"text": line.text(language()), "amount": line.amount} for line in score.lines] if score else []


def pad_context(match: Match) -> dict[str, Any]:
    """Everything the pad shows."""
    course, table, engine, game = match.course, match.table, match.course.engine, match.game
    people = signs(table.players)
    totals = course.totals
    dealer = engine.next_dealer
    goal, rounds = game.goal(table), game.rounds(table)
    rows = [
        {
            "entry": row.entry,
            "number": row.number,
            "cells": list(zip(people, row.points, row.totals, strict=True)),
            "dealer": row.dealer,
            "lines": lines(row),
            "note": row.entry.record.get("note", ""),
            "problems": [problem.text(language()) for problem in row.problems],
            "revokes": [revoke.text(language()) for revoke in row.score.revokes] if row.score else [],
        }
        for row in course.rows
    ]
    offered = (screen for screen in match.game.screens(table) if screen.offered(table, engine.coming))
    return {
        "match": match,
        "group": match.night.group,
        "game": game,
        "signs": [
            {
                "sign": sign,
                "total": total,
                "deals": sign.name == dealer and not engine.over,
                "won": sign.name in engine.winners,
                "to_go": goal - total if goal is not None and total < goal else None,
                "leads": total == max(totals) and totals.count(total) < len(totals),
            }
            for sign, total in zip(people, totals, strict=True)
        ],
        "seats": people,
        "rows": rows[::-1],
        "last": rows[-1] if rows else None,
        "next_round": course.rounds_played + 1,
        "goal": goal,
        "rounds": rounds,
        "due": next(offered, None),
        "over": engine.over,
        "tied": game.tied(table, engine.totals) and not engine.over,
        "winners": engine.winners,
        "dealer": dealer,
        "leader": table.left_of(dealer) if dealer else None,
        "last_number": match.last_number,
        "money": money(match),
    }


def money(match: Match) -> list[str]:
    """What each seat is up or down in money, in the reader's way; empty where nothing is to be paid."""
    balances = match.course.engine.balances
    if balances is None:
        return []
    currency = match.table.options.currency
    return [amount(balances[player], currency) for player in match.table.players]


def amount(cents: int, currency: str) -> str:
    """Minor units as people write them: "1,50 €" in German, "€1.50" in English."""
    sign = "−" if cents < 0 else ""
    whole, part = divmod(abs(cents), 100)
    symbol = {"EUR": "€", "USD": "$", "GBP": "£"}.get(currency)
    if language() == "de":
        return f"{sign}{whole},{part:02}\u00a0{symbol or currency}"
    return f"{sign}{symbol}{whole}.{part:02}" if symbol else f"{sign}{whole}.{part:02}\u00a0{currency}"
