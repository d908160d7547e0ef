"""Feats in Beutelschneider's first edition, for statistics and leaderboards."""

from __future__ import annotations

from games.beutelschneider.feats import MOST_CUTPURSES, RICHEST_ROUND, SEDUCTIONS, TIMES
from games.kernel.feats import Feat, lines_of
from games.kernel.words import Phrase

FEATS = (
    Feat(
        Phrase("cutpurses", de="Am häufigsten den Beutelschneider gefangen", en="Captured the cutpurse most often"),
        TIMES,
        MOST_CUTPURSES.earned,
    ),
    RICHEST_ROUND,
    Feat(
        Phrase("arrests", de="Wachsamster Gardist", en="Most watchful guard"),
        TIMES,
        lines_of("bonus:gardist", "bonus:gardist_last"),
    ),
    SEDUCTIONS,
)
