"""A long list is read entry by entry, but never otherwise than json.loads reads it."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.score_file import score_text
from games.score_file.long_json import Entries, read_object
from tests.rubbish import repeated

CHECKED = settings(max_examples=len(repeated(50)))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=10,
)
OBJECTS = st.dictionaries(st.sampled_from(["rounds", "games", "note", "", "kind"]), VALUES | st.lists(VALUES))
decode = json.JSONDecoder().raw_decode


def read(text: str) -> dict[str, Any]:
    members = read_object(text, ("rounds", "games"), decode)
    return {key: list(value) if isinstance(value, Entries) else value for key, value in members.items()}


@given(value=OBJECTS, indent=st.sampled_from([None, 0, 2]), around=st.sampled_from(["", " ", "\n\t\r "]))
@CHECKED
def test_it_reads_what_json_reads(value: dict[str, Any], indent: int | None, around: str) -> None:
    text = around + json.dumps(value, indent=indent) + around
    assert read(text) == value
    members = read_object(text, ("rounds",), decode)
    if isinstance(value.get("rounds"), list):
        rounds = members["rounds"]
        assert isinstance(rounds, Entries)
        assert len(rounds) == len(value["rounds"])
        assert list(rounds) == list(rounds) == value["rounds"]  # as often as one likes


@given(value=OBJECTS, seed=st.integers(0, 2**32))
@CHECKED
def test_it_accepts_nothing_else(value: dict[str, Any], seed: int) -> None:
    """A character too many, too few or in another place."""
    random = Random(seed)
    text = json.dumps(value)
    for _ in range(10):
        at = random.randrange(len(text) + 1)
        broken = text[:at] + random.choice(["", ",", "]", "}", "[", "{", ":", '"', "1", " ", "x"]) + text[at + 1 :]
        try:
            found = read(broken)
        except ValueError:
            continue
        assert found == json.loads(broken)


NO_OBJECTS = """
[]
1
{
{1: 2}
{[]: 1}
{,}
{"a" 1}
{"a": 1 "b": 2}
{"a": 1}, {}
{"a": 1, "a": 1}
{"rounds": [1, 2
{"rounds": [1,]}
{"rounds": [,]}
{"rounds": [1 2]}
{"rounds": []
{"rounds": [],}
"""


@pytest.mark.parametrize("text", NO_OBJECTS.split("\n"))
def test_what_is_no_object_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        read(text)


def test_the_rounds_may_stand_before_the_players() -> None:
    record = {"kind": "adjustment", "points": {"Anna": 1}}
    file = {"rounds": [record, record], "players": ["Anna", "Ben"], "game": "bettler-und-diebe"}
    result, problems = score_text(json.dumps({**file, "format": "scorekeeper/1"}))
    assert not problems
    assert result["totals"] == {"Anna": 2, "Ben": 0}
