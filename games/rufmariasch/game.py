"""Rufmariasch: 4 players, one calls trumps and a silent partner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.kernel.cards import Card, Deck
from games.kernel.entry import Screen
from games.kernel.faces import Face
from games.kernel.game import Game, Kind
from games.kernel.seats import Table
from games.kernel.tricks import Judge
from games.kernel.words import Phrase, Said

from .cards import DECK, SUITS, TRICKS
from .feats import FEATS
from .forms import SCREENS, face_of
from .options import RufmariaschOptions
from .referee import referee
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
    feats = FEATS
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

    def face(self, card: Card) -> Face:
        return face_of(card.code)

    def judge(self, table: Table, trump: str | None) -> Judge[Card]:
        return referee(trump)


GAME = Rufmariasch()
