"""The rulebook of a game played by a score sheet, made from the sheet."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from string import ascii_uppercase
from typing import Any

from games.kernel.engine import Engine
from games.kernel.game import AnyGame
from games.kernel.rulebook import Anchor, Rulebook
from games.kernel.seats import AnyTable
from games.kernel.words import LANGUAGES, Message, Phrase, minus

from . import words
from .example import some_round
from .expressions import Expression, Name, Teller
from .facts import Facts
from .sheet import NUMBER, PLAYER, PLAYERS, TABLE, Entry, Row, Sheet
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
    named = [*sheet.values, *(each.id for each in sheet.carried)]
    letters = dict(zip(named, _letters(), strict=False))
    known: dict[Name, int] = {}
    known.update(Facts.of_the_game(sheet, table).table)
    teller = Teller(language, known.get, lambda name: _called(sheet, name, language, letters), {})
    for name, value in sheet.values.items():
        if (number := teller.of(value.tree).value) is not None:
            known[name] = number

    def told(expression: Expression | None) -> str:
        if expression is None:
            return ""
        found = teller.of(expression.tree)
        return plain(found.text if found.value is None else minus(found.value))

    def condition(expression: Expression | None) -> str | None:
        """Return a condition in words; "" if it is always met, None if it is never met."""
        value = 1 if expression is None else teller.of(expression.tree).value
        return told(expression) if value is None else "" if value else None

    def text(phrase: Phrase | Message | None) -> str:
        return "" if phrase is None else plain(phrase.text(language))

    return {
        "gist": text(sheet.gist),
        "rows": [
            {**_row(row, text, told), "when": when} for row in sheet.rows if (when := condition(row.when)) is not None
        ],
        "points": [
            {
                "anchor": _anchor(each),
                "code": each.id,
                "label": text(each.label),
                "to": plain(_called(sheet, each.to, language, {}).removesuffix("?")) if each.to else "",
                "others": each.others,
                "when": when,
                "value": told(each.value),
            }
            for each in sheet.points
            if (when := condition(each.when)) is not None and told(each.value) != "0"
        ],
        "values": [(letters[name], told(value)) for name, value in sheet.values.items() if name not in known],
        "carried": [(letters[each.id], told(each.start), told(each.next)) for each in sheet.carried],
        "checks": [text(each.says) for each in sheet.checks if condition(each.when) is not None],
        "goal": game.goal(table),
        "rounds": game.rounds(table),
        "end": told(sheet.end),
        "example": [plain(line) for line in _example(game, sheet, table, language)],
    }


def _letters() -> Iterator[str]:
    """Yield A to Z, then A1 to Z1, and so on."""
    for round_ in count():
        yield from (f"{letter}{round_ or ''}" for letter in ascii_uppercase)


def _row(row: Row, text: Callable[[Any], str], told: Callable[[Expression | None], str]) -> dict[str, Any]:
    low, high, step = told(row.low), told(row.high), told(row.step)
    return {
        "label": text(row.label),
        "of": row.of,
        "is_number": row.kind == NUMBER,
        "low": low,
        "high": high,
        "step": step if step not in ("0", "1") else "",
        "sum": told(row.sum),
        "choices": ", ".join(
            text(each.label) + (f" = {minus(each.value)}" if each.value else "") for each in row.choices.values()
        ),
        "one_player": row.kind == PLAYER or (row.kind == PLAYERS and high == "1"),
        "players": row.kind == PLAYERS,
        "optional": row.optional or (row.kind == PLAYERS and low == "0"),
    }


def _called(sheet: Sheet, name: Name, language: str, letters: Mapping[str, str]) -> str:
    """Return what the rulebook calls a name in expressions: a letter, the label of its row, or the name itself."""
    if isinstance(name, tuple):
        function, of = name
        return words.OVER_ALL[function](what=_called(sheet, of, language, letters)).text(language)
    if name in letters:
        return letters[name]
    row = next((row for row in sheet.rows if name == row.id or name in row.chosen), None)
    if row is not None and name in row.chosen:
        return words.IS(label=row.label, choice=row.choices[row.chosen[name]].label).text(language)
    label = row.label if row is not None else words.NAMES.get(name)
    return label.text(language) if label else name


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
