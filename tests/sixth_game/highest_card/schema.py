"""What a score file of Highest Card may hold."""

from __future__ import annotations

from games.kernel.schema import GameSchema, by_player, card_of, keys, tricks, whole

CARDS = [f"{suit}{rank}" for suit in "SM" for rank in range(1, 7)]
SCHEMA = GameSchema(
    cards=CARDS,
    rounds={
        "counted": keys({"won": by_player(whole(0))}),
        "tricks": keys({"tricks": tricks(card_of("highest-card"))}),
    },
)
