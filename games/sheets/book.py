"""The rulebook of a game played by a score sheet, made from the sheet."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from games.kernel.engine import Engine
from games.kernel.game import AnyGame
from games.kernel.rulebook import Anchor, Rulebook
from games.kernel.seats import AnyTable
from games.kernel.words import LANGUAGES, Message, Phrase, minus

from . import words
from .example import some_round
from .expressions import LARGEST
from .facts import Facts
from .sheet import PLAYER, PLAYERS, TABLE, Choice, Entry, Row, Sheet
from .story import value_in_words

NAMES = ("Anna", "Ben", "Carla", "Dora", "Emil", "Finn", "Gesa", "Hugo")


def plain(text: str) -> str:
    """Return a text escaped for Markdown, so that nothing in it is markup, a link or an anchor."""
    return re.sub(r"[!-/:-@\[-`{-~]", lambda found: f"&#{ord(found[0])};", text)


class SheetBook(Rulebook):
    """The rulebook of a sheet. Besides the anchors in its source, it has one for each entry in the sheet's `points`."""

    def __init__(self, folder: Path, sheet: Sheet) -> None:
        super().__init__(folder)
        self.sheet = sheet

    @cache  # noqa: B019 - a book lives as long as its game
    def anchors(self, language: str) -> Mapping[str, Anchor]:
        lines = {_anchor(each): Anchor(each.label.text(language), False, (each.id,)) for each in self.sheet.points}
        return {**super().anchors(language), **lines}


def _anchor(entry: Entry) -> str:
    return f"line-{entry.id.replace('_', '-')}"


def book_context(game: AnyGame, sheet: Sheet, table: AnyTable) -> dict[str, Any]:
    """Return the template context for the rulebook of a sheet at this table."""
    return {"sheet": sheet, "in_words": {language: _said(game, sheet, table, language) for language in LANGUAGES}}


def _said(game: AnyGame, sheet: Sheet, table: AnyTable, language: str) -> dict[str, Any]:
    facts = Facts.of_the_game(sheet, table)
    number = facts.value  # what it is in every round; None if that depends on the round
    for row in sheet.rows:
        offered = row.offered(facts.scope())
        facts.table |= {name: 0 for name, choice in row.chosen.items() if choice not in offered}
        if number(row.when) == 0:
            facts.table[row.id] = 0

    def text(phrase: Phrase | Message | None) -> str:
        return "" if phrase is None else plain(phrase.text(language))

    return {
        "gist": text(sheet.gist),
        "rows": [_row(row, text, facts) for row in sheet.rows if number(row.when) != 0],
        "points": [
            {"anchor": _anchor(each), "code": each.id, "label": text(each.label), "says": text(_worth(each))}
            for each in sheet.points
            if 0 not in (number(each.when), number(each.value), facts.table.get(each.to))
        ],
        "checks": [text(each.says) for each in sheet.checks if number(each.when) != 0],
        "goal": game.goal(table),
        "rounds": game.rounds(table),
        "example": [plain(line) for line in _example(game, sheet, table, language)],
    }


def _row(row: Row, text: Callable[[Any], str], facts: Facts) -> dict[str, Any]:
    number = facts.value
    low, high, step = number(row.low), number(row.high), number(row.step)
    return {
        "label": text(row.label),
        "of": row.of,
        "kind": row.kind,
        "low": None if low is None else minus(low),
        "high": None if high is None or high == LARGEST else minus(high),
        "step": step if step and step > 1 else None,
        "sum": number(row.sum),
        "choices": ", ".join(_choice(each, text) for each in row.offered(facts.scope()).values()),
        "one_player": row.kind == PLAYER or (row.kind == PLAYERS and high == 1),
        "optional": row.optional or (row.kind == PLAYERS and low == 0),
    }


def _choice(choice: Choice, text: Callable[[Any], str]) -> str:
    """Return a choice with its value, unless it says its value itself: "Grand = 24", "× 2"."""
    label, value = text(choice.label), minus(choice.value)
    return f"{label} = {value}" if choice.value and value not in label else label


def _worth(entry: Entry) -> Phrase | Message | None:
    """Return in words what an entry is worth: as its author says, else a plain number, or one for each of a row."""
    if entry.says is not None:
        return entry.says
    match entry.value.tree:
        case ast.Constant(value=int() as worth):
            return words.WORTH(amount=worth)
        case ast.Name():
            return words.WORTH_EACH(amount=1)
        case ast.BinOp(left=ast.Constant(value=int() as worth), op=ast.Mult(), right=ast.Name()):
            return words.WORTH_EACH(amount=worth)
    return None


def _example(game: AnyGame, sheet: Sheet, table: AnyTable, language: str) -> list[str]:
    """Return an example of a round in sentences: the values written down, the result, and each line of the score."""
    players = NAMES[: len(table.players)]
    engine = Engine(game, game.table(players, table.options), players[0])
    record = some_round(sheet, engine.table, engine.coming, Random(sheet.slug))  # noqa: S311 - a fixed seed
    score = engine.enter(record).score if record else None
    if record is None or score is None:
        return []
    written = []
    for row in sheet.rows:
        if row.id in record and row.of != TABLE:
            of_all = ", ".join(
                f"{player} {value_in_words(row, each).text(language)}" for player, each in record[row.id].items()
            )
            written.append(f"{row.label.text(language)}: {of_all}.")
    told = game.story(engine.table, record, score)
    return [*written, *(each.text(language) for each in told), *(f"{line.text(language)}." for line in score.lines)]
