"""Feats in Beutelschneider, for statistics and leaderboards."""

from __future__ import annotations

from games.kernel.feats import Feat, amounts_of, facts_of, lines_of
from games.kernel.words import Phrase

TIMES = Phrase("times", de="{amount:einmal|{amount}-mal}", en="{amount:once|{amount} times}")
MOST_CUTPURSES = Feat(
    Phrase("cutpurses", de="Meiste Beutelschneider gefangen", en="Most cutpurses captured"),
    Phrase("cutpurses", de="{amount} Beutelschneider", en="{amount:1 cutpurse|{amount} cutpurses}"),
    facts_of("cutpurse", "count"),
)
RICHEST_ROUND = Feat(
    Phrase("richest_round", de="Meistes Gold in einer Runde", en="Most gold in one round"),
    Phrase("gold", de="{amount} Gold", en="{amount} gold"),
    amounts_of("gold"),
    single=True,
)
SEDUCTIONS = Feat(
    Phrase("seductions", de="Meiste Verführungen", en="Most seductions"), TIMES, lines_of("bonus:verfuehrung")
)

FEATS = (
    MOST_CUTPURSES,
    RICHEST_ROUND,
    Feat(
        Phrase("arrests", de="Wachsamster Gardist", en="Most watchful guard"),
        Phrase("arrests", de="{amount} gefasst", en="{amount} arrested"),
        facts_of("bonus:gardist", "count"),
    ),
    Feat(
        Phrase("leaders", de="Gefährlichster Meuchelmörder", en="Deadliest assassin"),
        Phrase("leaders", de="{amount} Würdenträger", en="{amount:1 leader|{amount} leaders}"),
        facts_of("bonus:meuchelmoerder", "count"),
    ),
    SEDUCTIONS,
)
