"""Beutelschneider, edition of 2018: 3 to 5 players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.kernel.cards import Deck
from games.kernel.choices import Choice
from games.kernel.counting import Count
from games.kernel.faces import Face
from games.kernel.game import Earned, Game, Kind
from games.kernel.needs import Reach
from games.kernel.options import Options
from games.kernel.record import RawRecord
from games.kernel.screen import Context, Screen
from games.kernel.seats import Table
from games.kernel.tricks import CardsPerPlay, Duty, Judge, Play, Trick
from games.kernel.words import Message, Phrase, Title

from . import referee
from .cards import BONUS, CUTPURSE_COST, HAND_SIZE, TRUMPS, Person, deck_for
from .count import count
from .faces import called, face_of
from .feats import FEATS
from .options import BeutelschneiderOptions, BeutelschneiderTable
from .scoring import Scoring, duty
from .screens import Captured, Counted
from .trick_state import cards_per_play
from .words import BONUS_WORDS, ONE_OF_THEM_SPECIAL, PHRASES, WORTH


class Edition[O: Options](Game[Person, O, None]):
    """The base class of both editions of Beutelschneider. A tie for the highest total is a shared win (ruling)."""

    champion = Title(
        "champion",
        de="Reichster des Markttags",
        en="Richest on market day",
        de_feminine="Reichste des Markttags",
    )
    phrases = PHRASES
    worth = WORTH

    def face(self, card: Person) -> Face:
        return face_of(card)

    def called(self, card: Person) -> Phrase | Message:
        return called(card)

    def goal(self, table: Table[O, Person]) -> int:
        target: int = table.options.target  # type: ignore[attr-defined]  # both editions' options have a target
        return target


class Beutelschneider(Edition[BeutelschneiderOptions]):
    slug = "beutelschneider"
    name = Phrase("beutelschneider", de="Beutelschneider", en="Beutelschneider (Cutpurse)")
    gist = Phrase(
        "gist",
        de="Stiche voller Gold. Fang keinen Beutelschneider.",
        en="Tricks full of gold. Just don’t catch a cutpurse.",
    )
    feats = FEATS
    seats = (3, 4, 5)
    options = BeutelschneiderOptions
    has_choices = True

    def deck(self, seats: int, options: BeutelschneiderOptions) -> Deck[Person]:
        return deck_for(seats, options.cutpurse_colours, options.special_cards)

    def hand_size(self, seats: int, options: BeutelschneiderOptions) -> int:
        """Return how many cards each player is dealt: one more if special cards are used."""
        return HAND_SIZE[seats] + options.special_cards

    @property
    def cards_per_play(self) -> CardsPerPlay[Person]:
        return cards_per_play

    def kinds(self, table: BeutelschneiderTable) -> Mapping[str, Kind[Person, BeutelschneiderOptions, None]]:
        scoring = Scoring(table)
        return {
            "captured": Kind(scoring.captured),
            "counted": Kind(scoring.counted),
            "tricks": Kind(scoring.tricks),
        }

    def judge(self, table: BeutelschneiderTable, trump: str | None) -> Judge[Person]:
        return referee.judge_alone

    def duty(self, table: BeutelschneiderTable, trump: str | None) -> Duty[Person]:
        return duty

    def contradictions(
        self, record: RawRecord, before: Sequence[Trick[Person]], plays: Sequence[Play[Person]]
    ) -> Sequence[tuple[int, Message]]:
        return referee.second_special(before, plays)

    def choices(self, table: BeutelschneiderTable, trick: Trick[Person]) -> Sequence[Choice]:
        return referee.choices(trick, table)

    def earned(self, kind: str, count: int) -> Earned:
        return Earned(BONUS_WORDS[kind], BONUS * count)

    def left_out(self, table: BeutelschneiderTable) -> Sequence[Person]:
        return [card for card in TRUMPS if card.code not in table.deck]

    def dealing(self, table: BeutelschneiderTable) -> Sequence[Message]:
        return [ONE_OF_THEM_SPECIAL()] if table.options.special_cards else []

    def screens(self, table: BeutelschneiderTable) -> Sequence[Screen[Person, BeutelschneiderOptions, None]]:
        return (Captured(), Counted())

    def rulebook_context(self, table: BeutelschneiderTable) -> Context:
        """Return the variables of the rulebook. `cutpurse` is the code of a cutpurse in the deck."""
        colours = table.options.cutpurse_colours
        seats = len(table.players)
        return {
            "dealt": HAND_SIZE[seats],  # without the special card
            "hand_size": table.hand_size,
            "gold_in_all": table.deck.points,
            "bonus": BONUS,
            "cost": CUTPURSE_COST,
            "cutpurses": table.options.rules()["cutpurse_colours"].words(colours),
            "cutpurse": f"{colours[0]}D",
            "more": "".join((" Dora:YW", " Emil:BB")[: seats - 3]),
            "gold": "".join((" Dora:Y3", " Emil:B1")[: seats - 3]),
        }

    def count(self, table: BeutelschneiderTable) -> Count:
        return count(table, Captured())

    def reach(self, table: BeutelschneiderTable) -> Reach:
        """Return the most points that a round can give: all gold and all bonuses together."""
        most = table.deck.points + BONUS * sum(Scoring(table).most.values())
        return Reach(most, most)


GAME = Beutelschneider()
