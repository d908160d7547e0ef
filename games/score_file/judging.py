"""The judging of single tricks, as the score file writes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.kernel.judging import judge_single_trick
from games.kernel.problems import Problems
from games.kernel.record import JsonObject, Record
from games.kernel.tricks import Verdict
from games.kernel.words import Phrase

from .checking import JUDGE_KEYS, read_header
from .reading import Answer, PlacedProblem, read_games

NO_CARDS = Phrase(
    "no_cards",
    de="{game} kennt hier keine Karten: Da gibt es keinen Stich zu beurteilen.",
    en="{game} has no cards here, so there is no trick to judge.",
)


def judge_text(text: str | bytes, language: str = "en") -> Answer:
    """Return the verdict on the trick in a file, as JSON values; a list of verdicts if the file has a list of games."""
    return read_games(text, lambda raw, found, number: _judge_game(raw, found, number, language))


def _judge_game(raw: Mapping[str, Any], found: list[PlacedProblem], number: int, language: str) -> Any:
    problems = Problems()
    header = read_header(raw, JUDGE_KEYS, problems)
    if header is not None and not header.table.deck:
        problems.add("game", NO_CARDS(game=header.game.name))
        header = None
    verdict = None
    file = JsonObject({**raw}, problems)
    trick = file.within("trick", raw["trick"]) if file.needs("trick") else None
    if header is not None and trick is not None:
        verdict = judge_single_trick(header.game, Record(trick.raw, header.table, problems, trick.path))
    found.extend(PlacedProblem(number, None, problem) for problem in problems)
    return None if problems or verdict is None else verdict_as_json(verdict, language)


def verdict_as_json(verdict: Verdict[Any], language: str) -> dict[str, Any]:
    """Return a verdict as JSON values, with its reasons in this language ("de" or "en")."""
    return {
        "winner": verdict.winner,
        "captured": {player: [card.code for card in cards] for player, cards in verdict.captured.items() if cards},
        "discarded": [card.code for card in verdict.discarded],
        "worthless": [card.code for card in verdict.worthless],
        "bonuses": verdict.bonuses,
        "why": [{"code": message.code, "text": message.text(language)} for message in verdict.why],
    }
