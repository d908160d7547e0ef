"""The JSON Schema of the score file agrees with the reader: where the schema has an error, the reader has a problem."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from django.core.management import call_command
from hypothesis import given, settings
from jsonschema import Draft202012Validator, ValidationError
from jsonschema.validators import extend

from games.kernel.options import Options
from games.kernel.schema import Schema
from games.registry import all_games, open_games
from games.score_file import Answer, PlacedProblem, judge_text, score_text
from games.score_file.schema import score_file_schema
from games.sheets.game import SheetGame

from .fuzz_values import repeated
from .score_files import Input, broken_files, valid_files
from .test_cases import OF_THE_TREE, cases, file_of, named, run

SPECIFICATION = (Path(__file__).parent.parent / "docs" / "score-file.md").read_text("utf-8")
SCHEMA = json.loads(json.dumps(score_file_schema()))

# The reader does not accept 1.0 or true as a whole number; JSON Schema cannot exclude 1.0.
STRICT = Draft202012Validator.TYPE_CHECKER.redefine("integer", lambda _, value: type(value) is int)
Validator = extend(Draft202012Validator, type_checker=STRICT)
VALIDATORS = {
    "score": Validator(SCHEMA),
    "referee": Validator({"$defs": SCHEMA["$defs"], "$ref": "#/$defs/referee_file"}),
}
READERS = {"score": score_text, "referee": judge_text}

# The codes of the problems in headers and rounds that the schema finds, too. Only the reader finds all other problems.
SEEN = {"bad_name", "empty", "missing_key", "named_twice", "no_currency", "no_side", "not_in_tens", "not_together"}
SEEN |= {"one_of_these_missing", "unknown_game", "wrong_type"}
# The schema checks the number of players only in a header: in a round, it depends on whether somebody sits out.
SEEN_IN_A_HEADER = SEEN | {"wrong_number_of_players"}

type Place = tuple[int | None, int | None]


def place_of(error: ValidationError) -> Place:
    """Return the numbers of the game and the round of an error; the round is None if the error is in no round."""
    path = list(error.absolute_path)
    game, path = (path[1], path[2:]) if len(path) > 1 and path[0] == "games" else (0, path)
    return game, path[1] if len(path) > 1 and path[0] == "rounds" else None  # type: ignore[return-value]


def faults(command: str, text: str | bytes) -> dict[Place, str]:
    file = json.loads(text, parse_int=lambda digits: int(digits[:99]))
    errors = VALIDATORS[command].iter_errors(file)
    try:
        return {place_of(error): f"{error.json_path}: {error.message[:200]}" for error in errors}
    except RecursionError:  # raised by the validator when it compares values nested thousands deep
        return {}


def unnamed(found: dict[Place, str], problems: Iterable[PlacedProblem]) -> list[str]:
    """Return those of the schema's errors (`found`) that the reader misses.

    It misses an error if it has no problem in the same round, in the game's header or in the whole file. (After a
    problem in the header or the file, it does not read the rounds.)
    """
    told = {(problem.game, problem.round) for problem in problems}
    return [fault for (game, round_), fault in found.items() if not told & {(None, None), (game, None), (game, round_)}]


def read_at_all(answer: Answer) -> bool:
    """Return whether the reader got JSON values from the text; otherwise the schema has nothing to check."""
    no_values = {"no_json", "not_utf8", "nested_too_deep", "repeated_key", "lone_surrogate"}
    return not any(problem.problem.code in no_values for problem in answer.problems)


def test_what_is_printed_is_a_schema() -> None:
    printed = StringIO()
    call_command("score_file_schema", stdout=printed)
    Draft202012Validator.check_schema(json.loads(printed.getvalue()))


def test_the_schema_and_the_reader_agree() -> None:
    for slug, case in cases():
        if "deck" in case or not read_at_all(answer := run(slug, case)):
            continue
        if slug in open_games():
            continue  # the schema does not describe games that are defined in their options
        text = case["file"] if "file" in case else json.dumps(file_of(slug, case))
        found = faults("referee" if "trick" in case or case.get("referee") else "score", text)
        assert unnamed(found, answer.problems) == [], named(slug, case)
        if isinstance(all_games().get(slug), SheetGame):
            continue  # the schema does not express how the rows of a sheet depend on each other
        codes = defaultdict(set)
        for problem in answer.problems:
            codes[problem.game or 0, problem.round].add(problem.problem.code)
        seen = [place for place, told in codes.items() if told & (SEEN_IN_A_HEADER if place[1] is None else SEEN)]
        assert [place for place in seen if place not in found] == [], named(slug, case)


def test_whatever_is_played_is_valid() -> None:
    for command, file in valid_files(Random(1)):
        assert faults(command, json.dumps(file)) == {}


@given(broken=broken_files())
@settings(max_examples=len(repeated(300)))
def test_what_the_schema_rejects_the_reader_names(broken: Input) -> None:
    command, text = broken
    answer = READERS[command](text)
    if read_at_all(answer):
        assert unnamed(faults(command, text), answer.problems) == [], text


@pytest.mark.parametrize("text", re.findall(r"```json\n(\{\n.*?)```", SPECIFICATION, re.S))
def test_the_files_in_the_specification_are_valid(text: str) -> None:
    command = "referee" if '"trick"' in text else "score"
    assert not READERS[command](text).problems
    assert faults(command, text) == {}


DOCUMENTED = {slug: game for slug, game in OF_THE_TREE.items() if not isinstance(game, SheetGame)}


def limits(rule: Schema) -> list[object]:
    """Return the fixed values and the bounds that the schema of an option has."""
    parts = [*rule.get("anyOf", ()), *([rule["items"]] if "items" in rule else [])]
    own = [*rule.get("enum", ()), *(rule[bound] for bound in ("minimum", "maximum") if bound in rule)]
    return [*own, *(value for part in parts for value in limits(part))]


@pytest.mark.parametrize("slug", DOCUMENTED)
def test_the_specification_has_every_option(slug: str) -> None:
    """The specification has the name of every option, its values or bounds, and its default."""
    sections = SPECIFICATION.split("\n## ")
    own = next(section for section in sections if f"`{slug}`" in section.split("\n\n")[1])
    common = next(section for section in sections if "\n### Options\n" in section)
    options = DOCUMENTED[slug].options
    for name, rule in options.schema()["properties"].items():
        listed = (common if name in Options.rules() else own).partition("Options")[2].partition("\n\n**")[0]
        names = "|".join(options.rules())
        told = re.search(f"`{name}`(.*?)(?=`({names})`|$)", listed.replace(",000", "000"), re.MULTILINE)
        assert told, name
        values = [*limits(rule), *([rule["default"]] if "default" in rule else [])]
        words = [str(value) if isinstance(value, str) else json.dumps(value) for value in values]
        assert [word for word in words if not re.search(rf"(?<!\w){re.escape(word)}(?!\w)", told[1])] == [], name
