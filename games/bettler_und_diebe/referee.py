"""The referee of one trick of Bettler und Diebe. Rulebook: Who wins the trick."""

from __future__ import annotations

from games.kernel.cards import Card
from games.kernel.record import AnyRecord
from games.kernel.tricks import Trick, Verdict, captured_by, highest

from .cards import THIEF
from .words import COLOURED, HIGHEST_OF_LED, HIGHEST_THIEF


def judge(trick: Trick[Card], record: AnyRecord) -> Verdict[Card]:
    """Return the verdict on a trick: the highest thief wins or, without a thief, the highest card of the colour led."""
    winning = highest(trick.plays, THIEF)
    card = winning.card
    if card.suit == THIEF:
        why = HIGHEST_THIEF(player=winning.player, card=card)
    else:
        why = HIGHEST_OF_LED(player=winning.player, card=card, colour=COLOURED[card.suit])
    return Verdict(winning.player, captured_by(winning.player, trick.plays), [why], card=card)
