"""The schema of a round of Beutelschneider's first edition in a score file."""

from __future__ import annotations

from games.beutelschneider.schema import bonuses, counted
from games.kernel.schema import GameSchema, by_player, card_of, keys, listed, tricks

from .cards import DECK
from .scoring import MOST

CARD = card_of("beutelschneider-classic")

SCHEMA = GameSchema(
    cards=DECK,
    rounds={
        "captured": keys(
            {"captured": by_player(listed(CARD))},
            {"discarded": listed(CARD), "aside": listed(CARD), "bonuses": bonuses(MOST)},
        ),
        "counted": counted(MOST),
        "tricks": keys({"tricks": tricks(CARD)}),
    },
)
