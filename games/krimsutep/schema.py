"""The schema of a round of Krimsutep in a score file."""

from __future__ import annotations

from games.kernel.schema import (
    PLAYER,
    PLAYER_OR_NOBODY,
    GameSchema,
    Schema,
    by_player,
    card_of,
    exactly_one,
    keys,
    listed,
    one_of,
    pair,
    pairs,
    told_apart,
    tricks,
    whole,
)

from .board import FARTHEST, MOST_HALVES, SIDES
from .cards import ALL_CARDS, BUILDINGS, SUITS, BuildingCard
from .trick_game import NOT_WITH_TRICKS

COUNTS = by_player(whole(0))


def building(card: BuildingCard) -> Schema:
    """Return the schema of one building with this card: its points before doubling, or its space on the map.

    On the map, a card for half a space also needs `side`: the half that it fills.
    """
    half = {"side": one_of(SIDES)} if card.halves == 1 else {}
    return {
        **keys(
            {"card": {"const": card.code}},
            {"points": one_of(sorted(card.worth)), "at": pair(whole(0), whole(0)), **half},
        ),
        **exactly_one("points", "at"),
        "dependentRequired": {"side": ["at"], "at": ["side"]} if half else {},
    }


SCHEMA = GameSchema(
    cards=ALL_CARDS,
    rounds={
        "round": {
            **keys(
                {
                    "buildings": pairs(
                        PLAYER, told_apart("card", {code: building(card) for code, card in BUILDINGS.items()})
                    )
                },
                {
                    "royal": PLAYER_OR_NOBODY,
                    "maid": PLAYER_OR_NOBODY,
                    "suits": keys(dict.fromkeys(SUITS, COUNTS)),
                    "won": keys(dict.fromkeys(SUITS, listed(PLAYER, least=1))),
                    "roman": COUNTS,
                    "tricks": tricks(card_of("krimsutep")),
                },
            ),
            **exactly_one("suits", "won", "tricks"),
            "dependentSchemas": {"tricks": {"properties": dict.fromkeys(NOT_WITH_TRICKS, False)}},
        },
        "oases": keys({"oases": by_player(keys({"distance": whole(1, FARTHEST), "halves": whole(0, MOST_HALVES)}))}),
    },
)
