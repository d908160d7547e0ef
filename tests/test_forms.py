"""Golden forms: what a form that somebody fills in comes to. They are in `tests/forms.toml` of a game's folder.

- `form`: the fields in `typed` become the `record`, of which a case gives the keys that it is about. `filled` are values
  of empty fields that follow, `asks` is the question before saving ("": none), `wrong` are the paths of all problems.
- `page`: the form is refused, with each problem in `beside` at its slot. The fields in `lost` cannot show what was typed.
- `told`: a round in words, its `story` in German and its `result` in English.
- `needs`: with these `totals`, what each player needs.

`base` names fields that several cases share, `options` house rules; lists of numbers are as in `cases.toml`.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

import games
from games.kernel.engine import Engine
from games.kernel.game import AnyGame
from games.kernel.posted import Fields, Posted
from games.kernel.problems import Problems
from games.kernel.seats import AnyTable
from games.registry import all_games

from .test_cases import NAMES, for_each, options_of, written_round
from .test_entering import Filled

type Case = dict[str, Any]


def golden(kind: str) -> Any:
    found = []
    for path in sorted(Path(games.__file__).parent.glob("*/tests/forms.toml")):
        read = tomllib.loads(path.read_text("utf-8"))
        for case in read.get(kind, ()):
            shared = {"game": read["game"], "players": read["players"]}
            case = shared | case | options_of(case, read.get("options", {}))
            case["typed"] = read.get("typed", {}).get(case.get("base"), {}) | case.get("typed", {})
            found.append(pytest.param(case, id=f"{case['game']}: {case['title']}"))
    return pytest.mark.parametrize("case", found)


def sat_down(case: Case) -> tuple[AnyGame, AnyTable]:
    game = all_games()[case["game"]]
    options = game.options.read(case.get("options", {}), "options", Problems())
    return game, game.table(NAMES[: case["players"]], options)


def fields_of(case: Case) -> Fields:
    return {name: value if isinstance(value, list) else [value] for name, value in case["typed"].items()}


@golden("form")
def test_a_form_becomes_a_record(case: Case) -> None:
    game, table = sat_down(case)
    screen = next(each for each in game.screens(table) if each.code == case["screen"])
    engine = Engine(game, table, None)
    posted = Posted({**screen.known_fields(table, engine.coming), **fields_of(case)})
    record = screen.record(posted, table)
    wanted = written_round(case.get("record", {}), list(table.players))
    assert {key: record.get(key) for key in wanted} == wanted
    follows = case.get("filled", {})
    filled = screen.filled(posted, record, table)
    assert {name: filled.get(name) for name in follows} == follows
    question = screen.question(posted, record, table)
    assert case.get("asks") in (None, question.text("en") if question else "")
    assert case.get("wrong") in (None, [problem.field for problem in engine.enter(record).problems])


@golden("page")
def test_a_problem_stands_beside_its_field_and_what_was_typed_stays(case: Case, cast: Any) -> None:
    match = cast.start(case["game"], NAMES[: case["players"]], **case.get("options", {}))
    sent = {"screen": case["screen"], "seen": "0", "key": "key-of-this-entry", **case["typed"]}
    answer = cast.phone("scorer").post(f"{match.get_absolute_url()}round/", sent)
    assert answer.status_code == 422
    told = {problem["slot"]: problem["text"] for problem in answer.context["problems"]}
    assert [slot for slot, said in case["beside"].items() if said not in told.get(slot, "")] == [], told
    assert answer.context["wrong"] == []
    assert not match.entries.exists()
    shown = Filled(answer.text).fields
    typed = {name: values for name, values in fields_of(case).items() if values != [""]}
    assert [name for name, values in typed.items() if shown.get(name) != values] == case.get("lost", [])


@golden("told")
def test_a_round_is_told(case: Case) -> None:
    game, table = sat_down(case)
    record = written_round(case["record"], list(table.players))
    score = Engine(game, table, None).enter(record).score
    assert score is not None
    if "story" in case:
        assert " ".join(game.say(each, "de") for each in game.story(table, record, score)) == case["story"]
    assert case.get("result") in (None, game.say(game.result(table, score), "en"))


@golden("needs")
def test_it_is_told_what_each_one_needs(case: Case) -> None:
    game, table = sat_down(case)
    totals = for_each(case["totals"], list(table.players))
    needs = game.needs(table, totals, Engine(game, table, None).coming)
    language = case.get("language", "en")
    told = {need.player: " ".join(each.text(language) for each in need.messages) for need in needs}
    assert {player: told[player] for player in case["needs"]} == case["needs"]
    assert all(need.points == case["points"][need.player] for need in needs if need.player in case.get("points", {}))
