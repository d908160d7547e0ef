import os

from games.score_file import Answer, score_text

from ._score_file import ScoreFileCommand

WORTH_SHARING = 5_000_000  # bytes: from here on other processes are sooner ready than this one alone


class Command(ScoreFileCommand):
    help = "Scores a score file: every round with its lines, totals, ranking, money. Exit status 1 with all problems."

    @staticmethod
    def answer(text: bytes, language: str) -> Answer:
        processes = os.cpu_count() or 1 if len(text) > WORTH_SHARING else 1
        return score_text(text, language, processes)
