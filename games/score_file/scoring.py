"""The scoring of the games in a score file, and scores as JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, tzinfo
from math import inf
from typing import Any, NamedTuple

from games.kernel.engine import Engine
from games.kernel.game import Foreign
from games.kernel.lines import Score
from games.kernel.problems import Problem, Problems
from games.kernel.words import Message, Phrase
from games.money import settle
from games.registry import all_games

from .checking import SCORE_KEYS, read_header
from .reading import NESTED_TOO_DEEP, Answer, PlacedProblem, parse, read_games, read_root, whole

TOO_MANY_GAMES = Phrase(
    "too_many_games_in_a_file",
    de="{count} Spiele stehen in der Datei, höchstens {most} kommen auf einmal.",
    en="The file has {count} games. At most {most} can come at once.",
)


def score_text(text: str | bytes, language: str = "en") -> Answer:
    """Return the scores and the outcome of each game in a score file; docs/score-file.md describes input and output."""

    def scored(raw: Mapping[str, Any], found: list[PlacedProblem], number: int) -> Any:
        results: list[Any] = []
        engine = _play(raw, found, number, lambda score: results.append(score_as_json(score, language)))
        return engine and game_as_json(engine, results)

    return read_games(text, scored)


class Games(NamedTuple):
    """The games in a file, and all problems."""

    # (number in the file, from 0; game as in a score file) for each game without a problem. It is empty if the whole
    # file has a problem, or if there are too many problems
    right: Sequence[tuple[int, Mapping[str, Any]]]
    problems: Sequence[PlacedProblem]
    # {number: (title, day)} for each game in a file of another program; {} for a score file
    told: Mapping[int, tuple[str, str]]


def games_of(text: str | bytes, enough: float, zone: tzinfo = UTC, most: float = inf) -> Games:
    """Return the games in a file, for an import. Times without a zone are in `zone`."""
    right: list[tuple[int, Mapping[str, Any]]] = []
    told: dict[int, tuple[str, str]] = {}

    def sort_out(raw: Mapping[str, Any], found: list[PlacedProblem], number: int) -> None:
        before = len(found)
        _play(raw, found, number, lambda score: None, enough)
        if len(found) == before:
            right.append((number, {**raw, "rounds": raw.get("rounds", [])}))

    try:
        root, problems = parse(text)
        if problems:
            return Games((), problems, told)
        foreign = _of_other_program(root, zone)
        listed = root.get("games" if foreign is None else "plays") if isinstance(root, dict) else None
        if isinstance(listed, list) and len(listed) > most:
            return Games((), [whole(TOO_MANY_GAMES(count=len(listed), most=int(most)))], told)
        if foreign is None:
            problems = list(read_root(root, sort_out, enough).problems)
        else:
            _sort_out_foreign(foreign, sort_out, problems, told, enough)
    except RecursionError:
        return Games((), [whole(NESTED_TOO_DEEP())], told)
    refused = len(problems) >= enough or any(each.game is None for each in problems)
    return Games(() if refused else right, problems, told)


def _of_other_program(root: object, zone: tzinfo) -> Iterator[Foreign] | None:
    found = (game.of_other_program(root, zone) for game in all_games().values())
    return next((games for games in found if games is not None), None)


def _sort_out_foreign(
    foreign: Iterable[Foreign],
    sort_out: Callable[[Mapping[str, Any], list[PlacedProblem], int], None],
    found: list[PlacedProblem],
    told: dict[int, tuple[str, str]],
    enough: float,
) -> None:
    for number, (title, day, game) in enumerate(foreign):
        told[number] = (title, day)
        if isinstance(game, Message):
            found.append(PlacedProblem(number, None, Problem("", game)))
        else:
            sort_out(game, found, number)
        if len(found) >= enough:
            break


def _play(
    raw: Mapping[str, Any],
    found: list[PlacedProblem],
    number: int,
    tell: Callable[[Score], None],
    enough: float = inf,
) -> Engine | None:
    """Enter all rounds of a game, and return its engine. Call `tell` with each score."""
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
    """Return the score of an entry as JSON values, with its texts in this language ("de" or "en")."""
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
    """Return the result of a whole game as JSON values. `rounds` are its scores from `score_as_json`."""
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
