"""The schema of a round of Rufmariasch in a score file."""

from __future__ import annotations

from games.kernel.schema import (
    PLAYER,
    PLAYER_OR_NOBODY,
    GameSchema,
    by_player,
    card_of,
    exactly_one,
    keys,
    listed,
    one_of,
    pairs,
    tricks,
    whole,
)

from .cards import DECK, EACH_COUNTS, SUITS
from .options import MOST_POINTS

CARD = card_of("rufmariasch")
HEAD = {"caller": PLAYER, "trump": one_of(SUITS)}
DECLARED = pairs(PLAYER, one_of(SUITS))

SCHEMA = GameSchema(
    cards=DECK,
    rounds={
        "call": {
            **keys(
                HEAD,
                {
                    "called": CARD,
                    "partner": PLAYER_OR_NOBODY,
                    "points": {**whole(0, MOST_POINTS), "multipleOf": EACH_COUNTS},
                    "captured": by_player(listed(CARD)),
                    "last_trick": PLAYER,
                    "declared": DECLARED,
                    "no_trick": listed(PLAYER),
                },
            ),
            **exactly_one("points", "captured"),
            "dependentRequired": {"captured": ["last_trick"], "last_trick": ["captured"]},
        },
        "tricks": keys({**HEAD, "called": CARD, "tricks": tricks(CARD)}, {"declared": DECLARED}),
    },
)
