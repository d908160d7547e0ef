"""The referee and the duties of Rufmariasch. Rulebook: Following, trumping, beating; Who wins the trick."""

from __future__ import annotations

from collections.abc import Sequence

from games.kernel.cards import Card
from games.kernel.record import AnyRecord
from games.kernel.tricks import Broken, Duty, Judge, Play, Trick, Verdict, captured_by, follow, highest

from . import words
from .cards import SUITS


def referee(trump: str | None) -> Judge[Card]:
    """Return the function that judges a trick: the highest trump wins, else the highest card of the suit led."""

    def judge(trick: Trick[Card], record: AnyRecord) -> Verdict[Card]:
        winning = highest(trick.plays, trump)
        card = winning.card
        if card.suit == trump:
            why = words.HIGHEST_TRUMP(player=winning.player, card=card)
        else:
            why = words.HIGHEST_OF_LED(player=winning.player, card=card, suit=SUITS[card.suit])
        return Verdict(winning.player, captured_by(winning.player, trick.plays), [why], card=card)

    return judge


def duty(trump: str) -> Duty[Card]:
    """Return the function that checks a play. It returns the duty that the play broke; None if it broke none.

    The duties, as far as the player's cards allow:
    - Follow suit.
    - If you cannot follow suit, play a trump.
    - In both cases, beat the best card so far.
    """

    def broken(
        before: Trick[Card] | None, plays: Sequence[Play[Card]], place: int, held: Sequence[Card]
    ) -> Broken | None:
        if not place:
            return None
        led = plays[0].card.suit
        played = plays[place].card
        if not_followed := follow(led, played, held):
            return not_followed
        suit = led if played.suit == led else trump
        allowed = [card for card in reversed(held) if card.suit == suit]
        if not allowed:
            return None
        if played.suit != suit:
            return words.MUST_TRUMP, {"played": played, "held": allowed}
        best = highest(plays[:place], trump).card
        if _beats(played, best, trump):
            return None
        beating = [card for card in allowed if _beats(card, best, trump)]
        return (words.MUST_BEAT, {"played": played, "best": best, "held": beating}) if beating else None

    return broken


def _beats(card: Card, best: Card, trump: str) -> bool:
    """Return whether a card of the suit led, or a trump, beats the best card of the trick so far."""
    if card.suit == best.suit:
        return card.rank > best.rank
    return card.suit == trump
