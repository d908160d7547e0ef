"""What a game has to say for itself. The registry reads one `GAME` from each folder."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from .cards import Card, Deck
from .entry import Screen
from .faces import Face, plain_face
from .feats import Feat
from .lines import Score
from .options import Options
from .record import Record
from .seats import Deal, Table
from .tricks import Judge, PlaysEach, one_each
from .words import Phrase, Said


class Kind(NamedTuple):
    """One kind of round: `score` reads its record and gives its Score, or None after telling its problems."""

    score: Callable[[Record, Deal], Score | None]
    dealt: bool = True


class Game(ABC):
    """One game: how it is dealt, its kinds of round, its referee, its end."""

    slug: ClassVar[str]
    name: ClassVar[Phrase]
    seats: ClassVar[Collection[int]]  # possible numbers of players
    options: ClassVar[type[Options]] = Options
    pays_each_round: ClassVar[bool] = False  # else the differences of the totals are paid at the end
    champion: ClassVar[Phrase]  # what the winner may be called
    feats: ClassVar[Sequence[Feat]] = ()  # what its players are remembered for
    # What the player at the dealer's left does first.
    opens: ClassVar[Phrase] = Phrase("opens", de="{player} spielt aus", en="{player} leads")

    @abstractmethod
    def deck(self, seats: int, options: Any) -> Deck[Any]:
        """The cards in play at this number of players."""

    @abstractmethod
    def cards_each(self, seats: int, options: Any) -> int:
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

    def dealing(self, table: Table) -> Sequence[Said]:
        """What else the dealer needs to know: the pot, cards aside, how to deal."""
        return ()

    def face(self, card: Any) -> Face:
        """How a card of this game is drawn."""
        return plain_face(card)

    def table(self, players: tuple[str, ...], options: Any) -> Table:
        seats = len(players)
        return Table(players, options, self.deck(seats, options), self.cards_each(seats, options))

    def screens(self, table: Table) -> Sequence[Screen]:
        """The ways to enter a round at this table, the usual one first."""
        return ()

    # What the referee of a single trick needs to know beside the trick

    names_trump: ClassVar[Collection[str]] = ()  # the suits among which each round's trump is named
    has_choices: ClassVar[bool] = False

    @property
    def plays_each(self) -> PlaysEach[Any]:
        """How many cards each player plays into a trick."""
        return one_each
