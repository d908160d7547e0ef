"""The sentences that describe a round of Bettler und Diebe: who took the pot, who wins, and how."""

from __future__ import annotations

from collections.abc import Sequence

from games.kernel.lines import Score, sum_of
from games.kernel.record import RawRecord
from games.kernel.words import Message, Phrase, join_names

from .words import (
    ALL_TRICKS,
    FEWEST_POINTS,
    NOBODY_TOOK,
    POT_WON,
    RAMSCH_ALL,
    RAMSCH_FEWEST,
    RAMSCH_TRICKLESS,
    SIDE_WINS,
    SOME_TRICKLESS,
    TAKER_ALONE,
    TAKER_WITH,
)

# The sentence on the result, for each phrase that the first line of a score can have
RESULTS: dict[Phrase, Phrase] = {
    POT_WON: SIDE_WINS,
    RAMSCH_ALL: ALL_TRICKS,
    RAMSCH_TRICKLESS: SOME_TRICKLESS,
    RAMSCH_FEWEST: FEWEST_POINTS,
}


def result(score: Score) -> Message | None:
    """Return the sentence on the winners of a pot round or of a Ramsch; None for any other entry."""
    first = score.lines[0] if score.lines else None
    if first is None or first.phrase not in RESULTS:
        return None
    winners = [player for player, points in score.points.items() if points]
    facts = {"count": len(winners), **first.message.facts}
    return RESULTS[first.phrase](**{**facts, "players": join_names(winners), "sum": sum_of(score, winners)})


def beginning(record: RawRecord) -> Sequence[Message]:
    """Return a list with one sentence: who took the pot and with which partner, or that nobody took it."""
    if record["kind"] == "ramsch":
        return [NOBODY_TOOK()]
    if record["kind"] != "pot":
        return []
    if partner := record.get("partner"):
        return [TAKER_WITH(taker=record["taker"], partner=partner)]
    return [TAKER_ALONE(taker=record["taker"])]
