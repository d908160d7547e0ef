"""House rules of Rufmariasch."""

from __future__ import annotations

from dataclasses import dataclass

from games.kernel.cards import Card
from games.kernel.options import OneOf, Options, option
from games.kernel.record import Record
from games.kernel.seats import Table
from games.kernel.words import Message, Phrase

EACH, TEAM = "each", "team"
STAKE_FOR = Phrase(
    "points_per_stake",
    de="{count:jedes Auge Unterschied ist ein Einsatz|{count} Augen Unterschied sind ein Einsatz}",
    en="{count:every card point of difference is a stake|{count} card points of difference are a stake}",
)


class PointsPerStake(OneOf[int]):
    """The option that says how many card points of difference make one stake."""

    def describe(self, value: int) -> Message:
        return STAKE_FOR(count=value)


@dataclass(frozen=True, slots=True, kw_only=True)
class RufmariaschOptions(Options):
    payment: str = option(
        EACH,  # ruling: each loser pays the full number of stakes
        OneOf(
            Phrase("payment", de="Wer zahlt wem?", en="Who pays whom?"),
            {
                EACH: Phrase(
                    "each",
                    de="jeder Verlierer zahlt die volle Zahl der Einsätze",
                    en="each loser pays the full number of stakes",
                ),
                TEAM: Phrase("team", de="die Partei teilt sich die Einsätze", en="the team shares the stakes"),
            },
            summary=Phrase("payment", de="{value}", en="{value}"),
        ),
    )
    points_per_stake: int = option(
        1,
        PointsPerStake(
            Phrase(
                "points_per_stake",
                de="Augen für einen Einsatz",
                en="Card points for a stake",
            ),
            {number: Phrase(str(number), de=str(number), en=str(number)) for number in (1, 2, 5, 10)},
        ),
    )


type RufmariaschTable = Table[RufmariaschOptions, Card]
type RufmariaschRecord = Record[RufmariaschOptions, Card]
