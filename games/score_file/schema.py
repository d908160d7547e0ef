"""The JSON Schema (draft 2020-12) of the score file, made of the games' own schemas.

The root describes a file for `manage.py score`. `$defs/referee_file` describes a file for `manage.py referee`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from games.kernel.engine import COMMON_KEYS, DEALT_KEYS, LARGEST_ADJUSTMENT, MOST_LAST_ROUNDS
from games.kernel.game import AnyGame
from games.kernel.names import LONGEST_NAME
from games.kernel.schema import (
    PLAYER,
    PLAYER_OR_NOBODY,
    Schema,
    by_player,
    card_of,
    keys,
    listed,
    one_of,
    told_apart,
    trick,
    whole,
)
from games.kernel.seating import DEALER, MOST_AT_THE_START
from games.registry import all_games, open_games

from .checking import JUDGE_KEYS, SCORE_KEYS, TIME
from .reading import FORMAT

TEXT: Schema = {"type": "string"}

# White space around a name is allowed, as the reader strips it. Control characters are not allowed.
_SPACE = r" \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
_CONTROL = r"\u0000-\u001f\u007f-\u009f"
_INK = f"[^{_SPACE}{_CONTROL}]"
NAME: Schema = {
    "type": "string",
    "pattern": f"^[{_SPACE}]*{_INK}([^{_CONTROL}]{{0,{LONGEST_NAME - 2}}}{_INK})?[{_SPACE}]*$",
}
TIME_TEXT: Schema = {"type": "string", "pattern": f"^{TIME.pattern}$"}

HEADER: dict[str, Schema] = {
    "players": listed(NAME),
    "options": {"type": "object"},
    "rounds": {"type": "array"},
    "first_dealer": PLAYER,
    "sits_out": {"const": DEALER},
    "id": TEXT,
    "played_at": TIME_TEXT,
    "place": TEXT,
    "note": TEXT,
    "ended": {"const": "early"},
    "trick": {"type": "object"},
}
# The kinds of entry that every game has besides its rounds
BESIDE_ROUNDS: dict[str, Schema] = {
    "adjustment": keys({"points": by_player(whole(-LARGEST_ADJUSTMENT, LARGEST_ADJUSTMENT))}),
    "seats": keys(
        {"players": listed(NAME)},
        {
            "replaced": by_player(PLAYER),
            "points": by_player(whole(-MOST_AT_THE_START, MOST_AT_THE_START)),
            "sits_out": one_of([DEALER, None]),
        },
    ),
    "last_rounds": keys({"rounds": whole(1, MOST_LAST_ROUNDS)}),
    "unscored": keys({}, {"dealer": PLAYER_OR_NOBODY}),
}
BESIDE: dict[str, Schema] = {"kind": {}, "note": TEXT, "dealer": PLAYER}


def score_file_schema() -> dict[str, Any]:
    """Return the JSON Schema of the score file, as JSON values."""
    games = {**all_games(), **open_games()}
    any_game = told_apart("game", {slug: {"$ref": f"#/$defs/{slug}"} for slug in games})
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Score file, {FORMAT}",
        "$ref": "#/$defs/score_file",
        "$defs": {
            "score_file": _file(SCORE_KEYS, needed=("game", "players")),
            "referee_file": _file(JUDGE_KEYS, needed=("game", "players", "trick")),
            "game": {**any_game, "properties": {**any_game["properties"], **HEADER}},
            **{name: _record(schema, COMMON_KEYS) for name, schema in BESIDE_ROUNDS.items()},
            **{slug: _game(game) for slug, game in games.items()},
        },
    }


def _file(header: Iterable[str], needed: Collection[str]) -> Schema:
    """Return the schema of a file with one game, or with several games in a list at `games`.

    `header`: the keys of a game; those in `needed` are required.
    """
    wanted, game = {"format": {"const": FORMAT}}, {"$ref": "#/$defs/game"}
    here = dict.fromkeys(needed, True)
    more = {key: True for key in header if key not in here}
    return {
        "type": "object",
        "if": {"required": ["games"]},
        "then": keys({**wanted, "games": {"type": "array", "items": {**keys(here, more), **game}}}),
        "else": {**keys({**wanted, **here}, more), **game},
    }


def _game(game: AnyGame) -> Schema:
    """Return the part of the schema that applies to this game only."""
    tables = [game.table(tuple(map(str, range(seats))), game.options()) for seats in game.seats]
    dealt = {name: kind.dealt for table in tables for name, kind in game.kinds(table).items()}
    rounds = {name: _record(game.schema.rounds[name], DEALT_KEYS if dealt[name] else COMMON_KEYS) for name in dealt}
    rounds |= {name: {"$ref": f"#/$defs/{name}"} for name in BESIDE_ROUNDS}
    return {
        "if": {"required": ["sits_out"]},
        "then": {"properties": {"players": _seats(game, beside=1)}},
        "else": {"properties": {"players": _seats(game)}},
        "properties": {
            "options": game.options.schema(),
            "rounds": {"items": told_apart("kind", rounds)},
            "trick": _trick(game) if game.schema.cards else False,
        },
        "$defs": {"card": one_of(game.schema.cards)} if game.schema.cards else {},
    }


def _seats(game: AnyGame, beside: int = 0) -> Schema:
    """Return the schema that limits the number of names in `players`. `beside`: how many of them sit out."""
    return {"minItems": min(game.seats) + beside, "maxItems": max(game.seats) + beside}


def _trick(game: AnyGame) -> Schema:
    """Return the schema of one trick, as the referee judges it."""
    choices = {"choices": game.schema.choices} if game.schema.choices else {}
    trump = {"trump": one_of(game.names_trump)} if game.names_trump else {}
    return trick(card_of(game.slug), {"last": {"type": "boolean"}, **choices}, trump)


def _record(schema: Schema, beside: Iterable[str]) -> Schema:
    """Return the schema of a record, which also allows the keys in `beside`: records of any game may have them."""
    return {**schema, "properties": {**{key: BESIDE[key] for key in beside}, **schema["properties"]}}
