"""Ids that a sheet's options cannot have: attributes of all options, and names of form fields."""

import pytest

from games.kernel.options import Options
from games.sheets.reading import read_file

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


def codes(name):
    return {
        (found.problem.field, found.problem.message.phrase.code)
        for found in read_file(SHEET.format(name=name).encode()).problems
    }


@pytest.mark.parametrize(
    "name", ["read", "rules", "typed", "csrfmiddlewaretoken", "seat", "dealer", "key", "seen", "sure", "stake"]
)
def test_an_option_is_called_like_nothing_that_is_there_already(name):
    assert any(code == "taken" for _field, code in codes(name)), codes(name)


def test_each_attribute_of_all_options_is_taken():
    for name in filter(lambda name: not name.startswith("_"), dir(Options)):
        assert any(code == "taken" for _field, code in codes(name)), name


def test_another_name_is_free():
    assert codes("hook") == set()
