"""JSON Schema (draft 2020-12) for the records that a game writes into a score file.

A schema checks types, keys, ranges and fixed words. Only the reader of the record checks sums, turns, and everything
that depends on the players, the house rules or earlier rounds. If a schema rejects a record, the reader rejects it,
too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

type Schema = Mapping[str, Any]
"""A JSON Schema, as JSON values."""

PLAYER: Schema = {"type": "string", "minLength": 1}
PLAYER_OR_NOBODY: Schema = {"anyOf": [PLAYER, {"type": "null"}]}


class GameSchema(NamedTuple):
    """The schema of a game's part of a score file.

    - `rounds`: by kind of round, the schema of its record, without the keys `kind`, `note` and `dealer`.
    - `cards`: the codes of all cards that the game has with any number of players and any options; empty if the game
      has no tricks.
    - `choices`: the schema of a trick's `choices`; None if tricks have none.
    """

    rounds: Mapping[str, Schema]
    cards: Collection[str] = ()
    choices: Schema | None = None


def whole(low: int, high: int | None = None) -> Schema:
    """Return the schema of a whole number from `low` to `high` (None: no upper limit).

    JSON Schema takes 1.0 for a whole number; the reader does not.
    """
    return {"type": "integer", "minimum": low} | ({} if high is None else {"maximum": high})


def one_of(values: Iterable[str | int | None]) -> Schema:
    """Return the schema of a value that must be one of these."""
    return {"enum": list(values)}


def listed(item: Schema, least: int = 0) -> Schema:
    """Return the schema of a list of at least `least` items, none of them twice."""
    return {"type": "array", "items": item, "uniqueItems": True} | ({"minItems": least} if least else {})


def pair(first: Schema, second: Schema) -> Schema:
    """Return the schema of a list of exactly two items, the first and the second with these schemas."""
    return {"type": "array", "prefixItems": [first, second], "minItems": 2, "maxItems": 2}


def pairs(first: Schema, second: Schema) -> Schema:
    """Return the schema of a list of pairs, each with the schema that `pair` returns."""
    return {"type": "array", "items": pair(first, second)}


def by_player(value: Schema) -> Schema:
    """Return the schema of an object whose keys are players and whose values have the schema `value`."""
    return {"type": "object", "additionalProperties": value}


def keys(needed: Mapping[str, Schema | bool], optional: Mapping[str, Schema | bool] | None = None) -> Schema:
    """Return the schema of an object with these keys and no others. The `optional` keys may be missing."""
    return {
        "type": "object",
        "properties": {**needed, **(optional or {})},
        "required": list(needed),
        "additionalProperties": False,
    }


def exactly_one(*forms: str) -> Schema:
    """Return the schema of an object that has exactly one of these keys."""
    return {"oneOf": [{"required": [form]} for form in forms]}


def told_apart(key: str, schemas: Mapping[str, Schema]) -> Schema:
    """Return the schema of an object to which one of `schemas` applies. Its name is the object's value at `key`."""
    return {
        "type": "object",
        "properties": {key: {"enum": list(schemas)}},
        "required": [key],
        "allOf": [
            {"if": {"properties": {key: {"const": value}}, "required": [key]}, "then": schema}
            for value, schema in schemas.items()
        ],
    }


def tricks(card: Schema, choices: Schema | None = None) -> Schema:
    """Return the schema of the list of a round's tricks.

    `choices`: the schema of a trick's key `choices`; None: tricks have no such key.
    """
    return {"type": "array", "items": trick(card, {} if choices is None else {"choices": choices})}


def trick(card: Schema, optional: Mapping[str, Schema], needed: Mapping[str, Schema] | None = None) -> Schema:
    """Return the schema of one trick. Besides `plays`, it has the `needed` keys and may have the `optional` ones."""
    return keys({"plays": pairs(PLAYER, card), **(needed or {})}, optional)


def card_of(slug: str) -> Schema:
    """Return the schema of a card of this game: a reference to a place in the schema of the score file."""
    return {"$ref": f"#/$defs/{slug}/$defs/card"}
