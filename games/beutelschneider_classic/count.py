"""The count after a round of Beutelschneider's first edition: the gold and the one cutpurse."""

from __future__ import annotations

from games.beutelschneider.count import CANCELLED, GoldCount, gold_and_cutpurses, item_of, laid_aside, measures
from games.beutelschneider.screens import ASIDE, Captured, Counted
from games.kernel.counting import Count

from .cards import ASIDE as CARDS_ASIDE
from .options import ClassicTable


def count(table: ClassicTable) -> Count:
    """Return the count of the first edition. With 3 players two cards are laid aside unseen."""
    seats = len(table.players)
    room = CARDS_ASIDE[seats]
    return GoldCount(
        [item_of(card, (ASIDE,) if room else (), card.is_cutpurse) for card in gold_and_cutpurses(table.deck)],
        measures(table.deck),
        table.hand_size * seats,
        sides=(laid_aside(room),) if room else (),
        mark=CANCELLED,
        trick=seats,
        screens=(Captured.code, Counted.code),
    )
