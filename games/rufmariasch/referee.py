"""One trick of Rufmariasch, and the duties of those who play to it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from games.kernel.cards import Card
from games.kernel.record import Record
from games.kernel.tricks import Broken, Duty, Judge, Play, Trick, Verdict, captured_by, follow, highest
from games.kernel.words import Phrase

from .cards import SUITS

HIGHEST_TRUMP = Phrase(
    "highest_trump",
    de="{card} von {player} ist der höchste Trumpf.",
    en="{player}’s {card} is the highest trump.",
)
HIGHEST_OF_LED = Phrase(
    "highest_of_led",
    de="Kein Trumpf liegt: {card} von {player} ist die höchste Karte in {suit}.",
    en="No trump was played: {player}’s {card} is the highest card in {suit}.",
)
MUST_TRUMP = Phrase(
    "trump",
    de="{player} spielte im {number}. Stich {played}, konnte nicht bedienen und hatte noch Trumpf: {held}.",
    en="{player} played {played} in trick {number}, could not follow and still had trumps: {held}.",
)
MUST_BEAT = Phrase(
    "beat",
    de="{player} spielte im {number}. Stich {played} und hätte {best} überstechen können: {held}.",
    en="{player} played {played} in trick {number} and could have beaten {best}: {held}.",
)


def referee(trump: str | None) -> Judge[Card]:
    """Highest trump, else the highest card of the suit led."""

    def judge(trick: Trick[Card], record: Record) -> Verdict[Card]:
        winning = highest(trick.plays, trump)
        card = winning.card
        if card.suit == trump:
            why = HIGHEST_TRUMP(player=winning.player, card=card)
        else:
            why = HIGHEST_OF_LED(player=winning.player, card=card, suit=SUITS[card.suit])
        return Verdict(winning.player, captured_by(winning.player, trick.plays), [why], card=card)

    return judge


def duty(trump: str) -> Duty[Card]:
    """Follow suit; if you cannot, trump; and beat the highest card so far if you can."""

    def broken(
        before: Trick[Card] | None, table: Sequence[Play[Card]], play: Play[Card], held: Collection[Card]
    ) -> Broken | None:
        if not table:
            return None
        led = table[0].card.suit
        played = play.card
        if not_followed := follow(led, play, held):
            return not_followed
        allowed = [card for card in held if card.suit == led] or [card for card in held if card.suit == trump]
        if not allowed:
            return None
        if played not in allowed:
            return MUST_TRUMP, {"played": played, "held": allowed}
        best = highest(table, trump).card
        beating = [card for card in allowed if _beats(card, best, trump)]
        if beating and played not in beating:
            return MUST_BEAT, {"played": played, "best": best, "held": beating}
        return None

    return broken


def _beats(card: Card, best: Card, trump: str) -> bool:
    """Whether a card of the suit led or a trump would win over the best one on the table."""
    if card.suit == best.suit:
        return card.rank > best.rank
    return card.suit == trump
