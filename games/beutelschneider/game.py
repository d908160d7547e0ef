"""Beutelschneider, edition of 2018: 3 to 5 players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.kernel.cards import Deck
from games.kernel.entry import Screen
from games.kernel.faces import Face
from games.kernel.game import Game, Kind
from games.kernel.seats import Table
from games.kernel.tricks import Judge, PlaysEach
from games.kernel.words import Phrase, Said

from . import referee
from .cards import CARDS_EACH, TRUMPS, Person, deck_for
from .faces import face_of
from .feats import FEATS
from .forms import Captured, Counted
from .options import BeutelschneiderOptions
from .scoring import Scoring

ONE_SPECIAL_EACH = Phrase(
    "one_special_each",
    de="Eine davon ist eine Sonderkarte, blind gezogen; die übrigen bleiben verdeckt beiseite.",
    en="One of them is a special card, drawn unseen; the others stay aside, face down.",
)


class Beutelschneider(Game):
    slug = "beutelschneider"
    name = Phrase("beutelschneider", de="Beutelschneider", en="Beutelschneider (Cutpurse)")
    champion = Phrase("champion", de="Reichster des Markttags", en="Richest of the market day")
    feats = FEATS
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

    def face(self, card: Person) -> Face:
        return face_of(card)

    def judge(self, table: Table, trump: str | None) -> Judge[Person]:
        return referee.judge_alone

    def goal(self, table: Table) -> int:
        options: BeutelschneiderOptions = table.options
        return options.target

    def left_out(self, table: Table) -> Sequence[Person]:
        return [card for card in TRUMPS if card.code not in table.deck]

    def dealing(self, table: Table) -> Sequence[Said]:
        options: BeutelschneiderOptions = table.options
        return [ONE_SPECIAL_EACH()] if options.special_cards else []

    def screens(self, table: Table) -> Sequence[Screen]:
        return (Captured(), Counted())

    def over(self, table: Table, totals: Mapping[str, int], past: Any) -> bool:
        """After a round in which somebody has the target; a tie at the top is a shared win (ruling)."""
        options: BeutelschneiderOptions = table.options
        return max(totals.values()) >= options.target


GAME = Beutelschneider()
