"""JSON Schema (draft 2020-12) for what a game writes into a score file.

A schema sees types, keys, ranges and fixed words. Sums, turns, the players at the table, their number, the house rules
and the rounds before are checked by the reader alone. The reader rejects all that a schema rejects, but a schema does
not reject all that the reader does.
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

    `rounds`: the record of each kind of round, without `kind`, `note` and `dealer`. `cards`: the codes of all its
    cards, at any number of players and with any options; none if the game knows no tricks. `choices`: those of one
    trick.
    """

    rounds: Mapping[str, Schema]
    cards: Collection[str] = ()
    choices: Schema | None = None


def whole(low: int, high: int | None = None) -> Schema:
    """Return the schema of a whole number from low to high. (JSON Schema takes 1.0 for one; the reader does not.)"""
    return {"type": "integer", "minimum": low} | ({} if high is None else {"maximum": high})


def one_of(values: Iterable[str | int | None]) -> Schema:
    """Return the schema of one of a few words or numbers."""
    return {"enum": list(values)}


def listed(item: Schema, least: int = 0) -> Schema:
    """Return the schema of a list that names nothing twice."""
    return {"type": "array", "items": item, "uniqueItems": True} | ({"minItems": least} if least else {})


def pair(first: Schema, second: Schema) -> Schema:
    """Return the schema of a list of exactly these two."""
    return {"type": "array", "prefixItems": [first, second], "minItems": 2, "maxItems": 2}


def pairs(first: Schema, second: Schema) -> Schema:
    """Return the schema of a list of such pairs."""
    return {"type": "array", "items": pair(first, second)}


def by_player(value: Schema) -> Schema:
    """Return the schema of a map whose keys are players."""
    return {"type": "object", "additionalProperties": value}


def keys(needed: Mapping[str, Schema | bool], optional: Mapping[str, Schema | bool] | None = None) -> Schema:
    """Return the schema of an object with these keys and no others."""
    return {
        "type": "object",
        "properties": {**needed, **(optional or {})},
        "required": list(needed),
        "additionalProperties": False,
    }


def exactly_one(*forms: str) -> Schema:
    """Return the schema of an object with exactly one of these keys."""
    return {"oneOf": [{"required": [form]} for form in forms]}


def told_apart(key: str, schemas: Mapping[str, Schema]) -> Schema:
    """Return the schema of an object whose key says which of these schemas it follows."""
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
    """Return the schema of a round's tricks."""
    return {"type": "array", "items": trick(card, {} if choices is None else {"choices": choices})}


def trick(card: Schema, optional: Mapping[str, Schema], needed: Mapping[str, Schema] | None = None) -> Schema:
    """Return the schema of one trick: its plays, and what may or must stand beside them."""
    return keys({"plays": pairs(PLAYER, card), **(needed or {})}, optional)


def card_of(slug: str) -> Schema:
    """Return the schema of a card of this game."""
    return {"$ref": f"#/$defs/{slug}/$defs/card"}
