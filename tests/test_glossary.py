"""docs/glossary.md: the words that were not chosen stand nowhere."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

HERE = Path(__file__).parent.parent
PAGE = HERE / "docs" / "glossary.md"


class Row(NamedTuple):
    """A thing's names in both languages, and the words for it that were not chosen."""

    german: str
    not_german: str
    english: str
    not_english: str
    where: str

    @property
    def not_chosen(self) -> list[str]:
        return [word for cell in (self.not_german, self.not_english) for word in split(cell)]


def split(cell: str) -> list[str]:
    """Return the words of a cell."""
    return [word.strip() for word in cell.split(";") if word.strip()]


def rows() -> Iterator[Row]:
    for line in PAGE.read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and cells[0] not in ("Deutsch", "---"):
            yield Row(*cells)


def texts(where: str) -> Iterator[tuple[Path, str]]:
    """Every text that players read in the games, or in one of them: sentences, templates, rulebooks."""
    folder = HERE / "games" if where == "games" else HERE / "games" / where
    assert folder.is_dir(), where
    for path in sorted(folder.rglob("*")):
        if "tests" in path.parts:
            continue
        if path.suffix in (".md", ".html"):
            yield path, path.read_text("utf-8")
        elif path.suffix == ".py":
            yield path, "\n".join(phrases(path))


def phrases(path: Path) -> Iterator[str]:
    """The German and English of the phrases that a file writes."""
    for call in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(call, ast.Call):
            values = [keyword.value for keyword in call.keywords if keyword.arg in ("de", "en")]
            yield from (str(value.value) for value in values if isinstance(value, ast.Constant))


@pytest.mark.parametrize("row", list(rows()), ids=lambda row: f"{row.where}: {row.german or row.english}")
def test_a_word_that_was_not_chosen_stands_nowhere(row: Row) -> None:
    found = [
        f"{path.relative_to(HERE)}: {word}"
        for path, text in texts(row.where)
        for word in row.not_chosen
        if word.casefold() in text.casefold()
    ]
    assert found == []


def test_the_glossary_has_words_to_look_for() -> None:
    assert sum(len(row.not_chosen) for row in rows()) > 20
    assert split("a, b; c") == ["a, b", "c"]
    assert split("") == []
