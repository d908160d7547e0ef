"""Results of past games: a row for each seat of a finished game, and tallies of these rows.

All of it is a cache of the records (`manage.py rescore --check` checks it). A game counts once it is finished, unless
it was left out or its night is deleted: then it has no `Result` here. The rows of a month are added up to a `Tally`,
the months to that of all time. A page reads a bounded number of them; a correction adds up one month again, and then
the months.

Merges of two players are stored here, too, so that they can be undone.
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
