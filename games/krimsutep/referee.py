"""One trick of Krimsutep."""

from __future__ import annotations

from games.kernel.record import AnyRecord
from games.kernel.tricks import Trick, Verdict, captured_by, highest
from games.kernel.words import Phrase

from .cards import LETTER_NAMES, MAID, ROYALS, TRUMP, CourtCard

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
SECOND_ROYAL = Phrase(
    "royal",
    de="{card} kam als zweite Karte des Herrscherpaares: sie gewinnt, {player} bekommt 2.",
    en="{card} came second of Pharaoh and wife: it wins, 2 for {player}.",
)
MAID_WINS = Phrase("maid", de="Die Magd gewinnt: 2 für {player}.", en="The Maid wins: 2 for {player}.")


def judge(trick: Trick[CourtCard], record: AnyRecord) -> Verdict[CourtCard]:
    """Highest trump, else highest of the suit led; of Pharaoh and wife the later."""
    winning = highest(trick.plays, TRUMP)
    card, player = winning.card, winning.player
    phrase = HIGHEST_TRUMP if card.suit == TRUMP else HIGHEST_OF_LED
    why = [phrase(player=player, card=card, suit=LETTER_NAMES[card.suit])]
    verdict = Verdict(player, captured_by(player, trick.plays), why, card=card)
    if {play.card.code for play in trick.plays} >= ROYALS:
        verdict.bonus(player, "royal")
        why.append(SECOND_ROYAL(card=card, player=player))
    if card.code == MAID:
        verdict.bonus(player, "maid")
        why.append(MAID_WINS(player=player))
    return verdict
