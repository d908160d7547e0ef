"""The commands and the pages score, judge and write down Suns and Moons, though their code names no game."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from io import StringIO
from pathlib import Path
from typing import Any

from django.core.management import call_command

from scorekeeper.rounds.tests.test_tricks import Writing


def run(command: str, file: Mapping[str, Any], folder: Path, language: str = "en") -> Any:
    path = folder / "game.json"
    path.write_text(json.dumps(file), encoding="utf-8")
    out = StringIO()
    with suppress(SystemExit):  # the command exits with status 1 if there are problems
        call_command(command, str(path), language=language, stdout=out)
    return json.loads(out.getvalue())


SITTING = {"format": "scorekeeper/1", "game": "suns-and-moons", "players": ["Anna", "Ben"]}
ROUND_OF_TRICKS = {
    "kind": "tricks",
    "tricks": [
        {"plays": [["Ben", "S5"], ["Anna", "S6"]]},
        {"plays": [["Anna", "M1"], ["Ben", "S1"]]},
        {"plays": [["Anna", "M2"], ["Ben", "M6"]]},
        {"plays": [["Ben", "S2"], ["Anna", "M3"]]},
    ],
}


def test_it_is_scored(tmp_path: Path) -> None:
    rounds = [ROUND_OF_TRICKS, {"kind": "counted", "won": {"Ben": 4}}]
    result = run("score", {**SITTING, "options": {"target": 8, "stake": 5}, "rounds": rounds}, tmp_path)
    assert [each["points"] for each in result["rounds"]] == [{"Anna": 2, "Ben": 2}, {"Anna": 0, "Ben": 6}]
    assert [line["text"] for line in result["rounds"][1]["lines"]] == ["Ben: 4 tricks, +4", "Ben: all the tricks, +2"]
    revoke = {
        "trick": 1,
        "player": "Ben",
        "duty": "follow",
        "text": "Ben played S1 in trick 2 and still had M6.",
    }
    assert result["rounds"][0]["revokes"] == [revoke]
    assert (result["finished"], result["winners"], result["next_dealer"]) == (True, ["Ben"], "Anna")
    assert result["transfers"] == [{"from": "Anna", "to": "Ben", "amount": 30}]


def test_it_is_judged(tmp_path: Path) -> None:
    result = run("referee", {**SITTING, "trick": ROUND_OF_TRICKS["tricks"][0]}, tmp_path, language="de")
    assert result == {
        "winner": "Anna",
        "captured": {"Anna": ["S5", "S6"]},
        "discarded": [],
        "worthless": [],
        "bonuses": {},
        "why": [{"code": "highest_of_led", "text": "S6 von Anna ist die höchste Karte in Sonnen."}],
    }


def test_it_tells_its_problems(tmp_path: Path) -> None:
    result = run("score", {**SITTING, "rounds": [{"kind": "counted", "won": {"Ben": 3}, "pot": 1}]}, tmp_path)
    assert [(each["round"], each["field"], each["code"]) for each in result["problems"]] == [
        (0, "pot", "unknown_key"),
        (0, "won", "wrong_sum"),
    ]


def test_it_is_written_down_trick_by_trick(cast):
    match = cast.start("suns-and-moons", ("Anna", "Ben"))
    writing = Writing(cast.phone("scorer"), match)
    writing.write(ROUND_OF_TRICKS)
    assert "Ben played S1 in trick 2 and still had M6." in writing.get("end/").content.decode()
    writing.finish(ROUND_OF_TRICKS)
    assert match.entries.get().points == [2, 2]
