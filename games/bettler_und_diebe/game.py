"""Bettler und Diebe: the number of players chooses the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.kernel.cards import Card, Deck
from games.kernel.entry import Screen
from games.kernel.game import Game, Kind
from games.kernel.seats import Table
from games.kernel.tricks import Judge
from games.kernel.words import Phrase

from .cards import CARDS_EACH, deck_for
from .forms import screens
from .options import BettlerOptions
from .referee import judge
from .scoring import pot, ramsch, snear


class BettlerUndDiebe(Game):
    slug = "bettler-und-diebe"
    name = Phrase("bettler-und-diebe", de="Bettler und Diebe", en="Bettler und Diebe (Beggars and Thieves)")
    champion = Phrase("champion", de="König der Diebe", en="König der Diebe (King of Thieves)")
    seats = (2, 3, 4, 5)
    options = BettlerOptions

    def deck(self, seats: int, options: BettlerOptions) -> Deck[Card]:
        return deck_for(seats, options.card_values)

    def cards_each(self, seats: int, options: BettlerOptions) -> int:
        return CARDS_EACH[seats]

    def kinds(self, table: Table) -> Mapping[str, Kind]:
        if len(table.players) == 2:
            return {"snear": Kind(snear)}
        return {"pot": Kind(pot), "ramsch": Kind(ramsch)}

    def screens(self, table: Table) -> Sequence[Screen]:
        return screens(table)

    def judge(self, table: Table, trump: str | None) -> Judge[Card]:
        return judge

    def over(self, table: Table, totals: Mapping[str, int], past: Any) -> bool:
        """One player alone is on top with the target or more; a tie there demands one more round."""
        options: BettlerOptions = table.options
        highest = max(totals.values())
        alone = list(totals.values()).count(highest) == 1
        return alone and highest >= options.goal(len(table.players))


GAME = BettlerUndDiebe()
