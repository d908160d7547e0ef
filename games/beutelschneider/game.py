"""Beutelschneider, edition of 2018: 3 to 5 players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.kernel.cards import Deck
from games.kernel.game import Game, Kind
from games.kernel.seats import Table
from games.kernel.tricks import Judge, PlaysEach
from games.kernel.words import Phrase

from . import referee
from .cards import CARDS_EACH, Person, deck_for
from .options import BeutelschneiderOptions
from .scoring import Scoring


class Beutelschneider(Game):
    slug = "beutelschneider"
    name = Phrase("beutelschneider", de="Beutelschneider", en="Beutelschneider (Cutpurse)")
    champion = Phrase("champion", de="Reichster des Markttags", en="Richest of the market day")
    seats = (3, 4, 5)
    options = BeutelschneiderOptions
    has_choices = True

    def deck(self, seats: int, options: BeutelschneiderOptions) -> Deck[Person]:
        return deck_for(seats, options.cutpurse_colours, options.special_cards)

    def cards_each(self, seats: int, options: BeutelschneiderOptions) -> int:
        """With special cards each player gets one more."""
        return CARDS_EACH[seats] + options.special_cards

    @property
    def plays_each(self) -> PlaysEach[Person]:
        return referee.plays_each

    def kinds(self, table: Table) -> Mapping[str, Kind]:
        scoring = Scoring(table)
        return {
            "captured": Kind(scoring.captured),
            "counted": Kind(scoring.counted),
            "tricks": Kind(scoring.tricks),
        }

    def judge(self, table: Table, trump: str | None) -> Judge[Person]:
        return referee.judge_alone

    def over(self, table: Table, totals: Mapping[str, int], past: Any) -> bool:
        """After a round in which somebody has the target; a tie at the top is a shared win (ruling)."""
        options: BeutelschneiderOptions = table.options
        return max(totals.values()) >= options.target


GAME = Beutelschneider()
