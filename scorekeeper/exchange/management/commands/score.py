from games.score_file import Answer, score_text

from ._score_file import ScoreFileCommand


class Command(ScoreFileCommand):
    help = "Score a score file: every round with its lines, totals, ranking, money. Exits with 1 and all problems if there are any."

    @staticmethod
    def answer(text: bytes, language: str) -> Answer:
        return score_text(text, language)
