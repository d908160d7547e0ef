"""The schema of a round on the plain pad in a score file."""

from games.kernel.schema import PLAYER, GameSchema, by_player, keys, listed, whole

from .scoring import MOST

SCHEMA = GameSchema(
    cards=(),
    rounds={
        "points": keys({"points": by_player(whole(-MOST, MOST))}),
        "winners": keys({"winners": listed(PLAYER, 1)}),
    },
)
