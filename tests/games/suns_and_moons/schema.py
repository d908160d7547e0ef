"""The schema of a round of Suns and Moons in a score file."""

from __future__ import annotations

from games.kernel.schema import GameSchema, by_player, card_of, keys, tricks, whole

from .cards import MOST_PLAYERS, deck

SCHEMA = GameSchema(
    cards=list(deck(MOST_PLAYERS)),
    rounds={
        "counted": keys({"won": by_player(whole(0))}),
        "tricks": keys({"tricks": tricks(card_of("suns-and-moons"))}),
    },
)
