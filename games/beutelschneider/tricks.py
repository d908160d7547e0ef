"""How the trumps of Beutelschneider rank in one trick, and what they earn. Both editions build on this."""

from __future__ import annotations

from collections.abc import Sequence

from games.kernel.tricks import Play

from .cards import COUPLE, Person

type PersonPlay = Play[Person]


def played_before(plays: Sequence[PersonPlay], card: Person) -> list[Person]:
    """The cards that lay in the trick when this one was played."""
    cards = [play.card for play in plays]
    return cards[: cards.index(card)]


def seduced(plays: Sequence[PersonPlay], winning: Person) -> Person | None:
    """Of Adventurer and Countess the one played before, if the other wins the trick."""
    if winning.code not in COUPLE:
        return None
    return next((card for card in played_before(plays, winning) if card.code in COUPLE), None)
