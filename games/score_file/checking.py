"""The check of a game's header in a score file: everything but its rounds, such as the players and the house rules."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from games.kernel.game import AnyGame
from games.kernel.names import read_names
from games.kernel.options import Options
from games.kernel.problems import UNKNOWN_PLAYER, Problems
from games.kernel.record import JsonObject
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
    """The header of a game that can be played. `first_dealer` is None if invalid."""

    game: AnyGame
    table: AnyTable
    first_dealer: str | None


_TEXTS = ("id", "place", "note")
SCORE_KEYS = ("game", "players", "options", "rounds", "first_dealer", "sits_out", "played_at", "ended", *_TEXTS)
JUDGE_KEYS = ("game", "players", "options", "trick")


def read_header(raw: Mapping[str, Any], keys: Sequence[str], problems: Problems) -> Header | None:
    """Return the header of a game: everything but its rounds. `keys` are the keys that the game may have."""
    JsonObject({**raw}, problems).allow(keys)
    header = JsonObject({key: value for key, value in raw.items() if key in keys}, problems)
    before = problems.added
    game = _read_game(header)
    players = read_names(raw["players"], "players", problems) if header.needs("players") else None
    options = game.options.read(raw.get("options", {}), "options", problems) if game else None
    if game is None and "options" in raw:
        _read_common_options(raw["options"], problems)
    sits_out = read_sits_out(raw["sits_out"], (DEALER,), problems) if "sits_out" in header else False
    if game and isinstance(raw.get("players"), list) and sits_out is not None:
        check_number(game, len(raw["players"]), options, sits_out=sits_out, problems=problems)
    playable = problems.added == before
    _check_extras(header)
    first_dealer = _read_first_dealer(header, players)
    if not playable or game is None or players is None:
        return None
    return Header(game, game.table(players, options, sits_out=bool(sits_out)), first_dealer)


def _read_common_options(raw: object, problems: Problems) -> None:
    """Add the problems of the options that every game has, and ignore all other options."""
    if isinstance(raw, dict):
        raw = {key: value for key, value in raw.items() if key in Options.rules()}
    Options.read(raw, "options", problems)


def _read_game(header: JsonObject) -> AnyGame | None:
    if not header.needs("game"):
        return None
    game = find_game(header.raw["game"], header.raw.get("options", {}))
    if game is None:
        allowed = [*all_games(), *open_games()]
        header.add("game", UNKNOWN_GAME(value=abbreviated(header.raw["game"]), allowed=allowed))
    elif refused := game.refused_in_files():
        header.problems.add(*refused)
    return game


TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)", re.ASCII)


def _check_extras(header: JsonObject) -> None:
    """Add the problems of a game's texts, of `played_at` and of `ended`. Add a problem if `rounds` is not a list."""
    for key in _TEXTS:
        header.text(key)
    if "played_at" in header and not _is_time(header.raw["played_at"]):
        header.add("played_at", BAD_TIME(value=abbreviated(header.raw["played_at"])))
    if "ended" in header:
        header.choice("ended", ("early",))
    if "rounds" in header:
        header.listed("rounds", header.raw["rounds"])


def _is_time(value: object) -> bool:
    if not isinstance(value, str) or not TIME.fullmatch(value):
        return False
    try:
        datetime.fromisoformat(value)
    except ValueError:
        return False
    return True


def _read_first_dealer(header: JsonObject, players: Sequence[str] | None) -> str | None:
    """Return the first dealer. If the key is missing, this is the first player; None if the players are invalid."""
    if "first_dealer" not in header:
        return players[0] if players else None
    dealer = header.text("first_dealer")
    if dealer is not None and players is not None and dealer not in players:
        header.add("first_dealer", UNKNOWN_PLAYER(name=abbreviated(dealer)))
        return None
    return dealer
