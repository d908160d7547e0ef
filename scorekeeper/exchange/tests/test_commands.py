"""The commands `manage.py score` and `manage.py referee`."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

ROOT = Path(__file__).resolve().parents[3]

ROUND = {"kind": "counted", "gold": {"Anna": 34, "Ben": 20, "Carla": 26}, "cutpurses": {"Anna": 1}}
GAME = {"game": "beutelschneider", "players": ["Anna", "Ben", "Carla"], "rounds": [ROUND]}
PLAYS = [["Anna", "RD"], ["Ben", "TG"], ["Carla", "TF"]]
TRICK = {"game": "beutelschneider", "players": ["Anna", "Ben", "Carla"], "trick": {"plays": PLAYS}}

type Ran = tuple[int, Any]
type Command = Callable[..., Ran]


def file_of(game: Mapping[str, Any]) -> bytes:
    return json.dumps({"format": "scorekeeper/1", **game}).encode()


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """Return a function that runs a command on a file, or on bytes as standard input.

    The function returns the exit status and the JSON value that the command prints.
    """

    def run(name: str, given: bytes | str | Path, *arguments: str) -> Ran:
        file = str(given)
        if isinstance(given, bytes):
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
            file = "-"
        status = 0
        try:
            call_command(name, file, *arguments)
        except SystemExit as left:
            status = int(str(left.code))
        printed = capsys.readouterr()
        assert printed.err == ""
        return status, json.loads(printed.out)

    return run


@pytest.fixture
def at_the_shell() -> Callable[..., subprocess.CompletedProcess[bytes]]:
    """Return a function that runs manage.py in a process of its own."""

    def run(*arguments: str, given: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
        spoken = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG", "DJANGO_SETTINGS_MODULE")
        clean = {name: value for name, value in os.environ.items() if name not in spoken}
        return subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            input=given,
            env=clean | environment,
            capture_output=True,
            check=False,
        )

    return run


def codes(ran: Ran) -> list[tuple[str, str]]:
    """Check that the command has ended with status 1 and printed only problems; return their fields and codes."""
    status, printed = ran
    assert status == 1
    assert list(printed) == ["problems"]
    for problem in printed["problems"]:
        assert list(problem) == ["game", "round", "field", "code", "text"]
        assert problem["text"]
    return [(problem["field"], problem["code"]) for problem in printed["problems"]]


# What the commands print


def test_score_prints_every_round_and_the_whole_game(command: Command) -> None:
    status, printed = command("score", file_of(GAME), "--language", "en")
    assert status == 0
    assert printed == {
        "game": "beutelschneider",
        "rounds": [
            {
                "points": {"Anna": 14, "Ben": 20, "Carla": 26},
                "lines": [
                    {"player": "Anna", "reason": "gold", "amount": 34, "text": "Anna: gold, +34"},
                    {"player": "Anna", "reason": "cutpurse", "amount": -20, "text": "Anna: a cutpurse captured, −20"},
                    {"player": "Ben", "reason": "gold", "amount": 20, "text": "Ben: gold, +20"},
                    {"player": "Carla", "reason": "gold", "amount": 26, "text": "Carla: gold, +26"},
                ],
            }
        ],
        "totals": {"Anna": 14, "Ben": 20, "Carla": 26},
        "ranking": [["Carla"], ["Ben"], ["Anna"]],
        "finished": False,
        "winners": [],
        "next_dealer": "Ben",
    }


def test_referee_prints_a_verdict_and_says_why(command: Command) -> None:
    status, printed = command("referee", file_of(TRICK))
    assert status == 0
    assert list(printed) == ["winner", "captured", "discarded", "worthless", "bonuses", "why"]
    assert printed["winner"] == "Carla"
    assert printed["captured"] == {"Carla": ["TG", "TF"]}
    assert (printed["discarded"], printed["worthless"], printed["bonuses"]) == (["RD"], [], {})
    assert all(list(each) == ["code", "text"] for each in printed["why"])


def test_a_file_and_standard_input_are_the_same(command: Command, tmp_path: Path) -> None:
    for name, text in (("score", file_of(GAME)), ("referee", file_of(TRICK))):
        path = tmp_path / f"{name} täglich.json"
        path.write_bytes(text)
        assert command(name, path) == command(name, text) == command(name, b"\xef\xbb\xbf \r\n" + text + b"\n")


def test_several_games_are_a_list_even_one(command: Command) -> None:
    for name, game in (("score", GAME), ("referee", TRICK)):
        alone = command(name, file_of(game))[1]
        for number in (2, 1, 0):
            assert command(name, file_of({"games": [game] * number})) == (0, [alone] * number)


def test_a_problem_in_one_game_keeps_all_results_back(command: Command) -> None:
    status, printed = command("score", file_of({"games": [GAME, GAME | {"rounds": [ROUND, {}]}]}), "--language", "en")
    assert status == 1
    assert printed == {
        "problems": [{"game": 1, "round": 1, "field": "kind", "code": "missing_key", "text": "“kind” is missing."}]
    }


# The language of the output


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": "de_AT.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "en"}, "en"),
        ({}, "en"),
    ],
    ids=str,
)
def test_language_is_the_environments_by_default(
    command: Command, monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], language: str
) -> None:
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    for variable, value in environment.items():
        monkeypatch.setenv(variable, value)
    told = {each: command("score", file_of(GAME), "--language", each) for each in ("de", "en")}
    assert told["de"] != told["en"]
    assert command("score", file_of(GAME)) == told[language]


# In a shell


def test_score_at_the_shell(at_the_shell: Callable[..., Any]) -> None:
    """The sentences are in the shell's language. Names are printed as UTF-8, even if the terminal cannot show them."""
    names = ["Žofie", "李雷", "Ben"]
    counted = {"kind": "counted", "gold": dict(zip(names, (34, 20, 26), strict=True)), "cutpurses": {"Ben": 1}}
    game = file_of(GAME | {"players": names, "rounds": [counted]})
    ran = at_the_shell("score", "-", given=game, LANG="de_DE.UTF-8", PYTHONIOENCODING="ascii")
    assert (ran.returncode, ran.stderr) == (0, b"")
    answer = json.loads(ran.stdout.decode())
    assert answer["rounds"][0]["lines"][0]["text"] == "Žofie: Gold, +34"
    assert answer["ranking"] == [["Žofie"], ["李雷"], ["Ben"]]


# Files that are not score files


BROKEN = [
    ('{"format": "Käse"}'.encode("latin-1"), "not_utf8"),
    ('{"format": "x"}'.encode("utf-16"), "not_utf8"),
    *((text, "no_json") for text in (b"", b" ", b"{", b"anna", b"{'a': 1}", b"[1,]", b'{"a": 01}', b'"\n"', b"nul")),
    *((b'{"format": ' + number + b"}", "no_json") for number in (b"NaN", b"Infinity", b"-Infinity")),
    (b"[" * 10_000 + b"1" + b"]" * 10_000, "nested_too_deep"),
    (b'{"a":' * 10_000 + b"1" + b"}" * 10_000, "nested_too_deep"),
    (b'{"format": "scorekeeper/1", "games": [' * 10_000 + b"1" + b"]}" * 10_000, "nested_too_deep"),
    (b"[" * 2_000_000, "nested_too_deep"),
    (b"[" + b"9" * 5000 + b"," + b"[" * 10_000 + b"]" * 10_000 + b"]", "nested_too_deep"),
    *((text, "lone_surrogate") for text in (rb'"\ud800"', rb'{"\udfff": 1}', rb'[["\udc00\ud800"]]')),
    (rb'{"format": "\uDABC"}', "lone_surrogate"),
    *((text, "wrong_type") for text in (b"null", b"5", b'"scorekeeper/1"', b"[]", b"true")),
]


@pytest.mark.parametrize("name", ["score", "referee"])
class TestBadInput:
    def test_no_such_file(self, command: Command, tmp_path: Path, name: str) -> None:
        assert codes(command(name, tmp_path / "none.json")) == [("", "unreadable")]

    def test_a_name_no_file_can_have(self, command: Command, name: str) -> None:
        assert codes(command(name, "a\0b")) == [("", "unreadable")]
        assert codes(command(name, "a" * 5000)) == [("", "unreadable")]

    def test_standard_input_that_is_closed(self, command: Command, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
        monkeypatch.setattr(sys, "stdin", None)
        assert codes(command(name, "-")) == [("", "unreadable")]

    @pytest.mark.parametrize(("text", "told"), [pytest.param(*each, id=repr(each[0][:20])) for each in BROKEN])
    def test_what_is_no_file_of_scores(self, command: Command, name: str, text: bytes, told: str) -> None:
        assert codes(command(name, text)) == [("", told)]


# The samples in the specification of the score file
