"""Feats in any other game, for statistics and leaderboards."""

from games.kernel.feats import Feat, amounts_of, lines_of
from games.kernel.words import Phrase

FEATS = (
    Feat(
        Phrase("rounds_won", de="Die meisten gewonnenen Runden", en="Most rounds won"),
        Phrase("times", de="{amount}\N{MULTIPLICATION SIGN}", en="{amount}\N{MULTIPLICATION SIGN}"),
        lines_of("won"),
    ),
    Feat(
        Phrase("most_at_once", de="Die meisten Punkte in einer Runde", en="Most points in one round"),
        Phrase("points_at_once", de="{amount:1 Punkt|{amount} Punkte}", en="{amount:1 point|{amount} points}"),
        amounts_of("points"),
        single=True,
    ),
)
