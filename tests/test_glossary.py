"""No page, game, rulebook or shell of the pocket app contains a word that docs/glossary.md rejects."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polib
import pytest

ROOT = Path(__file__).parent.parent
ROWS = [
    [cell.strip() for cell in line.strip("| ").split("|")]
    for line in (ROOT / "docs/glossary.md").read_text("utf-8").splitlines()
    if line.startswith("| ") and not line.startswith(("| ---", "| thing"))
]


def said() -> Iterator[tuple[str, str]]:
    """Yield (German, English) for all that people read.

    - a sentence of a page, also in the plural, or a phrase of a game (`Phrase(code, de=…, en=…)`): both languages
    - a phrase of a game about a woman, and a text of a score sheet: both languages
    - a line of a rulebook: "" for the other language
    - a text of Pocket's shell: the same text twice, whatever its language
    """
    for entry in polib.pofile(str(ROOT / "locale/de/LC_MESSAGES/django.po")):
        yield entry.msgstr, entry.msgid
        yield from ((german, entry.msgid_plural) for german in entry.msgstr_plural.values())
    for file in sorted([*ROOT.glob("games/**/*.py"), *ROOT.glob("scorekeeper/**/*.py")]):
        if "tests" in file.parts:
            continue
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                texts = {each.arg: each.value.value for each in node.keywords if isinstance(each.value, ast.Constant)}
                for german, english in (("de", "en"), ("de_feminine", "en_feminine")):
                    if {german, english} & texts.keys():
                        yield texts.get(german, ""), texts.get(english, "")
    for file in sorted(ROOT.glob("games/sheets/sheets/*.toml")):
        yield from texts_in(tomllib.loads(file.read_text("utf-8")))
    for file in sorted(ROOT.glob("games/*/rulebook/*.md")):
        for line in file.read_text("utf-8").splitlines():
            yield (line, "") if file.stem == "de" else ("", line)
    for text in re.findall(r'"([^"]*)"', (ROOT / "pocket/shell/words.js").read_text("utf-8")):
        yield text, text


def texts_in(part: Any) -> Iterator[tuple[str, str]]:
    """Yield (German, English) for each text in this part of a score sheet."""
    if isinstance(part, dict) and {"de", "en"} == part.keys():
        yield part["de"], part["en"]
    elif isinstance(part, dict | list):
        for each in part.values() if isinstance(part, dict) else part:
            yield from texts_in(each)


SENTENCES = list(said())


def test_sentences_of_every_place_are_read():
    """`said` reads each place where there are sentences. If it missed one, the test below would still pass."""
    assert {
        ("Verwerfen", "Discard"),
        ("Punkte von Hand", "Manual adjustment"),
        (
            "Zu kurz: mindestens %d Zeichen.",
            "This password is too short. It must contain at least %d characters.",
        ),
        ("Oberste Baumeisterin", ""),
        ("Alleinspieler", "Declarer"),
        ("Nachtwächter gewinnt den letzten Stich", "Night watchman wins the last trick"),
        ("## Die Runde zählen {#counting}", ""),
        ("", "## Scoring {#counting}"),
        ("Wird verbunden …", "Wird verbunden …"),
    } <= set(SENTENCES)


def pattern(words: str) -> re.Pattern[str]:
    """Return a pattern that finds each word that begins with one of `words` (separated by semicolons)."""
    return re.compile(rf"\b({'|'.join(re.escape(word.strip()) for word in words.split(';'))})", re.IGNORECASE)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_the_pages_say_the_words_that_were_chosen(row):
    _thing, _german, not_german, _english, not_english = row
    german, english = pattern(not_german), pattern(not_english)
    found = [(de, en) for de, en in SENTENCES if german.search(de) or english.search(en)]
    assert not found
