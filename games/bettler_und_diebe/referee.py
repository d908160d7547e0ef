"""One trick of Bettler und Diebe."""

from __future__ import annotations

from games.kernel.cards import Card
from games.kernel.record import AnyRecord
from games.kernel.tricks import Trick, Verdict, captured_by, highest
from games.kernel.words import Phrase

from .cards import THIEF

COLOURS = {
    "B": Phrase("blue", de="Blau", en="blue"),
    "G": Phrase("green", de="Grün", en="green"),
    "R": Phrase("red", de="Rot", en="red"),
}
HIGHEST_THIEF = Phrase(
    "highest_thief",
    de="{card} von {player} ist der höchste Dieb.",
    en="{player}’s {card} is the highest thief.",
)
HIGHEST_OF_LED = Phrase(
    "highest_of_led",
    de="Kein Dieb liegt: {card} von {player} ist die höchste Karte in {colour}.",
    en="No thief was played: {player}’s {card} is the highest card in {colour}.",
)


def judge(trick: Trick[Card], record: AnyRecord) -> Verdict[Card]:
    """The highest thief, else the highest card of the colour led."""
    winning = highest(trick.plays, THIEF)
    card = winning.card
    if card.suit == THIEF:
        why = HIGHEST_THIEF(player=winning.player, card=card)
    else:
        why = HIGHEST_OF_LED(player=winning.player, card=card, colour=COLOURS[card.suit])
    return Verdict(winning.player, captured_by(winning.player, trick.plays), [why], card=card)
