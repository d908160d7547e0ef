"""Scoring the games of a score file, and writing scores as the file does."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import inf
from typing import Any

from games.kernel.engine import Engine
from games.kernel.lines import Score
from games.kernel.problems import Problems
from games.money import settle

from .checking import SCORE_KEYS, read_header
from .reading import Answer, PlacedProblem, parse, read_games


def score_text(text: str | bytes, language: str = "en") -> Answer:
    """Score a score file. See score-file.md for what goes in and comes out."""

    def scored(raw: Mapping[str, Any], found: list[PlacedProblem], number: int) -> Any:
        results: list[Any] = []
        engine = _play(raw, found, number, lambda score: results.append(score_as_json(score, language)))
        return engine and game_as_json(engine, results)

    return read_games(text, scored)


def games_of(text: str | bytes, enough: int) -> Answer:
    """Return the games of a score file as they are written there, each a dict without `format`, if all of it is right.

    Checks no further once `enough` problems are found.
    """

    def judge(raw: Mapping[str, Any], found: list[PlacedProblem], number: int) -> None:
        _play(raw, found, number, lambda score: None, enough)

    if problems := read_games(text, judge, enough=enough).problems:
        return Answer(None, problems)
    root, _ = parse(text)
    games = root["games"] if "games" in root else [{key: root[key] for key in root if key != "format"}]
    return Answer([{**game, "rounds": game.get("rounds", [])} for game in games], ())


def _play(
    raw: Mapping[str, Any],
    found: list[PlacedProblem],
    number: int,
    tell: Callable[[Score], None],
    enough: float = inf,
) -> Engine | None:
    """Return the game as it was played, telling each round's score; none where nobody could sit down to it."""
    problems = Problems()
    header = read_header(raw, SCORE_KEYS, problems)
    found.extend(PlacedProblem(number, None, problem) for problem in problems)
    rounds = raw.get("rounds", [])
    if header is None or not isinstance(rounds, list):
        return None
    engine = Engine(header.game, header.table, header.first_dealer)
    for index, record in enumerate(rounds):
        entry = engine.enter(record)
        if entry.score is not None:
            tell(entry.score)
        else:
            found.extend(PlacedProblem(number, index, problem) for problem in entry.problems)
            if len(found) >= enough:
                break
    if raw.get("ended") == "early":
        engine.finish_early()
    return engine


def score_as_json(score: Score, language: str) -> dict[str, Any]:
    """Return a round's score as the score file writes it."""
    result: dict[str, Any] = {
        "points": score.points,
        "lines": [
            {"player": line.player, "reason": line.reason, "amount": line.amount, "text": line.text(language)}
            for line in score.lines
        ],
    }
    if score.money is not None:
        result["money"] = score.money
    if score.revokes:
        result["revokes"] = [
            {"trick": each.trick, "player": each.player, "duty": each.duty.code, "text": each.text(language)}
            for each in score.revokes
        ]
    return result


def game_as_json(engine: Engine, rounds: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return a whole game as the score file writes it, with its rounds already written."""
    result: dict[str, Any] = {
        "game": engine.game.slug,
        "rounds": rounds,
        "totals": engine.standing | engine.totals,
        "ranking": engine.ranking,
        "finished": engine.over,
        "winners": engine.winners,
        "next_dealer": engine.next_dealer,
    }
    balances = engine.balances
    if balances is not None:
        result["money"] = balances
        result["transfers"] = [
            {"from": each.payer, "to": each.receiver, "amount": each.amount} for each in settle(balances).transfers
        ]
    return result
