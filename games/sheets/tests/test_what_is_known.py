"""The form of a round, if its rows depend on what earlier rounds gave, such as the totals."""

import pytest

from games.kernel.engine import Engine
from games.kernel.posted import Posted
from games.kernel.problems import Problems
from games.kernel.seats import Deal
from games.registry import find_game

PLAYERS = ("Anna", "Ben", "Carla")
ROWS = [
    {"id": "made", "label": "Points", "of": "each", "kind": "number", "max": 500, "sum": "60 + sum(total)"},
    {
        "id": "close",
        "label": "Close?",
        "of": "table",
        "kind": "number",
        "max": "most(kept)",
        "when": "most(total) >= 50",
    },
]
SHEET = {
    "sheet": 1,
    "slug": "late",
    "name": "Late",
    "players": [2, 4],
    "rows": ROWS,
    "points": [{"id": "made", "label": "points", "value": "made + close"}],
    "carried": [{"id": "kept", "start": "1", "next": "kept + 1"}],
}
OPTIONS = {"sheet": SHEET}


@pytest.fixture
def engine():
    game = find_game("sheet", OPTIONS)
    problems = Problems()
    options = game.options.read(OPTIONS, "options", problems)
    return Engine(game, game.table(PLAYERS, options), "Anna")


def form_of(engine, **typed):
    screen = engine.game.screen
    known = screen.known_fields(engine.table, engine.coming)
    return Posted(known | {name.replace("_", "-"): [str(value)] for name, value in typed.items()})


def shown(engine, posted):
    """Return {id: row} for the rows of the form whose condition is met."""
    screen = engine.game.screen
    record = screen.record(posted, engine.table)
    live = screen.live_context(posted, record, engine.table, engine.coming)
    return {each.row.id: each for block in live["blocks"] for each in block.rows if each.asked}


def test_a_row_is_left_out_until_the_totals_ask_for_it(engine):
    first = form_of(engine, row_made_0=50, row_made_1=6, row_close=0)
    record = engine.game.screen.record(first, engine.table)
    assert record == {"kind": "round", "made": {"Anna": 50, "Ben": 6, "Carla": 4}}, "Carla gets the rest"
    assert "close" not in shown(engine, first)
    assert engine.enter(record).problems == []
    second = form_of(engine, row_made_0=100, row_made_1=6, row_close=2)
    assert shown(engine, second)["close"].answers[-1].code == "2", "the carried number limits it"
    record = engine.game.screen.record(second, engine.table)
    assert record == {"kind": "round", "made": {"Anna": 100, "Ben": 6, "Carla": 14}, "close": 2}
    assert engine.enter(record).problems == []


def test_a_condition_that_cannot_be_calculated_is_one_problem():
    rows = [
        {"id": "made", "label": "Points", "of": "table", "kind": "number", "max": 9},
        {"id": "pair", "label": "Pair", "of": "table", "kind": "players", "when": "9 // made"},
    ]
    options = {"sheet": {**SHEET, "rows": rows, "points": [{"id": "made", "label": "points", "value": "made"}]}}
    game = find_game("sheet", options)
    engine = Engine(game, game.table(PLAYERS, game.read_options(options)), "Anna")
    assert [each.field for each in engine.enter({"kind": "round", "made": 0}).problems] == ["pair"]


def test_only_what_rows_depend_on_is_kept_in_the_form(engine):
    known = engine.game.screen.known_fields(engine.table, engine.coming)
    assert [*known] == ["round", *(f"before-{name}-{seat}" for name in ("total", "kept") for seat in range(3))]
    wizard = find_game("wizard", {})
    table = wizard.table(PLAYERS, wizard.options())
    assert wizard.screen.known_fields(table, Deal("Anna", "Ben", 3, 0, None, {})) == {"round": ["4"]}
