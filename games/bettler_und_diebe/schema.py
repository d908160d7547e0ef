"""The schema of a round of Bettler und Diebe in a score file."""

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
    whole,
)

from .cards import ALL_POINTS, whole_deck

CARDS = listed(card_of("bettler-und-diebe"))
POINTS, COUNTS, CAPTURED = whole(0, ALL_POINTS), by_player(whole(0)), by_player(CARDS)

SCHEMA = GameSchema(
    cards=whole_deck(),
    rounds={
        "pot": {
            **keys(
                {"taker": PLAYER},
                {
                    "partner": PLAYER_OR_NOBODY,
                    "points": POINTS,
                    "counted": COUNTS,
                    "buried": POINTS,
                    "captured": CAPTURED,
                    "buried_cards": CARDS,
                },
            ),
            **exactly_one("points", "counted", "captured"),
            "dependentRequired": {"buried": ["counted"], "buried_cards": ["captured"]},
        },
        "ramsch": {
            **keys(
                {},
                {
                    "points": COUNTS,
                    "pot": POINTS,
                    "captured": CAPTURED,
                    "pot_cards": CARDS,
                    "no_trick": listed(PLAYER),
                    "tricks": COUNTS,
                },
            ),
            "allOf": [exactly_one("points", "captured"), exactly_one("no_trick", "tricks")],
            "dependentRequired": {"pot": ["points"], "pot_cards": ["captured"]},
        },
        "snear": {**keys({}, {"points": COUNTS, "captured": CAPTURED}), **exactly_one("points", "captured")},
    },
)
