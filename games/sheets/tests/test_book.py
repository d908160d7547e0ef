"""Every built-in sheet has complete rules in words, with an example and a source."""

import re
import tomllib
from pathlib import Path

import pytest

from games.kernel.words import LANGUAGES
from games.registry import all_games
from games.sheets.game import FOLDER

SHEETS = sorted(FOLDER.glob("*.toml"))
CASES = Path(__file__).parent / "cases"
NAMES = ("Anna", "Ben", "Carla", "Dora", "Emil", "Finn", "Gesa", "Hugo")


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.stem)
def test_it_names_its_source_and_has_six_golden_cases_that_do(path):
    assert re.match(r"# \S.*(,|by) ", path.read_text())
    cases = tomllib.loads((CASES / path.name).read_text())["case"]
    assert len(cases) >= 6
    assert all(case["rule"] for case in cases)
    text = str([case.get("lines", "") for case in cases])
    lines = {each["id"] for each in tomllib.loads(path.read_text())["points"]}
    assert {line for line in lines if not re.search(rf"\b{line} ", text)} == set()


@pytest.mark.parametrize("slug", [path.stem for path in SHEETS])
def test_its_rules_have_an_example_and_say_what_every_line_is_worth(slug):
    game = all_games()[slug]
    for seats in game.seats:
        said = game.rulebook_context(game.table(NAMES[:seats], game.options()))["in_words"]
        for language in LANGUAGES:
            assert len(said[language]["example"]) > 1, (seats, language)
            assert [each["code"] for each in said[language]["points"] if not each["says"]] == []
