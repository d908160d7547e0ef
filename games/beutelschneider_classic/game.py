"""Beutelschneider, first edition: 3 or 4 players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.beutelschneider.cards import BONUS, CUTPURSE_COST, Person
from games.beutelschneider.count import count
from games.beutelschneider.game import Edition
from games.kernel.cards import Deck
from games.kernel.counting import Count
from games.kernel.game import Earned, Kind
from games.kernel.needs import Reach
from games.kernel.screen import Context, Screen
from games.kernel.tricks import Judge
from games.kernel.words import Message, Phrase

from . import referee
from .cards import ASIDE, DECK, HAND_SIZE
from .feats import FEATS
from .options import ClassicOptions, ClassicTable
from .scoring import MOST, Scoring
from .screens import ClassicCaptured, ClassicCounted
from .words import CLASSIC_BONUS_WORDS, LAID_ASIDE


class BeutelschneiderClassic(Edition[ClassicOptions]):
    slug = "beutelschneider-classic"
    name = Phrase("beutelschneider-classic", de="Beutelschneider, erste Ausgabe", en="Beutelschneider, first edition")
    gist = Phrase(
        "gist",
        de="Dasselbe mit Trumpf: Blau sticht, ein Beutelschneider geht um.",
        en="The same with trumps: blue beats all, and one cutpurse is on the loose.",
    )
    feats = FEATS
    seats = (3, 4)
    options = ClassicOptions

    @property
    def emblem(self) -> str:
        return "beutelschneider/emblem"

    def deck(self, seats: int, options: ClassicOptions) -> Deck[Person]:
        return DECK

    def hand_size(self, seats: int, options: ClassicOptions) -> int:
        return HAND_SIZE[seats]

    def kinds(self, table: ClassicTable) -> Mapping[str, Kind[Person, ClassicOptions, None]]:
        scoring = Scoring(table)
        return {
            "captured": Kind(scoring.captured),
            "counted": Kind(scoring.counted),
            "tricks": Kind(scoring.tricks),
        }

    def judge(self, table: ClassicTable, trump: str | None) -> Judge[Person]:
        return referee.judge

    def earned(self, kind: str, count: int) -> Earned:
        return Earned(CLASSIC_BONUS_WORDS[kind], BONUS * count)

    def dealing(self, table: ClassicTable) -> Sequence[Message]:
        aside = ASIDE[len(table.players)]
        return [LAID_ASIDE(count=aside)] if aside else []

    def screens(self, table: ClassicTable) -> Sequence[Screen[Person, ClassicOptions, None]]:
        return (ClassicCaptured(), ClassicCounted())

    def rulebook_context(self, table: ClassicTable) -> Context:
        """Return the variables of the rulebook. `idle` is a red card, for the example in which red is led."""
        four = len(table.players) == 4
        return {
            "hand_size": table.hand_size,
            "deck_size": len(table.deck),
            "aside": ASIDE[len(table.players)],
            "gold_in_all": table.deck.points,
            "bonus": BONUS,
            "cost": CUTPURSE_COST,
            "more": " Dora:YW" if four else "",
            "idle": " Dora:RB" if four else "",
        }

    def count(self, table: ClassicTable) -> Count:
        return count(table, ClassicCaptured())

    def reach(self, table: ClassicTable) -> Reach:
        """Return the most points that a round can give: all gold and all bonuses together."""
        most = table.deck.points + BONUS * sum(MOST.values())
        return Reach(most, most)


GAME = BeutelschneiderClassic()
