"""The words of the pages are those of docs/glossary.md: none that was not chosen is said, in German or English."""

import re
from pathlib import Path

import polib
import pytest

ROOT = Path(__file__).parent.parent
ROWS = [
    [cell.strip() for cell in line.strip("| ").split("|")]
    for line in (ROOT / "docs/glossary.md").read_text("utf-8").splitlines()
    if line.startswith("| ") and not line.startswith(("| ---", "| thing"))
]
SENTENCES = polib.pofile(str(ROOT / "locale/de/LC_MESSAGES/django.po"))


def pattern(words: str) -> re.Pattern[str]:
    """Return what finds these words, each beginning one."""
    return re.compile(rf"\b({'|'.join(re.escape(word.strip()) for word in words.split(';'))})", re.IGNORECASE)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_the_pages_say_the_words_that_were_chosen(row):
    _thing, _german, not_german, _english, not_english = row
    german, english = pattern(not_german), pattern(not_english)
    found = [
        (each.msgid, each.msgstr) for each in SENTENCES if german.search(each.msgstr) or english.search(each.msgid)
    ]
    assert not found
