"""The schema of a round of Beutelschneider in a score file."""

from __future__ import annotations

from collections.abc import Mapping

from games.kernel.schema import GameSchema, Schema, by_player, card_of, keys, listed, one_of, tricks, whole

from .cards import CALLS, COLOURS, deck_for
from .scoring import most_bonuses

CARD = card_of("beutelschneider")
CHOICES = keys(
    {},
    {"couple": keys({"marker": CARD, "discard": CARD}), "illusionist": CARD, "colour": one_of(CALLS)},
)


def bonuses(most: Mapping[str, int]) -> Schema:
    """Return the schema of the bonuses: how often each player earned each kind. `most` has the limit of each kind."""
    return by_player(keys({}, {kind: whole(0, count) for kind, count in most.items()}))


def counted(most: Mapping[str, int]) -> Schema:
    """Return the schema of a round whose gold and cutpurses were counted; `most` is as in `bonuses`."""
    return keys({"gold": by_player(whole(0))}, {"cutpurses": by_player(whole(0)), "bonuses": bonuses(most)})


_FULL = deck_for(5, tuple(COLOURS), True)
_MOST = most_bonuses(_FULL)

SCHEMA = GameSchema(
    cards=list(dict.fromkeys((*_FULL, *deck_for(5, (), True)))),
    rounds={
        "captured": keys(
            {"captured": by_player(listed(CARD))},
            {"discarded": listed(CARD), "worthless": listed(CARD), "bonuses": bonuses(_MOST)},
        ),
        "counted": counted(_MOST),
        "tricks": keys({"tricks": tricks(CARD, CHOICES)}),
    },
    choices=CHOICES,
)
