"""The judging of single tricks, as the score file writes them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from games.kernel.game import AnyGame
from games.kernel.problems import AN_OBJECT, MISSING_KEY, TRUE_OR_FALSE, WRONG_TYPE, Problems
from games.kernel.record import AnyRecord, Record
from games.kernel.tricks import Trick, Verdict, read_plays
from games.kernel.words import Phrase, abbreviated

from .checking import JUDGE_KEYS, read_header
from .reading import Answer, PlacedProblem, read_games

NO_CARDS = Phrase(
    "no_cards",
    de="{game} kennt hier keine Karten: Da gibt es keinen Stich zu beurteilen.",
    en="{game} has no cards here, so there is no trick to judge.",
)


def judge_text(text: str | bytes, language: str = "en") -> Answer:
    """Return the verdict on the trick of a file, or on the trick of each game in the file, as JSON values.

    `language` ("de" or "en") is that of the reasons.
    """
    return read_games(text, lambda raw, found, number: _judge_game(raw, found, number, language))


def _judge_game(raw: Mapping[str, Any], found: list[PlacedProblem], number: int, language: str) -> Any:
    problems = Problems()
    header = read_header(raw, JUDGE_KEYS, problems)
    if header is not None and not header.table.deck:
        problems.add("game", NO_CARDS(game=header.game.name))
        header = None
    verdict = None
    if "trick" not in raw:
        problems.add("trick", MISSING_KEY(key="trick"))
    elif not isinstance(raw["trick"], dict):
        problems.add("trick", WRONG_TYPE(value=abbreviated(raw["trick"]), wanted=AN_OBJECT))
    elif header is not None:
        verdict = judge(header.game, Record(raw["trick"], header.table, problems, "trick."))
    found.extend(PlacedProblem(number, None, problem) for problem in problems)
    return None if problems or verdict is None else verdict_as_json(verdict, language)


def hands_before(last: bool) -> tuple[int, ...]:
    """Return the possible numbers of cards that each player holds before a trick.

    They are 1 and 2 before the last trick of a round; before any other 2, which stands for 2 or more.
    """
    return (1, 2) if last else (2,)


def judge(game: AnyGame, record: AnyRecord, hands: Collection[int] = ()) -> Verdict[Any] | None:
    """Return the verdict on one trick by itself; None after adding every problem of it.

    `hands`: the possible numbers of cards that each player held before the trick; empty: not known.
    """
    before = len(record.problems)
    read = read_trick(game, record, hands)
    if read is None:
        return None
    trick, trump = read
    verdict = game.judge(record.table, trump)(trick, record)
    return verdict if len(record.problems) == before else None


def read_trick(game: AnyGame, record: AnyRecord, hands: Collection[int] = ()) -> tuple[Trick[Any], str | None] | None:
    """Return a complete trick, and the trump of its round (None: none named). `hands` is the same as for `judge`.

    Every problem is added. If the plays have one, return None instead of the pair.
    """
    keys = ["plays", "last"]
    if game.names_trump:
        keys.append("trump")
    if game.has_choices:
        keys.append("choices")
    record.allow(keys)
    trump = record.choice("trump", game.names_trump) if game.names_trump else None
    last = record.raw.get("last", False)
    if type(last) is not bool:
        record.wrong_type("last", last, TRUE_OR_FALSE)
    plays = read_plays(record, record.table.deck, None, hands or hands_before(last is True), game.cards_per_play, {})
    if plays is None:
        return None
    return Trick(plays, last=last is True, choices=record.raw.get("choices", {})), trump


def verdict_as_json(verdict: Verdict[Any], language: str) -> dict[str, Any]:
    """Return a verdict as the score file writes it, with its reasons in this language ("de" or "en")."""
    return {
        "winner": verdict.winner,
        "captured": {player: [card.code for card in cards] for player, cards in verdict.captured.items() if cards},
        "discarded": [card.code for card in verdict.discarded],
        "worthless": [card.code for card in verdict.worthless],
        "bonuses": verdict.bonuses,
        "why": [{"code": message.code, "text": message.text(language)} for message in verdict.why],
    }
