"""House rules of Rufmariasch."""

from __future__ import annotations

from dataclasses import dataclass

from games.kernel.options import Choice, Options, option
from games.kernel.words import Phrase

EACH, TEAM = "each", "team"


@dataclass(frozen=True, slots=True, kw_only=True)
class RufmariaschOptions(Options):
    payment: str = option(
        EACH,  # ruling
        Choice(
            Phrase("payment", de="Bezahlt wird", en="Payment"),
            {
                EACH: Phrase("each", de="von jedem an jeden", en="by each to each"),
                TEAM: Phrase("team", de="von der Partei, gerecht geteilt", en="by the team, shared evenly"),
            },
        ),
    )
    points_per_stake: int = option(
        1,
        Choice(
            Phrase("points_per_stake", de="Punkte je Einsatz", en="Points for one stake"),
            {number: Phrase(str(number), de=str(number), en=str(number)) for number in (1, 2, 5, 10)},
        ),
    )
