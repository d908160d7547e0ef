"""The site knows no game: it names no key of a game's records or options, and no code of its problems."""

from __future__ import annotations

import ast
import dataclasses
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from games.kernel.engine import SHARED_KEYS
from games.kernel.game import Game
from games.kernel.options import Options
from games.kernel.tricks import Verdict
from games.registry import all_games
from games.sheets.game import SheetGame

from .test_cases import NAMES, cases

SITE = Path(__file__).parent.parent / "scorekeeper"
PAGE = Path(__file__).parent.parent / "docs" / "problems.md"

# Keys of games that are also ordinary words of the site. The site uses them in its own sense, so they are allowed.
WORDS_OF_THE_SITE = (
    "aside at best bonus called card colour counted discard name payment round rounds side target teams winners won"
)
OF_A_VERDICT = {each.name for each in dataclasses.fields(Verdict)}
COMMON = SHARED_KEYS | OF_A_VERDICT | Options.rules().keys() | set(WORDS_OF_THE_SITE.split())


def keys_of(value: Any) -> Iterator[str]:
    """Yield the keys of all objects in a record, at any depth."""
    if isinstance(value, Mapping):
        yield from value
        for part in value.values():
            yield from keys_of(part)
    elif isinstance(value, list):
        for part in value:
            yield from keys_of(part)


def codes_of(slug: str) -> set[str]:
    """Return the codes of the problems that docs/problems.md lists for this game, not for all games."""
    rows = [row.split("|") for row in PAGE.read_text("utf-8").splitlines() if row.startswith("| `")]
    return {code.strip(" `") for _, code, games, *_ in rows if slug in games.replace(",", " ").split()}


def words_of(game: Game) -> set[str]:
    rounds = [
        record
        for slug, case in cases()
        if slug == game.slug and "problems" not in case
        for record in case.get("rounds", ())
    ]
    tables = [game.table(NAMES[:seats], game.options()) for seats in game.seats]
    found = {
        *(kind for table in tables for kind in game.kinds(table)),
        *keys_of([record for record in rounds if isinstance(record, Mapping)]),
        *game.options.rules(),
        *codes_of(game.slug),
    }
    return {word for word in found if word.isidentifier() and word.islower()} - COMMON


def said_in_python(text: str) -> Iterator[str]:
    """Yield the strings and the names of attributes in Python code."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.Attribute):
            yield node.attr


def said_in_template(text: str) -> Iterator[str]:
    """Yield the names of a template's fields, and the words of its tags except texts, blocks, URLs and includes."""
    for tag in re.findall(r"{[{%].*?[%}]}", text, re.DOTALL):
        if not re.match(r"{%\s*(blocktranslate|translate|block|partialdef|partial|url|include)\b", tag):
            yield from re.findall(r"\w+", tag)
    yield from re.findall(r'\bname="([\w-]+)"', text)


def test_the_site_names_nothing_of_a_game() -> None:
    """Score sheets are left out: they are data, and their keys are common words that the site may use."""
    words = set().union(*(words_of(game) for game in all_games().values() if not isinstance(game, SheetGame)))
    found = {}
    for path in SITE.rglob("*"):
        if path.suffix in (".py", ".html") and not {"migrations", "tests"} & {*path.parts}:
            said = (said_in_python if path.suffix == ".py" else said_in_template)(path.read_text("utf-8"))
            if here := words.intersection(said):
                found[str(path.relative_to(SITE))] = sorted(here)
    assert not found
