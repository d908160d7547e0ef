"""Results of finished games, sums of these results, and ratings. All are derived from the records."""

from scorekeeper.history.models.ladders import Ladder, rated
from scorekeeper.history.models.merging import CannotMerge, Merge
from scorekeeper.history.models.results import Result, feats_of, known_feats, month_of
from scorekeeper.history.models.seasons import Season
from scorekeeper.history.models.tallies import (
    ALL_GAMES,
    ALL_TIME,
    Tally,
    results_with_keys,
    statistics_by_player,
    together,
)

__all__ = [
    "ALL_GAMES",
    "ALL_TIME",
    "CannotMerge",
    "Ladder",
    "Merge",
    "Result",
    "Season",
    "Tally",
    "feats_of",
    "known_feats",
    "month_of",
    "rated",
    "results_with_keys",
    "statistics_by_player",
    "together",
]
