"""Feats in Krimsutep, for statistics and leaderboards."""

from __future__ import annotations

from collections.abc import Mapping

from games.kernel.feats import EarnedBy, Feat, amounts_of, lines_of
from games.kernel.lines import Score
from games.kernel.record import RawRecord
from games.kernel.words import Phrase

from . import words

POINTS = Phrase("points", de="{amount:1 Punkt|{amount} Punkte}", en="{amount:1 point|{amount} points}")
TIMES = Phrase("times", de="{amount:einmal|{amount}-mal}", en="{amount:once|{amount} times}")


def biggest(kind: str) -> EarnedBy:
    """Return a function for `Feat.earned`. The points are those before doubling."""

    def count(record: RawRecord, score: Score) -> Mapping[str, int]:
        built: dict[str, int] = {}
        for line in score.lines:
            if line.phrase is words.BUILDING and line.message.facts["card"].kind == kind:
                built[line.player] = max(line.amount, built.get(line.player, 0))
        return built

    return count


FEATS = (
    Feat(Phrase("palace", de="Größter Palast", en="Biggest palace"), POINTS, biggest("palace"), single=True),
    Feat(Phrase("obelisk", de="Größter Obelisk", en="Biggest obelisk"), POINTS, biggest("obelisk"), single=True),
    Feat(
        Phrase("oasis", de="Schönste Oase", en="Loveliest oasis"), POINTS, amounts_of(words.OASIS_END.code), single=True
    ),
    Feat(
        Phrase("suits", de="Meiste Farben gewonnen", en="Most suits won"),
        Phrase("suits", de="{amount:1 Farbe|{amount} Farben}", en="{amount:1 suit|{amount} suits}"),
        lines_of(*(phrase.code for phrase in words.SUIT_WON.values())),
    ),
    Feat(
        Phrase("royal", de="Pharao und Frau in einem Stich", en="Pharaoh and wife in one trick"),
        TIMES,
        lines_of(words.ROYAL.code),
    ),
    Feat(Phrase("maid", de="Liebling der Magd", en="The Maid’s favourite"), TIMES, lines_of(words.MAID.code)),
)
