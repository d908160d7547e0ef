"""The plays of a trick of Beutelschneider: the number of cards per player, the suit led, the order of the cards."""

from __future__ import annotations

from collections.abc import Sequence

from games.kernel.tricks import Play

from .cards import COUPLE, JUGGLER, Person

type PersonPlay = Play[Person]


def cards_per_play(first_cards: Sequence[Person], hand: int) -> int:
    """Return how many cards each player plays to a trick: two if the Juggler is among the first cards, else one.

    `first_cards` are the first cards of all players; `hand` is the number of cards that each player held before the
    trick. If each player held only one card, the Juggler has no effect (ruling).
    """
    return 2 if hand >= 2 and any(card.code == JUGGLER for card in first_cards) else 1


def suit_led(plays: Sequence[PersonPlay]) -> str | None:
    """Return the suit of the first card that is not a special card (ruling); None if all are special cards."""
    return next((play.card.suit for play in plays if not play.card.is_special), None)


def played_before(plays: Sequence[PersonPlay], card: Person) -> list[Person]:
    """Return the cards that were played before this card."""
    cards = [play.card for play in plays]
    return cards[: cards.index(card)]


def seduced(plays: Sequence[PersonPlay], winning: Person) -> Person | None:
    """Return the card that the winning card seduces; None if there is none."""
    if winning.code not in COUPLE:
        return None
    return next((card for card in played_before(plays, winning) if card.code in COUPLE), None)
