"""Cards and decks as immutable values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Self

from .words import Phrase


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A card of one deck. `rank` orders the cards of one suit: the higher rank beats the lower."""

    code: str  # card's code in the score file
    suit: str
    rank: int
    name: Phrase
    points: int = 0  # points that the card counts in a captured pile

    def text(self, language: str) -> str:
        return self.name.template(language)


class Deck[C: Card](Mapping[str, C]):
    """The cards in play by their codes, in a fixed order. `deck[code]` raises KeyError for a card not in play."""

    __slots__ = ("_cards", "codes")

    def __init__(self, cards: Iterable[C]) -> None:
        self._cards = {card.code: card for card in cards}
        self.codes = frozenset(self._cards)

    def __getitem__(self, code: str) -> C:
        return self._cards[code]

    def __iter__(self) -> Iterator[str]:
        return iter(self._cards)

    def __len__(self) -> int:
        return len(self._cards)

    def __hash__(self) -> int:
        return hash(self.codes)

    def without(self, *codes: str) -> Self:
        """Return a copy of the deck without the cards of these codes."""
        return type(self)(card for code, card in self._cards.items() if code not in codes)

    def where(self, wanted: Callable[[C], bool]) -> tuple[C, ...]:
        """Return the cards for which `wanted` is true, in the order of the deck."""
        return tuple(card for card in self._cards.values() if wanted(card))

    @property
    def points(self) -> int:
        """The sum of the points of all cards."""
        return sum(card.points for card in self._cards.values())


def plain_name(code: str) -> Phrase:
    """Return a card's code as its name in every language: `R10`."""
    return Phrase(code, de=code, en=code)
