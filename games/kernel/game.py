"""What a game has to say for itself. The registry reads one `GAME` from each folder."""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from .cards import Card, Deck
from .choices import Candidate, Choice
from .counting import POINTS, Count, Measure, items_of
from .faces import Face, plain_face
from .feats import Feat
from .lines import Line, Score
from .needs import Need, Reach, to_goal
from .options import Options
from .record import Record
from .rulebook import Rule, Rulebook
from .schema import GameSchema
from .screen import Screen, TrickByTrick
from .seats import Deal, Table
from .tricks import CardsPerPlay, Duty, Judge, Trick, follow_suit, one_card
from .words import Message, Phrase


class Kind(NamedTuple):
    """One kind of round: `score` reads its record and gives its Score, or None after telling its problems."""

    score: Callable[[Record, Deal], Score | None]
    dealt: bool = True


class Earned(NamedTuple):
    """A bonus that a trick brought, in words, and the points it gives."""

    words: Phrase | Message
    points: int


WON_WITH = Phrase("won_with", de="mit {card}", en="with {card}")
WHICH_TRUMP = Phrase("which_trump", de="Was ist Trumpf?", en="What is trumps?")


class Game(ABC):
    """One game: how it is dealt, its kinds of round, its referee, its end."""

    slug: ClassVar[str]
    name: ClassVar[Phrase]
    seats: ClassVar[Collection[int]]  # possible numbers of players
    options: ClassVar[type[Options]] = Options
    pays_each_round: ClassVar[bool] = False  # else the differences of the totals are paid at the end
    champion: ClassVar[Phrase]  # what the winner may be called
    feats: ClassVar[Sequence[Feat]] = ()  # what its players are remembered for
    schema: ClassVar[GameSchema]  # what its part of a score file may hold
    # What the player at the dealer's left does first.
    opens: ClassVar[Phrase] = Phrase("opens", de="{player} spielt aus", en="{player} leads")

    @abstractmethod
    def deck(self, seats: int, options: Any) -> Deck[Any]:
        """The cards in play at this number of players."""

    @abstractmethod
    def hand_size(self, seats: int, options: Any) -> int:
        """How many cards each player is dealt."""

    @abstractmethod
    def kinds(self, table: Table) -> Mapping[str, Kind]:
        """The kinds of round this table can play."""

    @abstractmethod
    def judge(self, table: Table, trump: str | None) -> Judge[Any]:
        """The referee of one trick. `trump` is the suit named for the round, where one is."""

    def over(self, table: Table, totals: Mapping[str, int], past: Any) -> bool:
        """Whether the game has come to its own end with these totals, in points."""
        return False

    def goal(self, table: Table) -> int | None:
        """The points a player needs to end the game; None where the game ends otherwise."""
        return None

    def rounds(self, table: Table) -> int | None:
        """How many rounds the game has, where their number is fixed."""
        return None

    def tied(self, table: Table, totals: Mapping[str, int]) -> bool:
        """Whether the target is reached but a tie at the top demands another round."""
        return False

    def left_out(self, table: Table) -> Sequence[Card]:
        """The cards that stay in the box at this number of players."""
        return ()

    def dealing(self, table: Table) -> Sequence[Message]:
        """What else the dealer needs to know: the pot, cards aside, how to deal."""
        return ()

    def face(self, card: Any) -> Face:
        """How a card of this game is drawn."""
        return plain_face(card)

    def picture(self, table: Table, past: Any) -> tuple[str, Mapping[str, Any]] | None:
        """What lies on the table beside the cards, as it stands: a template and what it needs; None: nothing."""
        return None

    def table(self, players: tuple[str, ...], options: Any) -> Table:
        seats = len(players)
        return Table(players, options, self.deck(seats, options), self.hand_size(seats, options))

    def screens(self, table: Table) -> Sequence[Screen]:
        """The ways to enter a round at this table, the usual one first."""
        return ()

    # The rulebook

    @cached_property
    def rulebook(self) -> Rulebook | None:
        """The book in the game's folder, if it has one."""
        folder = Path(inspect.getfile(type(self))).parent / "rulebook"
        return Rulebook(folder) if folder.is_dir() else None

    def rule(self, code: str) -> Rule | None:
        """Where the rulebook explains the code of a line, of a referee's reason, of a duty."""
        return self.rulebook.rules.get(code) if self.rulebook else None

    def rulebook_context(self, table: Table) -> Mapping[str, Any]:
        """What the rulebook of this table may name besides `options`, `players` and `game`."""
        return {}

    # The helper at the table

    def deal_help(self, table: Table, deal: Deal) -> Mapping[str, Any]:
        """What the game's own part of the page before the deal (templates/<slug>/deal.html) needs to know."""
        return {}

    def count(self, table: Table) -> Count | None:
        """What is counted after a round; None where no card of the deck is worth something."""
        cards = [card for card in table.deck.values() if card.points]
        if not cards:
            return None
        measure = Measure("points", POINTS, table.deck.points)
        items = items_of(cards, self.face, measure.code)
        return Count(items, (measure,), table.hand_size * len(table.players), trick=len(table.players))

    def reach(self, table: Table) -> Reach | None:
        """What a round can bring at most; None where nobody has worked it out."""
        return None

    def needs(self, table: Table, totals: Mapping[str, int], deal: Deal) -> Sequence[Need]:
        """What each player needs to win, while the game is on; nothing where there is nothing to say."""
        goal = self.goal(table)
        return [] if goal is None else to_goal(table, totals, goal, self.reach(table))

    # What the referee of a single trick needs to know beside the trick

    names_trump: ClassVar[Collection[str]] = ()  # the suits among which each round's trump is named
    has_choices: ClassVar[bool] = False

    def trump_choice(self) -> Choice | None:
        """The question what is trumps in this round; None where nobody names it."""
        candidates = [Candidate(suit, Phrase(suit, de=suit, en=suit)) for suit in self.names_trump]
        return Choice("trump", WHICH_TRUMP(), candidates) if candidates else None

    def choices(self, table: Table, trick: Trick[Any]) -> Sequence[Choice]:
        """What the cards of a complete trick leave to their players, after the choices already made in it."""
        return ()

    def called(self, card: Any) -> Phrase | Message:
        """What players call a card in a sentence."""
        name: Phrase = card.name
        return name

    def describe(self, lines: Sequence[Line]) -> Sequence[Message]:
        """A round's lines as the pad tells them: those that say the same of several players may become one."""
        return [line.message for line in lines]

    def say(self, sentence: Message, language: str) -> str:
        """A sentence of the rules with its cards called as players call them."""
        return self._with_called(sentence).text(language)

    def _with_called(self, sentence: Message) -> Message:
        return Message(sentence.phrase, {name: self._fact(fact) for name, fact in sentence.facts.items()})

    def _fact(self, fact: Any) -> Any:
        if isinstance(fact, Card):
            return self.called(fact)
        if isinstance(fact, Message):
            return self._with_called(fact)
        return [self._fact(each) for each in fact] if isinstance(fact, list | tuple) else fact

    def won_with(self, card: Any) -> Phrase | Message:
        """As in "Eva takes it with the Countess"."""
        return WON_WITH(card=self.called(card))

    def earned(self, kind: str, count: int) -> Earned:
        """A bonus of a verdict, so many times."""
        return Earned(Phrase(kind, de=kind, en=kind), count)

    @property
    def cards_per_play(self) -> CardsPerPlay[Any]:
        """How many cards each player plays into a trick."""
        return one_card

    # A round written down trick by trick

    def duty(self, table: Table, trump: str | None) -> Duty[Any]:
        """What binds whoever plays a card."""
        return follow_suit

    def trick_by_trick(self, table: Table) -> TrickByTrick | None:
        """What is written down beside the tricks; None where the game has no such kind of round."""
        plain = TrickByTrick()
        return plain if plain.kind in self.kinds(table) else None
