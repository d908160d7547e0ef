"""Feats in Bettler und Diebe, for statistics and leaderboards."""

from __future__ import annotations

from collections.abc import Mapping

from games.kernel.feats import Feat, lines_of
from games.kernel.lines import Score
from games.kernel.record import RawRecord
from games.kernel.words import Phrase

from .words import POT_WON, RAMSCH_ALL, RAMSCH_FEWEST, RAMSCH_TRICKLESS, SOLO

ROUNDS = Phrase("rounds", de="{amount:1 Runde|{amount} Runden}", en="{amount:1 round|{amount} rounds}")


def taken_alone(record: RawRecord, score: Score) -> Mapping[str, int]:
    """Return {taker: 1} if the taker won alone and got extra credit for it, else {}."""
    return {line.player: 1 for line in score.lines if line.phrase is SOLO}


def pot_points(record: RawRecord, score: Score) -> Mapping[str, int]:
    """Return {player: card points of the winning side} for each winner of a pot round; {} for any other round."""
    return {line.player: line.message.facts["points"] for line in score.lines if line.phrase is POT_WON}


FEATS = (
    Feat(
        Phrase("ramsch", de="Meiste Ramsch-Runden gewonnen", en="Most Ramsch rounds won"),
        ROUNDS,
        lines_of(RAMSCH_ALL.code, RAMSCH_TRICKLESS.code, RAMSCH_FEWEST.code),
    ),
    Feat(Phrase("alone", de="Am häufigsten allein gewonnen", en="Most wins alone"), ROUNDS, taken_alone),
    Feat(
        Phrase("grand_thief", de="Jeden Stich im Ramsch", en="Every trick of a Ramsch"),
        ROUNDS,
        lines_of(RAMSCH_ALL.code),
    ),
    Feat(
        Phrase("fattest_pot", de="Fettester Topf", en="Fattest pot"),
        Phrase("points", de="{amount:1 Punkt|{amount} Punkte}", en="{amount:1 point|{amount} points}"),
        pot_points,
        single=True,
    ),
)
