"""The check of a game's header in a score file: everything but its rounds, such as the players and the house rules."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from games.kernel.game import AnyGame
from games.kernel.names import read_names
from games.kernel.options import Options
from games.kernel.problems import (
    A_LIST,
    A_TEXT,
    MISSING_KEY,
    UNKNOWN_KEY,
    UNKNOWN_PLAYER,
    UNKNOWN_VALUE,
    WRONG_TYPE,
    Problems,
)
from games.kernel.seating import DEALER, check_number, read_sits_out
from games.kernel.seats import AnyTable
from games.kernel.words import Phrase, abbreviated
from games.registry import all_games, find_game, open_games

UNKNOWN_GAME = Phrase(
    "unknown_game",
    de="{value} ist hier kein Spiel; möglich ist: {allowed}.",
    en="There is no game {value} here; choose from: {allowed}.",
)
BAD_TIME = Phrase(
    "bad_time",
    de="{value} ist kein Zeitpunkt wie 2026-03-01T20:15+01:00.",
    en="{value} isn’t a time such as 2026-03-01T20:15+01:00.",
)


class Header(NamedTuple):
    """The header of a game that can be played. `first_dealer` is None if invalid, or in a file for the referee."""

    game: AnyGame
    table: AnyTable
    first_dealer: str | None


_TEXTS = ("id", "place", "note")
SCORE_KEYS = ("game", "players", "options", "rounds", "first_dealer", "sits_out", "played_at", "ended", *_TEXTS)
JUDGE_KEYS = ("game", "players", "options", "trick")


def read_header(raw: Mapping[str, Any], keys: Sequence[str], problems: Problems) -> Header | None:
    """Return the header of a game: everything but its rounds. `keys` are the keys that the game may have."""
    for key in raw:
        if key not in keys:
            problems.add(key, UNKNOWN_KEY(key=abbreviated(key)))
    before = problems.added
    game = _read_game(raw, problems)
    players = _read_players(raw, problems)
    options = game.options.read(raw.get("options", {}), "options", problems) if game else None
    if game is None and "options" in raw:
        _read_common_options(raw["options"], problems)
    sits_out = (
        read_sits_out(raw["sits_out"], (DEALER,), problems) if "sits_out" in raw and "sits_out" in keys else False
    )
    if game and isinstance(raw.get("players"), list) and sits_out is not None:
        check_number(game, len(raw["players"]), options, sits_out=sits_out, problems=problems)
    playable = problems.added == before
    _read_extras(raw, keys, problems)
    first_dealer = _read_first_dealer(raw, players, problems) if "first_dealer" in keys else None
    if not playable or game is None or players is None:
        return None
    return Header(game, game.table(players, options, sits_out=bool(sits_out)), first_dealer)


def _read_players(raw: Mapping[str, Any], problems: Problems) -> tuple[str, ...] | None:
    if "players" in raw:
        return read_names(raw["players"], "players", problems)
    problems.add("players", MISSING_KEY(key="players"))
    return None


def _read_common_options(raw: object, problems: Problems) -> None:
    """Add the problems of the options that every game has, and ignore all other options."""
    if isinstance(raw, dict):
        raw = {key: value for key, value in raw.items() if key in Options.rules()}
    Options.read(raw, "options", problems)


def _read_game(raw: Mapping[str, Any], problems: Problems) -> AnyGame | None:
    if "game" not in raw:
        problems.add("game", MISSING_KEY(key="game"))
        return None
    game = find_game(raw["game"], raw.get("options", {}))
    if game is None:
        allowed = [*all_games(), *open_games()]
        problems.add("game", UNKNOWN_GAME(value=abbreviated(raw["game"]), allowed=allowed))
    elif refused := game.refused_in_files():
        problems.add(*refused)
    return game


TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)", re.ASCII)


def _read_extras(raw: Mapping[str, Any], keys: Sequence[str], problems: Problems) -> None:
    """Add the problems of a game's texts, of `played_at` and of `ended`. Add a problem if `rounds` is not a list."""
    for key in _TEXTS:
        if key in keys and key in raw and not isinstance(raw[key], str):
            problems.add(key, WRONG_TYPE(value=abbreviated(raw[key]), wanted=A_TEXT))
    if "played_at" in keys and "played_at" in raw and not _is_time(raw["played_at"]):
        problems.add("played_at", BAD_TIME(value=abbreviated(raw["played_at"])))
    if "ended" in keys and "ended" in raw and raw["ended"] != "early":
        problems.add("ended", UNKNOWN_VALUE(value=abbreviated(raw["ended"]), allowed=["early"]))
    if "rounds" in keys and "rounds" in raw and not isinstance(raw["rounds"], list):
        problems.add("rounds", WRONG_TYPE(value=abbreviated(raw["rounds"]), wanted=A_LIST))


def _is_time(value: object) -> bool:
    if not isinstance(value, str) or not TIME.fullmatch(value):
        return False
    try:
        datetime.fromisoformat(value)
    except ValueError:
        return False
    return True


def _read_first_dealer(raw: Mapping[str, Any], players: Sequence[str] | None, problems: Problems) -> str | None:
    """Return the first dealer. If the key is missing, this is the first player; None if the players are invalid."""
    if "first_dealer" not in raw:
        return players[0] if players else None
    dealer = raw["first_dealer"]
    if not isinstance(dealer, str):
        problems.add("first_dealer", WRONG_TYPE(value=abbreviated(dealer), wanted=A_TEXT))
    elif players is not None and dealer not in players:
        problems.add("first_dealer", UNKNOWN_PLAYER(name=abbreviated(dealer)))
    else:
        return dealer
    return None
