"""A problem names the value and the place that it is about."""

import json

import pytest

from games.kernel.engine import UNEQUAL_TEAM
from games.kernel.problems import NAMED_TWICE, UNKNOWN_CARD, UNKNOWN_PLAYER, Problem
from games.kernel.words import Phrase, Typed, join_names, numbered_card
from games.rufmariasch.cards import SUITS
from games.rufmariasch.words import DECLARED_TWICE
from games.score_file import score_text

COLOUR = Phrase("red", de="Rot", en="red")
RED_TEN = numbered_card("red", COLOUR, 10)


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


@pytest.mark.parametrize(
    ("message", "german", "english"),
    [
        (
            DECLARED_TWICE(suit=SUITS["H"], players=["Anna", "Ben"]),
            "Herz ♥ ist mehrfach angesagt: von Anna und Ben.",
            "Hearts ♥ is declared more than once: by Anna and Ben.",
        ),
        (UNKNOWN_CARD(card=RED_TEN, seats=3), "Rote 10 gibt es", "Red 10 isn’t in this game"),
        (NAMED_TWICE(what=join_names([COLOUR, "b"])), "Rot und b ist", "Red and b is"),
        (UNKNOWN_PLAYER(name="ben"), "ben sitzt", "ben isn’t at the table"),
        (NAMED_TWICE(what=Typed("ben")), "ben ist", "ben is named"),
        (NAMED_TWICE(what=join_names(["ben", COLOUR])), "ben und Rot ist", "ben and red is"),
        (UNEQUAL_TEAM(players=["ben", "Carla"]), "ben, Carla sind", "ben, Carla are"),
    ],
)
def test_a_problem_begins_with_a_capital_but_for_what_people_typed(message, german, english):
    problem = Problem("", message)
    assert problem.text("de").startswith(german)
    assert problem.text("en").startswith(english)


@pytest.mark.parametrize(("language", "told"), [("de", "Meuchelmörder: Diesen"), ("en", "Assassin: only one")])
@pytest.mark.parametrize("slug", ["beutelschneider", "beutelschneider-classic"])
def test_a_bonus_of_two_players_is_called_by_its_name(slug, language, told):
    bonuses = {name: {"meuchelmoerder": 1} for name in ("Anna", "Ben")}
    record = {"kind": "counted", "gold": {"Anna": 80}, "bonuses": bonuses}
    head = {"format": "scorekeeper/1", "game": slug, "players": ["Anna", "Ben", "Carla"]}
    found = score_text(json.dumps(head | {"rounds": [record]})).problems
    assert any(each.problem.text(language).startswith(told) for each in found)
