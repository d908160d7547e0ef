"""The table (players, house rules, deck) and the deal (who deals, who leads)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from .cards import Card, Deck


class HasStake(Protocol):
    """House rules with a stake: the minor units (cents) for one point. The kernel reads no other house rule."""

    @property
    def stake(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Table[O: HasStake, C: Card]:
    """A table: the players, the house rules and the cards."""

    players: tuple[str, ...]  # those who play, clockwise
    options: O
    deck: Deck[C]  # cards in play in one round. `hand_size`: how many of them each player is dealt
    hand_size: int
    # whether the dealer of each round sits out. Then `players` are all people at the table, and `without_dealer` returns
    # the table of one round, without its dealer
    sits_out: bool = False
    seated: tuple[str, ...] = ()  # all who sit there now, including a dealer who sits out this round
    everyone: tuple[str, ...] = ()  # all who ever sat there. Their order never changes: forms number the players by it

    def __post_init__(self) -> None:
        known = self.everyone or self.players
        newcomers = tuple(each for each in self.players if each not in known)
        object.__setattr__(self, "seated", self.seated or self.players)  # a frozen dataclass allows no plain assignment
        object.__setattr__(self, "everyone", (*known, *newcomers))

    @property
    def stake(self) -> int:
        """The value of one point, in minor units of the currency (cents)."""
        return self.options.stake

    def number_of(self, player: str) -> int:
        """Return the number of this player in forms, from 0. Raise ValueError for anyone who never sat here."""
        return self.everyone.index(player)

    @property
    def numbered(self) -> list[tuple[int, str]]:
        """The players, each as (number in forms, name)."""
        return [(self.number_of(player), player) for player in self.players]

    @property
    def whole(self) -> Table[O, C]:
        """The same table with all people there as players, including a dealer who sits out this round."""
        return replace(self, players=self.seated)

    def without_dealer(self, dealer: str | None) -> Table[O, C]:
        """Return the table of a round that this player deals, without the dealer (or, if unknown, the last) if dealers
        sit out."""
        if not self.sits_out:
            return self
        out = dealer if dealer in self.players else self.players[-1]
        return replace(self, players=tuple(each for each in self.players if each != out), sits_out=False)

    def in_teams(self, count: int) -> list[tuple[str, ...]]:
        """Return the players in `count` teams that sit alternately, each in seat order; an empty list for 0 teams."""
        return in_teams(self.players, count)

    def under_names(self, names: Mapping[str, str]) -> Table[O, C]:
        """Return the same table with these players renamed: `names` maps old names to new ones."""
        lists = (self.players, self.seated, self.everyone)
        players, seated, everyone = (tuple(names.get(each, each) for each in some) for some in lists)
        return replace(self, players=players, seated=seated, everyone=everyone)

    def left_of(self, player: str) -> str:
        """Return the player who sits next clockwise. Raise ValueError if `player` does not sit here."""
        seat = self.seated.index(player)
        around = self.seated[seat + 1 :] + self.seated[: seat + 1]
        return next(each for each in around if each in self.players)

    def dealer_before(self, leader: str) -> str:
        """Return who deals a round in which `leader` leads to the first trick: the next person counterclockwise."""
        return self.seated[self.seated.index(leader) - 1]

    def clockwise_from(self, player: str) -> tuple[str, ...]:
        """Return all players clockwise, beginning with this one. Raise ValueError if the player does not play."""
        seat = self.players.index(player)
        return self.players[seat:] + self.players[:seat]


@dataclass(frozen=True, slots=True)
class Deal[P]:
    """A deal, as it is known before its round is scored."""

    # this and `leader`: None if not known, e.g. after a broken record. If the leader is not known, any player may
    # lead
    dealer: str | None
    leader: str | None
    number: int = 0  # how many deals came before it
    unknown: int = 0  # how many entries before it are of an unknown kind. Each of them may have been a deal, too
    past: P | None = None  # facts that the game remembers from earlier rounds; None at the start
    totals: Mapping[str, int] = field(default_factory=dict, compare=False)  # points before the deal, by player


def in_teams[T](seated: Sequence[T], count: int) -> list[tuple[T, ...]]:
    """Return `count` teams that sit alternately, made of `seated` in clockwise order; an empty list for 0 teams."""
    return [tuple(seated[first::count]) for first in range(min(count, len(seated)))]


# Types for code that is the same for every game
type AnyTable = Table[Any, Any]
type AnyDeal = Deal[Any]
