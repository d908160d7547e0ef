"""Results of finished games, sums of these results, and ratings. All are derived from the records.

`manage.py rescore --check` compares them with the records.

If a game is finished with winners, counted in the statistics, and not deleted, it has a `Result` row for each seat.

A `Tally` is the sum of a player's results in one game and one month. The sum of all months is a tally of all time.
With tallies, a page reads only few rows. After a correction, the tallies of one month and of all time are rebuilt.

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
