"""The feats of games on the plain pad, for statistics and leaderboards."""

from games.kernel.feats import Feat, amounts_of, lines_of
from games.kernel.words import Phrase

FEATS = (
    Feat(
        Phrase("rounds_won", de="Meiste Runden gewonnen", en="Most rounds won"),
        Phrase("rounds", de="{amount:1 Runde|{amount} Runden}", en="{amount:1 round|{amount} rounds}"),
        lines_of("won"),
    ),
    Feat(
        Phrase("most_at_once", de="Meiste Punkte in einer Runde", en="Most points in one round"),
        Phrase(
            "points_at_once",
            de="{amount:{amount} Punkt|{amount} Punkte}",
            en="{amount:{amount} point|{amount} points}",
        ),
        amounts_of("points"),
        single=True,
        of_points=True,
    ),
)
