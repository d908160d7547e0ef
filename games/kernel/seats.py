"""The table (players, house rules, deck) and the deal (who deals, who leads)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from .cards import Card, Deck


class HasStake(Protocol):
    """The house rules of any game, as far as the kernel itself asks for them."""

    @property
    def stake(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Table[O: HasStake, C: Card]:
    """Players in seat order, clockwise; the house rules; the cards in play; how many each player is dealt."""

    players: tuple[str, ...]
    options: O
    deck: Deck[C]
    hand_size: int

    @property
    def stake(self) -> int:
        """Return the value of one point, in minor units of the currency (cents)."""
        return self.options.stake

    def left_of(self, player: str) -> str:
        """The next player clockwise. Raises ValueError for somebody who is not at the table."""
        seat = self.players.index(player)
        return self.players[(seat + 1) % len(self.players)]

    def clockwise_from(self, player: str) -> tuple[str, ...]:
        """Return all players in turn, beginning with this one. Raise ValueError for somebody who is not at the table."""
        seat = self.players.index(player)
        return self.players[seat:] + self.players[:seat]


@dataclass(frozen=True, slots=True)
class Deal[P]:
    """A deal before its round is scored.

    `dealer` and `leader` are None where a broken record before leaves them open; then any player may lead. `number`
    counts the deals before it, `unknown` the entries before it that may have been deals or not. `past` is what the game
    remembers of the rounds before; None at the start.
    """

    dealer: str | None
    leader: str | None
    number: int = 0
    unknown: int = 0
    past: P | None = None


# For what is the same in every game
type AnyTable = Table[Any, Any]
type AnyDeal = Deal[Any]
