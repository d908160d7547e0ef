"""Rufmariasch: 4 players, one calls trumps and a silent partner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.kernel.cards import Card, Deck
from games.kernel.choices import Choice
from games.kernel.entry import Screen
from games.kernel.faces import Face
from games.kernel.game import WHICH_TRUMP, Game, Kind
from games.kernel.scribe import Scribe
from games.kernel.seats import Table
from games.kernel.tricks import Duty, Judge
from games.kernel.words import Phrase, Said

from .cards import DECK, SUITS, TRICKS
from .forms import SCREENS, SCRIBE, called, face_of, trump_suits
from .options import RufmariaschOptions
from .referee import duty, referee
from .scoring import call, tricks

FOUR_AND_FOUR = Phrase(
    "four_and_four",
    de="Erst vier Karten für jeden; dann nennt der Rufer Trumpf und Karte; dann die anderen vier.",
    en="Four cards each first; then the caller names trumps and a card; then the other four.",
)


class Rufmariasch(Game):
    slug = "rufmariasch"
    name = Phrase("rufmariasch", de="Rufmariasch", en="Rufmariasch")
    champion = Phrase("champion", de="Gewinner des Abends", en="Winner of the night")
    opens = Phrase("opens", de="{player} ruft und spielt aus", en="{player} calls and leads")
    seats = (4,)
    options = RufmariaschOptions
    pays_each_round = True
    names_trump = tuple(SUITS)

    def deck(self, seats: int, options: RufmariaschOptions) -> Deck[Card]:
        return DECK

    def cards_each(self, seats: int, options: RufmariaschOptions) -> int:
        return TRICKS

    def dealing(self, table: Table) -> Sequence[Said]:
        return [FOUR_AND_FOUR()]

    def kinds(self, table: Table) -> Mapping[str, Kind]:
        return {"call": Kind(call), "tricks": Kind(tricks)}

    def screens(self, table: Table) -> Sequence[Screen]:
        return SCREENS

    def scribe(self, table: Table) -> Scribe:
        return SCRIBE

    def face(self, card: Card) -> Face:
        return face_of(card.code)

    def judge(self, table: Table, trump: str | None) -> Judge[Card]:
        return referee(trump)

    def duty(self, table: Table, trump: str | None) -> Duty[Card]:
        return duty(trump or "")

    def trump_choice(self) -> Choice:
        return Choice("trump", WHICH_TRUMP(), trump_suits())

    def called(self, card: Card) -> Phrase | Said:
        return called(card.code)


GAME = Rufmariasch()
