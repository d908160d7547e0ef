"""A problem names the value and the place that it is about."""

import json

import pytest

from games.score_file import score_text


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('{"a": NaN}', "line 1, column 7"),
        ('{"a": "NaN",\n "b": [1, Infinity]}', "line 2, column 11"),
        ('{"\\"NaN": "Infinity\\\\",\n\n "b": -Infinity, "c": NaN}', "line 3, column 7"),
        ("[" + "9" * 5000 + ",\nNaN]", "line 2, column 1"),
        ('{"a": nan}', "line 1, column 7"),
    ],
)
def test_what_is_no_json_is_found_where_it_stands(text, place):
    for each in (text, text.encode()):
        [problem] = score_text(each).problems
        assert problem.problem.text("en") == f"This isn’t a score file: no JSON at {place}."


@pytest.mark.parametrize(
    ("key", "value", "field", "told"),
    [
        ("captured", {"Anna": None}, "captured.Anna", "null"),
        ("captured", {"Anna": 0}, "captured.Anna", "0"),
        ("captured", {"Anna": {}}, "captured.Anna", "{…}"),
        ("discarded", None, "discarded", "null"),
        ("discarded", False, "discarded", "false"),
    ],
)
def test_what_is_no_list_of_cards_is_named_as_it_stands(key, value, field, told):
    record = {"kind": "captured", "captured": {"Anna": []}} | {key: value}
    head = {"format": "scorekeeper/1", "game": "beutelschneider-classic", "players": ["Anna", "Ben", "Carla"]}
    found = [each.problem for each in score_text(json.dumps(head | {"rounds": [record]})).problems]
    assert [each.text("en") for each in found if each.field == field] == [f"{told}: a list belongs here."]
