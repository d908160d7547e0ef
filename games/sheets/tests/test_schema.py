"""The schema of a sheet rejects only what the reader rejects. It requires the rows that are always needed."""

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from games.kernel.engine import Engine
from games.kernel.problems import Problems
from games.sheets.game import SheetGame
from games.sheets.reading import read_sheet

NUMBER = {"id": "n", "label": "Number", "of": "each", "kind": "number", "max": 9}
PLAYERS = {"id": "p", "label": "Who", "of": "table", "kind": "players"}
SHEET = {
    "name": "Test",
    "sheet": 1,
    "slug": "test",
    "players": [2, 4],
    "points": [{"id": "x", "label": "x", "value": 1}],
}
ROWS: list[dict[str, Any]] = [
    *(
        NUMBER | {"sum": each}
        for each in (0, 2, "players", "4 - players", "players - 2", "6 // (3 - players)", "round")
    ),
    *(NUMBER | {"sum": "round - 3"}, NUMBER | {"sum": "players + round - 5"}),
    *(NUMBER | {"default": 1, "sum": each} for each in (0, 4, "players", "round", "4 + round")),
    *(PLAYERS | {"least": each} for each in (0, 2, "players", "4 - players", "players - 2", "2 - players", "round")),
    PLAYERS | {"least": "round - 3"},
]
EMPTY: list[dict[str, Any]] = [{}, {"n": {}}, {"p": []}, {"p": ["A"]}]


def game_with(row: dict[str, Any]) -> SheetGame:
    problems = Problems()
    sheet = read_sheet(SHEET | {"rows": [row]}, problems)
    assert sheet is not None, [*problems]
    return SheetGame(sheet)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_what_the_schema_rejects_the_reader_rejects_with_any_players_and_in_any_round(row):
    game = game_with(row)
    schema = Draft202012Validator(game.schema.rounds["round"])
    for seats in game.seats:
        engine = Engine(game, game.table(tuple("ABCD"[:seats]), game.options()), "A")
        for record in EMPTY:
            for deals in range(6):
                engine.deals = deals
                accepted = not engine.enter({"kind": "round", **record}).problems
                assert not accepted or schema.is_valid(record), (seats, deals, record)


@pytest.mark.parametrize("more", [{"sum": 2}, {"sum": "players"}, {"sum": "round"}, {"default": 2, "sum": 3}], ids=str)
def test_numbers_that_never_add_up_by_themselves_are_required(more):
    assert "n" in game_with(NUMBER | more).schema.rounds["round"]["required"]


@pytest.mark.parametrize(("least", "fewest"), [(2, 2), ("players", 2), ("round", 1)])
def test_players_of_whom_some_must_always_be_named_are_required(least, fewest):
    schema = game_with(PLAYERS | {"least": least}).schema.rounds["round"]
    assert ("p" in schema["required"], schema["properties"]["p"]["minItems"]) == (True, fewest)
