"""The house rules of the plain pad: the name of the game, who wins, when it ends, and the teams."""

from __future__ import annotations

from dataclasses import dataclass

from games.kernel.cards import Card
from games.kernel.options import Name, OneOf, Options, WholeNumber, option
from games.kernel.record import JsonObject, Record
from games.kernel.seats import Table
from games.kernel.words import Message, Phrase

HIGH, LOW = "high", "low"
LONGEST_NAME = 60
LARGEST_TARGET = 1_000_000
MOST_ROUNDS = 1000

NONE = Phrase("none", de="ohne Ende", en="no limit")
ALONE = Phrase("none", de="alle für sich", en="everyone for themselves")
MOST_TEAMS = 4


@dataclass(frozen=True, slots=True)
class Limit(WholeNumber):
    """An option whose value is a whole number or None (null in JSON), which stands for no limit or no teams."""

    none: Phrase = NONE  # what the pages write for None

    def read(self, given: JsonObject, key: str) -> int | None:
        return None if given.raw[key] is None else WholeNumber.read(self, given, key)

    def words(self, value: int | None) -> Message | Phrase | str:
        return self.none if value is None else str(value)

    def describe(self, value: int | None) -> Message | Phrase | None:
        return None if value is None or self.summary is None else self.summary(value=value)


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherOptions(Options):
    name: str = option(
        "",
        Name(
            Phrase("name", de="Wie heißt es?", en="What is it called?"),
            LONGEST_NAME,
            summary=Phrase("name", de="ihr spielt {value}", en="you play {value}"),
        ),
    )
    best: str = option(
        HIGH,
        OneOf(
            Phrase("best", de="Wer gewinnt?", en="Who wins?"),
            {
                HIGH: Phrase("high", de="wer am meisten hat", en="whoever has most"),
                LOW: Phrase("low", de="wer am wenigsten hat", en="whoever has least"),
            },
            summary=Phrase("best", de="es gewinnt, {value}", en="{value} wins"),
        ),
    )
    target: int | None = option(
        None,
        Limit(
            Phrase("target", de="Bis wie viele Punkte?", en="Play to how many points?"),
            1,
            LARGEST_TARGET,
            summary=Phrase(
                "target",
                de="Schluss ist bei {value:1 Punkt|{value} Punkten}",
                en="it ends at {value:1 point|{value} points}",
            ),
        ),
    )
    rounds: int | None = option(
        None,
        Limit(
            Phrase("rounds", de="Wie viele Runden?", en="How many rounds?"),
            1,
            MOST_ROUNDS,
            summary=Phrase(
                "rounds",
                de="Schluss ist nach {value:1 Runde|{value} Runden}",
                en="it ends after {value:1 round|{value} rounds}",
            ),
        ),
    )
    teams: int | None = option(
        None,
        Limit(
            Phrase("teams", de="In wie vielen Teams?", en="In how many teams?"),
            2,
            MOST_TEAMS,
            none=ALONE,
            summary=Phrase("teams", de="{value} Teams, die abwechselnd sitzen", en="{value} teams, seated alternately"),
        ),
    )


type OtherTable = Table[OtherOptions, Card]
type OtherRecord = Record[OtherOptions, Card]
