"""The referee of one trick of Krimsutep. Rulebook: Who wins the trick; Pharaoh and wife; Maid."""

from __future__ import annotations

from games.kernel.record import AnyRecord
from games.kernel.tricks import Trick, Verdict, captured_by, highest

from . import words
from .cards import LETTER_NAMES, MAID, ROYALS, TRUMP, CourtCard


def judge(trick: Trick[CourtCard], record: AnyRecord) -> Verdict[CourtCard]:
    """Return the verdict on a trick: the highest trump wins or, without a trump, the highest card of the suit led."""
    winning = highest(trick.plays, TRUMP)
    card, player = winning.card, winning.player
    phrase = words.HIGHEST_TRUMP if card.suit == TRUMP else words.HIGHEST_OF_LED
    why = [phrase(player=player, card=card, suit=LETTER_NAMES[card.suit])]
    verdict = Verdict(player, captured_by(player, trick.plays), why, card=card)
    if {play.card.code for play in trick.plays} >= ROYALS:
        verdict.bonus(player, "royal")
        why.append(words.SECOND_ROYAL(card=card, player=player))
    if card.code == MAID:
        verdict.bonus(player, "maid")
        why.append(words.MAID_WINS(player=player))
    return verdict
