"""Suns and Moons, a toy game for tests: two suits, no trumps, 2 to 8 players with four cards each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.kernel.cards import Card, Deck
from games.kernel.faces import Face
from games.kernel.game import Game, Kind
from games.kernel.screen import Context, Screen
from games.kernel.tricks import Judge
from games.kernel.words import Message, Phrase, Title

from . import scoring
from .cards import MOST_PLAYERS, NO_CARDS, TRICKS, deck, face
from .feats import FEATS
from .options import SunsAndMoonsOptions, SunsTable
from .screens import SCREENS
from .words import EVERYBODY_GETS_FOUR, PHRASES


class SunsAndMoons(Game[Card, SunsAndMoonsOptions, None]):
    slug = "suns-and-moons"
    name = Phrase("suns-and-moons", de="Sonne und Mond", en="Suns and Moons")
    champion = Title("champion", de="Sonnenkönig", en="Sun King", de_feminine="Sonnenkönigin", en_feminine="Sun Queen")
    phrases = PHRASES
    seats = range(2, 9)
    options = SunsAndMoonsOptions
    feats = FEATS

    def deck(self, seats: int, options: SunsAndMoonsOptions) -> Deck[Card]:
        return NO_CARDS if options.own_cards else deck(seats)

    def hand_size(self, seats: int, options: SunsAndMoonsOptions) -> int:
        return 0 if options.own_cards else TRICKS

    def kinds(self, table: SunsTable) -> Mapping[str, Kind[Card, SunsAndMoonsOptions, None]]:
        kinds = {"counted": Kind(scoring.counted)}
        return {**kinds, "tricks": Kind(scoring.tricks)} if table.deck else kinds

    def screens(self, table: SunsTable) -> Sequence[Screen[Card, SunsAndMoonsOptions, None]]:
        return SCREENS

    def judge(self, table: SunsTable, trump: str | None) -> Judge[Card]:
        return scoring.judge

    def left_out(self, table: SunsTable) -> Sequence[Card]:
        return [card for code, card in deck(MOST_PLAYERS).items() if table.deck and code not in table.deck]

    def face(self, card: Card) -> Face:
        return face(card)

    def dealing(self, table: SunsTable) -> Sequence[Message]:
        return [EVERYBODY_GETS_FOUR()]

    def rulebook_context(self, table: SunsTable) -> Context:
        return {"highest": max((card.rank for card in table.deck.values()), default=0)}

    def goal(self, table: SunsTable) -> int | None:
        return table.options.target


GAME = SunsAndMoons()
