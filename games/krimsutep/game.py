"""The Architects of Krimsutep: 3 players and 8 rounds, or 4 players and 6."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.kernel.cards import Deck
from games.kernel.entry import Screen
from games.kernel.faces import Face
from games.kernel.game import Game, Kind
from games.kernel.seats import Table
from games.kernel.tricks import Judge
from games.kernel.words import Phrase, Said

from .cards import ALL_CARDS, CARDS_EACH, DECKS, ROUNDS, CourtCard
from .faces import face_of
from .feats import FEATS
from .forms import SCREENS
from .options import KrimsutepOptions
from .referee import judge
from .scoring import Past, oases, round_

CHOOSE_A_BUILDING = Phrase(
    "choose_a_building",
    de="Vor dem ersten Stich legt jeder verdeckt eine Baukarte vor sich.",
    en="Before the first trick everybody puts one building card face down in front of them.",
)


class Krimsutep(Game):
    slug = "krimsutep"
    name = Phrase("krimsutep", de="Die Baumeister des Krimsutep", en="The Architects of Krimsutep")
    champion = Phrase("champion", de="Oberster Baumeister", en="Chief Architect")
    feats = FEATS
    seats = (3, 4)
    options = KrimsutepOptions

    def deck(self, seats: int, options: KrimsutepOptions) -> Deck[CourtCard]:
        return DECKS[seats]

    def cards_each(self, seats: int, options: KrimsutepOptions) -> int:
        return CARDS_EACH[seats]

    def kinds(self, table: Table) -> Mapping[str, Kind]:
        return {"round": Kind(round_), "oases": Kind(oases, dealt=False)}

    def face(self, card: CourtCard) -> Face:
        return face_of(card)

    def judge(self, table: Table, trump: str | None) -> Judge[CourtCard]:
        return judge

    def rounds(self, table: Table) -> int:
        return ROUNDS[len(table.players)]

    def left_out(self, table: Table) -> Sequence[CourtCard]:
        return [card for card in ALL_CARDS.values() if card.code not in table.deck]

    def dealing(self, table: Table) -> Sequence[Said]:
        return [CHOOSE_A_BUILDING()]

    def screens(self, table: Table) -> Sequence[Screen]:
        return SCREENS

    def over(self, table: Table, totals: Mapping[str, int], past: Any) -> bool:
        """After the last round and the oases; a tie is a shared win (ruling)."""
        return isinstance(past, Past) and past.finished


GAME = Krimsutep()
