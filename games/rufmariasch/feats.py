"""Feats in Rufmariasch, for statistics and leaderboards."""

from __future__ import annotations

from collections.abc import Mapping

from games.kernel.feats import Feat
from games.kernel.lines import Score
from games.kernel.record import RawRecord
from games.kernel.words import Phrase

from . import words

STAKES = Phrase("stakes", de="{amount:1 Einsatz|{amount} Einsätze}", en="{amount:1 stake|{amount} stakes}")
ROUNDS = Phrase("rounds", de="{amount:1 Runde|{amount} Runden}", en="{amount:1 round|{amount} rounds}")


def _played(record: RawRecord) -> bool:
    """Return whether a record is a played round, not an adjustment or another entry."""
    return "caller" in record


def won(record: RawRecord, score: Score) -> Mapping[str, int]:
    """Return the stakes that each winner of the round gets; {} for an entry that is not a round."""
    return {player: points for player, points in score.points.items() if points > 0} if _played(record) else {}


def paid(record: RawRecord, score: Score) -> Mapping[str, int]:
    """Return the stakes that each loser of the round pays, as positive numbers; {} for an entry that is not a round."""
    return {player: -points for player, points in score.points.items() if points < 0} if _played(record) else {}


def alone(record: RawRecord, score: Score) -> Mapping[str, int]:
    """Return {player: 1} if one player won alone against three, else {}."""
    won = [line for line in score.lines if line.phrase is words.STAKES and line.amount > 0]
    return {line.player: 1 for line in won if line.message.facts["side"] == (line.player,)}


def declared(record: RawRecord, score: Score) -> Mapping[str, int]:
    """Return how many pairs of King and Ober each player declared, without players who declared none."""
    players = [player for player, _ in record.get("declared", ())]
    return {player: players.count(player) for player in players}


FEATS = (
    Feat(Phrase("dearest_won", de="Einträglichste Runde", en="Best-paid round"), STAKES, won, single=True),
    Feat(Phrase("dearest_paid", de="Teuerste Runde", en="Most expensive round"), STAKES, paid, single=True),
    Feat(Phrase("alone", de="Allein gegen drei gewonnen", en="Won alone against three"), ROUNDS, alone),
    Feat(
        Phrase("declared", de="Meiste Mariagen angesagt", en="Most marriages declared"),
        Phrase("declared", de="{amount:1 Mariage|{amount} Mariagen}", en="{amount:1 marriage|{amount} marriages}"),
        declared,
    ),
)
