"""The score file: the open JSON format for games played at a table, read with every problem reported."""

from games.kernel.names import BAD_NAME, LONGEST_NAME, SAME_NAME

from .checking import BAD_TIME
from .judging import judge_text, verdict_as_json
from .reading import FORMAT, Answer, PlacedProblem, unreadable
from .scoring import games_of, score_text

__all__ = [
    "BAD_NAME",
    "BAD_TIME",
    "FORMAT",
    "LONGEST_NAME",
    "SAME_NAME",
    "Answer",
    "PlacedProblem",
    "games_of",
    "judge_text",
    "score_text",
    "unreadable",
    "verdict_as_json",
]
