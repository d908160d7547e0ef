"""The score file: the open JSON form of games on the table, read with every problem named.

`score_text` and `judge_text` take the text of a file and give what `manage.py score` and `manage.py referee` print;
`games_of` gives the games of a file for an import.
"""

from games.kernel.names import BAD_NAME, LONGEST_NAME, SAME_NAME

from .checking import BAD_TIME
from .judging import hands_before, judge, judge_text, read_trick, verdict_as_json
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
    "hands_before",
    "judge",
    "judge_text",
    "read_trick",
    "score_text",
    "unreadable",
    "verdict_as_json",
]
