"""Score files that are broken, or were never any, get an answer. `make fuzz` tries more of them."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.registry import all_games
from tests.rubbish import repeated

from .score_files import Input, broken_files, check, run, valid_files

pytestmark = pytest.mark.slow

CHECKED = settings(max_examples=len(repeated(50)))
COMMANDS = st.sampled_from(["score", "referee"])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)
KEYS = ("kind", "dealer", "points", "captured", "tricks", "bonuses", "gold", "taker", "caller", "buildings", "plays")
PLAYERS = ("Anna", "Ben", "Carla", "Dörte")


def test_valid_files_are_fine() -> None:
    for command, file in valid_files(Random(1)):
        assert check(Input(command, json.dumps(file).encode())), file


@given(broken=broken_files())
@settings(max_examples=len(repeated(400)))
def test_a_broken_file_gets_problems_and_no_traceback(broken: Input) -> None:
    check(broken)


@given(
    command=COMMANDS, text=st.binary(max_size=200) | st.text().map(lambda text: text.encode("utf-8", "surrogatepass"))
)
@CHECKED
def test_any_bytes_get_an_answer(command: str, text: bytes) -> None:
    check(Input(command, text))


@given(command=COMMANDS, value=JSON)
@CHECKED
def test_any_json_gets_an_answer(command: str, value: object) -> None:
    check(Input(command, json.dumps(value).encode()))


@given(
    slug=st.sampled_from(list(all_games())),
    seats=st.integers(2, 4),
    options=JSON | st.just({}),
    rounds=st.lists(
        st.dictionaries(st.sampled_from(KEYS), JSON | st.sampled_from(PLAYERS), max_size=5) | JSON, max_size=3
    ),
    kind=st.sampled_from(
        ["captured", "counted", "tricks", "pot", "ramsch", "snear", "call", "round", "oases", "adjustment"]
    ),
)
@CHECKED
def test_any_round_gets_an_answer(slug: str, seats: int, options: object, rounds: list[object], kind: str) -> None:
    file = {
        "format": "scorekeeper/1",
        "game": slug,
        "players": PLAYERS[:seats],
        "options": options,
        "rounds": [{**each, "kind": kind} if isinstance(each, dict) else each for each in rounds],
    }
    check(Input("score", json.dumps(file).encode()))


def test_numbers_of_thousands_of_digits_add_up_to_a_problem() -> None:
    """Python writes no number of more than 4300 digits; the sum of two such has one more."""
    huge = 10**4300 - 1
    record = {"kind": "counted", "gold": {"Anna": huge, "Ben": huge}, "cutpurses": {"Anna": huge, "Ben": huge}}
    file = {"format": "scorekeeper/1", "game": "beutelschneider", "players": PLAYERS, "rounds": [record]}
    assert not check(Input("score", json.dumps(file).encode()))
    assert "999… instead of 80: +999…" in run("score", json.dumps(file).encode(), "en")[1]
