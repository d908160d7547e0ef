"""Results of finished games and their ratings, merged players, and seasons."""

from scorekeeper.history.models.merging import CannotMerge, Merge
from scorekeeper.history.models.rating import latest_ratings, rate_again, rated, rated_results
from scorekeeper.history.models.results import Result, feats_of, known_feats
from scorekeeper.history.models.seasons import Season

__all__ = [
    "CannotMerge",
    "Merge",
    "Result",
    "Season",
    "feats_of",
    "known_feats",
    "latest_ratings",
    "rate_again",
    "rated",
    "rated_results",
]
