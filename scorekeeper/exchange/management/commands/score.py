from games.score_file import Answer, score_text

from ._score_file import ScoreFileCommand


class Command(ScoreFileCommand):
    help = "Scores a score file: every round with its lines, totals, ranking, money. Exit status 1 with all problems."

    @staticmethod
    def answer(text: bytes, language: str) -> Answer:
        return score_text(text, language)
