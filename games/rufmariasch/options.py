"""House rules of Rufmariasch."""

from __future__ import annotations

from dataclasses import dataclass

from games.kernel.cards import Card
from games.kernel.options import OneOf, Options, option
from games.kernel.record import Record
from games.kernel.seats import Table
from games.kernel.words import Phrase

EACH, TEAM = "each", "team"


@dataclass(frozen=True, slots=True, kw_only=True)
class RufmariaschOptions(Options):
    payment: str = option(
        EACH,  # ruling
        OneOf(
            Phrase("payment", de="Wer zahlt wem?", en="Who pays whom?"),
            {
                EACH: Phrase("each", de="jeder Verlierer zahlt alle Einsätze", en="each loser pays all stakes"),
                TEAM: Phrase("team", de="die Partei teilt sich die Einsätze", en="the team shares the stakes"),
            },
            summary=Phrase("payment", de="{value}", en="{value}"),
        ),
    )
    points_per_stake: int = option(
        1,
        OneOf(
            Phrase(
                "points_per_stake",
                de="So viele Augen Unterschied sind ein Einsatz",
                en="This many points of difference make one stake",
            ),
            {number: Phrase(str(number), de=str(number), en=str(number)) for number in (1, 2, 5, 10)},
            summary=Phrase(
                "points_per_stake", de="ein Einsatz für je {value} Unterschied", en="a stake for every {value} apart"
            ),
        ),
    )


type RufmariaschTable = Table[RufmariaschOptions, Card]
type RufmariaschRecord = Record[RufmariaschOptions, Card]
