"""Exports of BG Stats, an app that records plays of board games: each play becomes one game of one round."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, tzinfo
from typing import Any, NamedTuple

from games.kernel.game import Foreign
from games.kernel.words import Message, Phrase

from .options import HIGH, LONGEST_NAME, LOW
from .scoring import MOST

SEATS = range(2, 9)
LONGEST_PLACE, LONGEST_PERSON, LONGEST_COMMENT, LONGEST_SCORE = 80, 40, 1500, 100  # characters

NO_PLAY = Phrase("no_play", de="Das ist keine Partie.", en="This is no play.")
ALONE = Phrase("played_alone", de="Allein gespielt.", en="Played alone.")
TOO_MANY = Phrase(
    "too_many_at_the_table",
    de="Zu viele am Tisch: {count}, höchstens {most} können es sein.",
    en="Too many at the table: {count}, and {most} is the most.",
)
ALL_WON = Phrase("all_won", de="Alle haben zusammen gewonnen.", en="They all won together.")
NOBODY_WON = Phrase("nobody_won", de="Alle haben zusammen verloren.", en="They all lost together.")
NO_RESULT = Phrase(
    "no_result",
    de="Weder Punkte für alle, noch wer gewonnen hat.",
    en="It has neither points for everyone nor a winner.",
)
NOT_WHOLE = Phrase(
    "no_whole_number",
    de="{score} ist keine ganze Zahl, und es steht nicht da, wer gewonnen hat.",
    en="{score} isn’t a whole number, and there’s nothing about who won.",
)
LEFT_OUT = Phrase("left_out_there", de="BG Stats zählt die Partie nicht mit.", en="BG Stats doesn’t count this play.")

_SUM = re.compile(r"[+-]?\d+([+-]\d+)*", re.ASCII)
_TERM = re.compile(r"[+-]?\d+", re.ASCII)


class _Player(NamedTuple):
    name: str
    score: int | None  # None unless it is a whole number from −MOST to MOST
    written: str
    won: bool


def plays_of(root: object, zone: tzinfo) -> Iterator[Foreign] | None:
    """Return the plays of an export of BG Stats; None for any other file. `root`: the parsed JSON."""
    if not isinstance(root, dict) or "format" in root:
        return None
    if not all(isinstance(root.get(part), list) for part in ("players", "games", "plays")):
        return None
    return _plays(root, zone)


def _plays(root: Mapping[str, Any], zone: tzinfo) -> Iterator[Foreign]:
    games, places, people = (_by_number(root.get(part)) for part in ("games", "locations", "players"))
    for play in root["plays"]:
        if not isinstance(play, dict):
            yield Foreign("", "", NO_PLAY())
            continue
        game = _referred(games, play.get("gameRefId"))
        title = _short(game.get("name"), LONGEST_NAME)
        at = _time(play.get("playDate"), zone)
        result = _round(play, game, people)
        if not isinstance(result, Message):
            result |= {"game": "other-game", "played_at": at}
            result["options"] |= {"name": title, "rounds": 1}
            if place := _short(_referred(places, play.get("locationRefId")).get("name"), LONGEST_PLACE):
                result["place"] = place
            if isinstance(play.get("uuid"), str) and play["uuid"]:
                result["id"] = f"bgstats-{play['uuid'].lower()}"
        yield Foreign(title, at[:10] if "T" in at else "", result)


def _by_number(rows: object) -> dict[int, Mapping[str, Any]]:
    rows = rows if isinstance(rows, list) else []
    return {row["id"]: row for row in rows if isinstance(row, dict) and isinstance(row.get("id"), int)}


def _referred(rows: Mapping[int, Mapping[str, Any]], number: object) -> Mapping[str, Any]:
    return rows.get(number, {}) if isinstance(number, int) else {}


def _short(text: object, most: int) -> str:
    """Return a text in one line of at most `most` characters; a longer one is cut and ends in an ellipsis."""
    line = " ".join(text.split()) if isinstance(text, str) else ""
    return line if len(line) <= most else f"{line[: most - 1].rstrip()}…"


def _time(text: object, zone: tzinfo) -> str:
    """Return a time in the format of the score file."""
    try:
        return datetime.strptime(str(text), "%Y-%m-%d %H:%M:%S").replace(tzinfo=zone).isoformat()
    except ValueError:
        return str(text)[:LONGEST_SCORE]


def _round(
    play: Mapping[str, Any], game: Mapping[str, Any], people: Mapping[int, Mapping[str, Any]]
) -> dict[str, Any] | Message:
    """Return a play as a game with players, options and one round; or the reason why the play cannot be imported."""
    rows = play.get("playerScores")
    table = [_player(row, people) for row in _in_seat_order(rows if isinstance(rows, list) else [])]
    if play.get("ignored") is True:
        return LEFT_OUT()
    if len(table) < min(SEATS):
        return ALONE()
    if len(table) > max(SEATS):
        return TOO_MANY(count=len(table), most=max(SEATS))
    result = _result(table, game)
    if isinstance(result, Message):
        return result
    best, record = result
    comment = play.get("comments")
    said = comment.strip() if isinstance(comment, str) else ""
    said = said if len(said) <= LONGEST_COMMENT else f"{said[: LONGEST_COMMENT - 1]}…"
    if note := "\n".join(filter(None, [said, record.pop("note", "")])):
        record["note"] = note
    return {"players": [player.name for player in table], "options": {"best": best}, "rounds": [record]}


def _in_seat_order(rows: Sequence[object]) -> list[Mapping[str, Any]]:
    found = [row if isinstance(row, dict) else {} for row in rows]
    return sorted(found, key=lambda row: row["seatOrder"] if isinstance(row.get("seatOrder"), int) else 0)


def _player(row: Mapping[str, Any], people: Mapping[int, Mapping[str, Any]]) -> _Player:
    name = _short(_referred(people, row.get("playerRefId")).get("name"), LONGEST_PERSON)
    written = row.get("score")
    typed = "".join(str(written).split())[:LONGEST_SCORE] if isinstance(written, str | int | float) else ""
    score = sum(map(int, _TERM.findall(typed))) if _SUM.fullmatch(typed) else None
    if score is not None and abs(score) > MOST:
        score = None
    return _Player(name, score, typed, row.get("winner") is True)


def _result(table: Sequence[_Player], game: Mapping[str, Any]) -> tuple[str, dict[str, Any]] | Message:
    """Return which total wins (HIGH or LOW) and the record of the round, or why the play cannot be imported."""
    scores = [player.score for player in table if player.score is not None]
    points = {"kind": "points", "points": {player.name: player.score for player in table}}
    everybody = len(scores) == len(table)
    together = game.get("cooperative") is True
    if all(player.won for player in table):
        return ALL_WON() if together or not everybody or len(set(scores)) > 1 else (HIGH, points)
    if not any(player.won for player in table):
        if together:
            return NOBODY_WON()
        if everybody and len(set(scores)) > 1 and game.get("noPoints") is not True:
            return LOW if game.get("highestWins") is False else HIGH, points
        if broken := next((player.written for player in table if player.written and player.score is None), ""):
            return NOT_WHOLE(score=broken)
        return NO_RESULT()
    if everybody:
        for best, score in ((HIGH, max(scores)), (LOW, min(scores))):
            if all(player.won == (player.score == score) for player in table):
                return best, points
    record: dict[str, Any] = {"kind": "winners", "winners": [player.name for player in table if player.won]}
    if any(player.written not in ("", "0") for player in table):
        record["note"] = ", ".join(f"{player.name} {player.written}" for player in table if player.written)
    return HIGH, record
