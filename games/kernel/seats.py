"""The table (players, house rules, deck) and the deal (who deals, who leads)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from .cards import Card, Deck


class HasStake(Protocol):
    """The house rules of any game, as far as the kernel itself asks for them."""

    @property
    def stake(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Table[O: HasStake, C: Card]:
    """A table: players in seat order, clockwise; house rules; the cards in play; how many each player is dealt.

    With `sits_out` the dealer of each round sits it out: `dealt_by` gives the table of one round, and `deck` and
    `hand_size` are those of a round. `seated` are all who sit there, also the player who sits out; `everyone` are all
    who ever sat there, in an order that never changes: forms number players by it.
    """

    players: tuple[str, ...]
    options: O
    deck: Deck[C]
    hand_size: int
    sits_out: bool = False
    seated: tuple[str, ...] = ()
    everyone: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        known = self.everyone or self.players
        newcomers = tuple(each for each in self.players if each not in known)
        object.__setattr__(self, "seated", self.seated or self.players)  # the dataclass is frozen
        object.__setattr__(self, "everyone", (*known, *newcomers))

    @property
    def stake(self) -> int:
        """The value of one point, in minor units of the currency (cents)."""
        return self.options.stake

    def number_of(self, player: str) -> int:
        """Return the number by which forms name this player. Raise ValueError for somebody who never sat here."""
        return self.everyone.index(player)

    @property
    def numbered(self) -> list[tuple[int, str]]:
        """The players, each with the number by which forms name them."""
        return [(self.number_of(player), player) for player in self.players]

    @property
    def whole(self) -> Table[O, C]:
        """The same table with all who sit there, including the player who sits the round out."""
        return replace(self, players=self.seated)

    def dealt_by(self, dealer: str | None) -> Table[O, C]:
        """Return the table of a round that this player deals: without the dealer, if the dealer sits out.

        If nobody knows who deals, some player is left out, so that the number of players is right.
        """
        if not self.sits_out:
            return self
        out = dealer if dealer in self.players else self.players[-1]
        return replace(self, players=tuple(each for each in self.players if each != out), sits_out=False)

    def in_teams(self, count: int) -> list[tuple[str, ...]]:
        """Return the players in so many teams, each in seat order, whose players sit alternately; none for 0."""
        return in_teams(self.players, count)

    def under_names(self, names: Mapping[str, str]) -> Table[O, C]:
        """Return the same table with these players renamed: `names` maps old names to new ones."""
        lists = (self.players, self.seated, self.everyone)
        players, seated, everyone = (tuple(names.get(each, each) for each in some) for some in lists)
        return replace(self, players=players, seated=seated, everyone=everyone)

    def left_of(self, player: str) -> str:
        """Return the next player clockwise, also from a dealer who sits out.

        Raise ValueError for somebody who does not sit here.
        """
        seat = self.seated.index(player)
        around = self.seated[seat + 1 :] + self.seated[: seat + 1]
        return next(each for each in around if each in self.players)

    def dealer_before(self, leader: str) -> str:
        """Return who has dealt where this player leads. Raise ValueError for somebody who does not sit here."""
        return self.seated[self.seated.index(leader) - 1]

    def clockwise_from(self, player: str) -> tuple[str, ...]:
        """Return all players in turn, beginning with this one. Raise ValueError for somebody who does not play."""
        seat = self.players.index(player)
        return self.players[seat:] + self.players[:seat]


@dataclass(frozen=True, slots=True)
class Deal[P]:
    """A deal before its round is scored.

    `dealer` and `leader` are None where a broken record before leaves them open; then any player may lead. `number`
    counts the deals before it, `unknown` the entries before it that may have been deals or not. `past` is what the game
    remembers of the rounds before; None at the start. `totals` are the points before it, by player.
    """

    dealer: str | None
    leader: str | None
    number: int = 0
    unknown: int = 0
    past: P | None = None
    totals: Mapping[str, int] = field(default_factory=dict, compare=False)


def in_teams[T](seated: Sequence[T], count: int) -> list[tuple[T, ...]]:
    """Return those who sit there, clockwise, in so many teams whose players sit alternately; no teams for 0."""
    return [tuple(seated[first::count]) for first in range(min(count, len(seated)))]


# For what is the same in every game
type AnyTable = Table[Any, Any]
type AnyDeal = Deal[Any]
