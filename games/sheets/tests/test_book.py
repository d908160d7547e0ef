"""What sheets say: their rules in words with an example and a source, the result of a round, the ids of their options."""

import re
import tomllib
from pathlib import Path

import pytest

from games.kernel.lines import Line, Reason, score_of
from games.kernel.options import Options
from games.kernel.words import LANGUAGES
from games.registry import all_games, find_game
from games.sheets.game import FOLDER
from games.sheets.reading import read_file

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


# What a round comes to, in a sentence


@pytest.mark.parametrize(
    ("slug", "points", "said"),
    [
        ("skat", (-72, 0, 0, 0), "Anna loses 72."),
        ("skat", (33, 0, 0, 0), "Anna gets 33."),
        ("schafkopf", (50, -150, 50, 50), "Ben loses 150."),
        ("tarot", (-20, 60, -20, -20), "Ben gets 60."),
        ("doppelkopf", (3, -3, 3, -3), "The round goes to Anna and Carla: 3 each."),
        ("euchre", (1, 0, 1, 0), "Anna and Carla get 1 each."),
        ("hearts", (0, 26, 26, 26), "Everyone but Anna gets 26."),
        ("hearts", (0, 3, 10, 13), "No points for Anna."),
        ("hearts", (2, 3, 8, 13), "The round goes to Anna: 2."),
        ("wizard", (-10, 20, 30, -20), "The round goes to Carla: 30."),
        ("wizard", (-10, -20, -30, -10), "Anna loses 10, Ben loses 20, Carla loses 30, Dora loses 10."),
        ("wizard", (-10, 0, -30, -10), "Anna loses 10, Carla loses 30, Dora loses 10."),
        ("wizard", (0, 0, 0, 0), "Nobody scores."),
    ],
)
def test_a_round_is_told_by_what_it_comes_to(slug, points, said):
    game = find_game(slug, {})
    reason = Reason("points", de="Punkte", en="points")
    score = score_of(NAMES[:4], [Line(player, reason, each) for player, each in zip(NAMES[:4], points, strict=True)])
    assert game.result(game.table(NAMES[:4], game.options()), score).text("en") == said


# Ids that an option cannot have: attributes of all options, and names of form fields


SHEET = """
sheet = 1
slug = "doubled"
name = "Doubled"
players = [2, 4]

[[options]]
id = "{name}"
label = "Doubled?"
kind = "switch"

[[rows]]
id = "made"
label = "Points"
of = "each"
kind = "number"
max = 500

[[points]]
id = "made"
label = "points"
to = "each"
value = "made"
"""


FORMS = ("csrfmiddlewaretoken", "seat", "dealer", "key", "seen", "sure")


@pytest.mark.parametrize("name", [*filter(lambda name: not name.startswith("_"), dir(Options)), *FORMS, "hook"])
def test_an_option_is_called_like_nothing_that_is_there_already(name):
    problems = read_file(SHEET.format(name=name).encode()).problems
    assert ("taken" in [found.problem.code for found in problems]) == (name != "hook")
