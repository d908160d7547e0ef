"""The feats of Suns and Moons, for the leaderboards."""

from games.kernel.feats import Feat, lines_of
from games.kernel.words import Phrase

FEATS = (
    Feat(
        Phrase("sweeps", de="Die meisten Durchmärsche", en="Most sweeps"),
        Phrase("times", de="{amount}\N{MULTIPLICATION SIGN}", en="{amount}\N{MULTIPLICATION SIGN}"),
        lines_of("all"),
    ),
)
