"""The cards per play and the duties of a trick of Beutelschneider, before it is judged. Serves both editions."""

from __future__ import annotations

from collections.abc import Sequence

from games.kernel.tricks import Play

from .cards import COUPLE, JUGGLER, Person

type PersonPlay = Play[Person]


def cards_per_play(first_cards: Sequence[Person], hand: int) -> int:
    """Return how many cards each player plays to a trick.

    `first_cards` are everybody's first cards, `hand` is the number of cards each player held before. Two if the Juggler
    is among the first cards, unless nobody holds a second one (ruling).
    """
    return 2 if hand >= 2 and any(card.code == JUGGLER for card in first_cards) else 1


def suit_led(plays: Sequence[PersonPlay]) -> str | None:
    """Return the suit of the first play that is no special card (ruling); None if there is none."""
    return next((play.card.suit for play in plays if not play.card.is_special), None)


def played_before(plays: Sequence[PersonPlay], card: Person) -> list[Person]:
    """Return the cards that lay in the trick when this one was played."""
    cards = [play.card for play in plays]
    return cards[: cards.index(card)]


def seduced(plays: Sequence[PersonPlay], winning: Person) -> Person | None:
    """Return the Adventurer or the Countess, if the other of the two was played later and wins the trick; else None."""
    if winning.code not in COUPLE:
        return None
    return next((card for card in played_before(plays, winning) if card.code in COUPLE), None)
