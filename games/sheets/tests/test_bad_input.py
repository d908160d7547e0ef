"""Malicious or broken sheets are refused with all their problems, or can be played without harm."""

import json
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from games.kernel.engine import Engine
from games.kernel.posted import Posted
from games.kernel.problems import Problems
from games.kernel.record import JsonObject
from games.score_file import score_text
from games.sheets.example import some_round
from games.sheets.game import game_of
from games.sheets.options import SheetRule
from games.sheets.reading import MOST_BYTES, read_file, read_sheet
from games.sheets.words import OWN_SHEET

TEXT = """sheet = 1
slug = "dice"
name = "Dice"
players = [2, 8]

[[options]]
id = "goes"
label = "Goes"
kind = "number"
max = 9
default = 2

[[rows]]
id = "pips"
label = "Pips"
of = "each"
kind = "number"
max = "6 * goes"

[[values]]
id = "twice"
is = "2 * pips"

[[values]]
id = "more"
is = "twice + 1"

[[points]]
id = "pips"
label = "Pips"
value = "more"
"""
SHEET: dict[str, Any] = read_file(TEXT.encode()).sheet.raw
NAMES = "ABCDEFGH"


def problems_of(text: str | bytes) -> list[tuple[str, int | None, str]]:
    answer = read_file(text if isinstance(text, bytes) else text.encode())
    assert (answer.sheet is None) is bool(answer.problems)
    return [(each.place, each.line, each.problem.message.code) for each in answer.problems]


# Problems of a sheet


@pytest.mark.parametrize(
    ("here", "then", "found"),
    [
        ('name = "Dice"', 'name = "Dice"\ncolour = "red"', [("colour", 4, "unknown_key")]),
        ("max = 9", "max = 9\nleast = 1", [("options[0].least", 11, "unknown_key")]),
        ('"twice + 1"', '"twicce + 1"', [("values[1].is", 26, "unknown_name")]),
        ('value = "more"', 'value = "goes + rounds"', [("points[0].value", 31, "unknown_name")]),
        ('value = "more"', 'value = "sqrt(pips)"', [("points[0].value", 31, "unknown_function")]),
        ('value = "more"', 'value = "eval(pips)"', [("points[0].value", 31, "unknown_function")]),
        ('"2 * pips"', '"more"', [("values[0].is", 22, "in_a_circle")]),
        ('"2 * pips"', '"twice"', [("values[0].is", 22, "in_a_circle")]),
        ('value = "more"', f'value = "{"1 + " * 75}1"', [("points[0].value", 31, "too_long")]),
        ('value = "more"', f'value = "{"-" * 100}1"', [("points[0].value", 31, "too_long")]),
        ('value = "more"', f'value = "{"(" * 120}1{")" * 120}"', None),
        ('value = "more"', f'value = "{"(" * 149}1{")" * 149}"', None),
        ('value = "more"', "value = 1000001", [("points[0].value", 31, "out_of_range")]),
        ('value = "more"', 'value = "-1000001"', [("points[0].value", 31, "out_of_range")]),
        ("max = 9", "max = 1000001", [("options[0].max", 10, "out_of_range")]),
        ('value = "more"', 'value = "sum(pipps)"', [("points[0].value", 31, "unknown_name")]),
        ("max = 9", "max = 9\nmax = 8", [("", 11, "taken")]),
        ("[[values]]", "[options]\n[[values]]", [("", 20, "taken")]),
        ("max = 9", f"max = {'9' * 5000}", [("", 10, "no_toml")]),
        ("max = 9", "max = ", [("", 10, "no_toml")]),
        (
            "[[values]]",
            '[[rows]]\nid = "more_pips"\nlabel = "Pips"\nof = "each"\nkind = "tick"\n[[values]]',
            [("rows[1].label", 22, "taken")],
        ),
        ("max = 9", "max = 9.0", [("options[0].max", 10, "wrong_type")]),
        ("max = 9", "max = 2026-01-01", [("options[0].max", 10, "wrong_type")]),
        ("default = 2", "default = -1000001", [("options[0].default", 11, "out_of_range")]),
        ("default = 2", f"default = 0x{'f' * 300}", [("options[0].default", 11, "out_of_range")]),
        (
            "[[points]]",
            "".join(f'[[values]]\nid = "v{n}"\nis = "1{"+1" * 39}"\n' for n in range(30)) + "[[points]]",
            [("", None, "too_long")],
        ),
        ('"Dice"', '"\\u200b"', [("name", 3, "bad_name")]),
        ('"Dice"', '"a\\u0000b"', [("name", 3, "bad_name")]),
        ('"Dice"', f'"{"x" * 61}"', [("name", 3, "bad_name")]),
    ],
)
def test_what_is_wrong_is_refused_with_its_line(here, then, found):
    problems = problems_of(TEXT.replace(here, then, 1))
    if found is None:
        assert {line for _, line, _ in problems} <= {31}
    else:
        assert problems == found


@pytest.mark.parametrize(
    "text",
    [
        *(
            "pips ** 2",
            "pips.real",
            "pips[0]",
            "[pips]",
            "{pips}",
            "'x'",
            "f'{pips}'",
            "lambda: 1",
            "(p := 1)",
            "*pips",
        ),
        *("pips if pips", "print(pips)", "__import__('os')", "pips.__class__", "1_0", "1e3", "1j", "0x10", "pips; 1"),
        *(
            "True",
            "None",
            "min()",
            "abs(1, 2)",
            "max(x=1)",
            "sum(1)",
            "sum(pips, pips)",
            "~pips",
            "pips / 2",
            "pips & 1",
        ),
        *(
            "pips is 1",
            "1 in pips",
            "await pips",
            "",
            " ",
            "#",
            "pips\\",
            "pïps",
            "１",
            "１ + pips",
            "pips<<1",
            "...",
            "\n",
        ),
    ],
)
def test_an_expression_is_nothing_but_what_the_format_says(text):
    raw = {**SHEET, "points": [{"id": "p", "label": "P", "value": text}]}
    problems = Problems()
    assert read_sheet(raw, problems) is None
    assert {problem.field for problem in problems} == {"points.0.value"}


def test_all_that_is_wrong_is_told_at_once():
    text = (
        TEXT.replace("max = 9", "max = 1000001")
        .replace('"2 * pips"', '"2 * pipps"')
        .replace('value = "more"', 'value = "sqrt(1)"')
    )
    assert [line for _, line, _ in problems_of(text)] == [10, 22, 31]
    seven = problems_of(TEXT.replace('"Pips"', '""').replace('kind = "number"', 'kind = "figure"'))
    assert len(seven) == 4


@pytest.mark.parametrize(
    "content",
    [
        b"x" * 1_000_000,
        b"[[rows]]\n" * 10_000,
        b"[[rows]]\n" * 7_000,
        f"rows = [{'{}, ' * 10_000}]",
        f"a = {'[' * 60_000}",
        f"a = {'{a=' * 16_000}",
        f"a{'.x' * 30_000} = 1",
        f"a{'.x' * 60} = 1\n" * 500,
        "".join(f"k{number} = 1\n" for number in range(7_000)),
        f"target = {'9' * 60_000}",
        f"target = 0x{'f' * 60_000}",
        f'end = "{"1 + " * 15_000}1"',
        f'end = "{"(" * 60_000}"',
        b"\xff\xfe",
        b"sheet = 1\0",
        rb'name = "\ud800"',
    ],
    ids=str,
)
def test_what_is_far_too_much_is_refused(content):
    content = content if isinstance(content, bytes) else content.encode()
    problems = read_file(content).problems
    assert problems
    assert all(len(problem.text("de")) < 300 for _, _, problem in problems)


@pytest.mark.parametrize("depth", [10, 900, 5_000, 100_000])
def test_what_is_far_too_deep_is_refused_in_a_score_file_as_well(depth):
    value: Any = 1
    for _ in range(depth):
        value = [value]
    problems = Problems()
    assert (
        SheetRule(OWN_SHEET).read(JsonObject({"sheet": {**SHEET, "gist": value}}, problems, "options."), "sheet")
        is None
    )
    assert problems


# Sheets that are played


def everything(raw: Mapping[str, Any], record: Mapping[str, Any], players=NAMES, **options: int) -> list[str]:
    """Use a sheet for all that pages show: form, rules, example, lines. Return the codes of the round's problems."""
    game = game_of(json.dumps(raw))
    assert game is not None
    house_rules = game.options.read({"sheet": raw, **options}, "options", Problems())
    table = game.table(tuple(players), house_rules)
    engine = Engine(game, table, players[0])
    coming = engine.coming
    assert game.rounds(table) is None or isinstance(game.rounds(table), int)
    fields = game.screen.fields({"kind": "round", **record}, table)
    game.screen.live_context(Posted(fields), game.screen.record(Posted(fields), table), table, coming)
    game.screen.live_context(Posted({}), {"kind": "round"}, table, coming)
    game.rulebook_context(table)
    some_round(game.sheet, table, coming, Random(1))
    scored = engine.enter({"kind": "round", **record})
    assert engine.over in (True, False)
    for line in scored.score.lines if scored.score else []:
        assert len(line.text("de")) < 300
    return [problem.message.code for problem in scored.problems]


def chain(first: str, each: str, last: str) -> dict[str, Any]:
    """Return a sheet with fifty values, each calculated from the one before."""
    values = [{"id": "v0", "is": first}, *({"id": f"v{n}", "is": each.replace("v", f"v{n - 1}")} for n in range(1, 50))]
    return {**SHEET, "values": values, "points": [{"id": "p", "label": "P", "value": last}]}


@pytest.mark.parametrize(
    ("raw", "problems"),
    [
        (chain("pips", "v + v - v", "v49"), []),  # written out, this would have 3⁴⁹ numbers
        (chain("pips", "v - v", "v49 + 1"), []),
        (chain("pips + 1", "-" * 30 + "v", "v49"), []),  # written out, this would nest 1,500 minus signs
        (chain("pips + 2", "v * v", "v49"), ["too_far"]),  # a result of 4 × 10¹⁴ digits
        (chain("pips + 2", "v * v", "v49 if pips > 100 else pips"), []),
        (chain("pips // 0", "v + 1", "v49 if pips > 100 else pips"), []),
        (chain("pips // 0", "v + 1", "v49"), ["divided_by_zero"]),
        (chain("pips", "v or v and v", "v49"), []),
    ],
)
def test_values_that_build_on_each_other_do_no_harm(raw, problems):
    assert everything(raw, {"pips": dict.fromkeys(NAMES, 3)}) == problems


def row(**more: Any) -> dict[str, Any]:
    return {"id": "pips", "label": "Pips", "of": "each", "kind": "number", "max": 9, **more}


ENORMOUS = " * ".join(["1000000"] * 20)


@pytest.mark.parametrize("wrong", ["1 // (goes - 2)", "1 % (goes - 2)", ENORMOUS, f"-({ENORMOUS})"])
@pytest.mark.parametrize(
    "where",
    [
        lambda wrong: {"rounds": wrong},
        lambda wrong: {"end": wrong},
        lambda wrong: {"rows": [row(max=wrong)]},
        lambda wrong: {"rows": [row(min=wrong)]},
        lambda wrong: {"rows": [row(step=wrong)]},
        lambda wrong: {"rows": [row(sum=wrong)]},
        lambda wrong: {"rows": [row(when=wrong)]},
        lambda wrong: {"rows": [row(), row(id="all", of="table", max=wrong)]},
        lambda wrong: {"rows": [row(), row(id="all", of="table", min=wrong)]},
        lambda wrong: {"rows": [row(), {"id": "w", "label": "W", "of": "table", "kind": "players", "least": wrong}]},
        lambda wrong: {"rows": [row(), {"id": "w", "label": "W", "of": "table", "kind": "players", "most": wrong}]},
        lambda wrong: {"rows": [row(), {"id": "w", "label": "W", "of": "table", "kind": "tick", "when": wrong}]},
        lambda wrong: {"checks": [{"id": "c", "says": "C", "that": wrong}]},
        lambda wrong: {"checks": [{"id": "c", "says": "C", "that": "goes > 0", "when": wrong}]},
        lambda wrong: {"values": [{"id": "more", "is": wrong}]},
        lambda wrong: {"points": [{"id": "p", "label": "P", "value": wrong}]},
        lambda wrong: {"points": [{"id": "p", "label": "P", "value": 1, "when": wrong}]},
        lambda wrong: {"carried": [{"id": "k", "start": wrong, "next": "k"}]},
        lambda wrong: {"carried": [{"id": "k", "start": 0, "next": wrong}]},
    ],
)
def test_what_cannot_be_worked_out_is_a_problem_of_its_round(where, wrong):
    raw = {**SHEET, "values": [{"id": "more", "is": "pips"}], **where(wrong)}
    assert set(everything(raw, {"pips": dict.fromkeys(NAMES, 3)})) & {"divided_by_zero", "too_far"}
    if "goes" in wrong:
        assert not set(everything(raw, {}, goes=3)) & {"divided_by_zero", "too_far"}


def test_the_largest_sheet_that_can_be_is_played():
    rows = [row(id=f"r{n}", min=-1_000_000, max=1_000_000) for n in range(50)]
    raw = {
        **chain("r0", "(v + v) % 1000", "v49"),
        "rows": rows,
        "points": [{"id": f"p{n}", "label": "P" * 60, "value": f"v{n} + r{n}"} for n in range(50)],
        "carried": [{"id": f"k{n}", "start": n, "next": "v49"} for n in range(50)],
        "checks": [{"id": f"c{n}", "says": "C" * 200, "that": f"sum(r{n}) == 1"} for n in range(50)],
    }
    assert len(json.dumps(raw)) < MOST_BYTES
    assert everything(raw, {}) == [f"c{n}" for n in range(50)]


def test_a_sheet_of_too_many_parts_is_not_brought_but_stays_where_it_is():
    values = [{"id": f"v{n}", "is": "+".join(["1"] * 40)} for n in range(30)]
    raw = {**SHEET, "values": values, "points": [{"id": "p", "label": "P", "value": "v1"}]}
    assert everything(raw, {"pips": dict.fromkeys(NAMES, 3)}) == []
    file = {"format": "scorekeeper/1", "game": "sheet", "players": [*"AB"], "options": {"sheet": raw}}
    assert [
        (each.problem.field, each.problem.message.code) for each in score_text(json.dumps(file), "en").problems
    ] == [("options.sheet", "too_long")]
