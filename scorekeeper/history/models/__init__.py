"""Results of past games (a row for each seat of a finished game), tallies of these results, and ratings.

These are derived from the records; `manage.py rescore --check` compares them. A game has `Result` rows if it is
finished with winners, counted in the statistics, and not deleted.

A `Tally` is the sum of a player's results in one game and one month. The months add up to a tally of all time. So a
page reads a bounded number of rows. A correction rebuilds the tallies of one month and of all time.

Seasons and merges of players are stored here, too.
"""

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
