from games.score_file import Answer, judge_text

from ._score_file import ScoreFileCommand


class Command(ScoreFileCommand):
    help = "Judge one trick: who wins, who gets which cards, and why. Exits with 1 and all problems if there are any."

    @staticmethod
    def answer(text: bytes, language: str) -> Answer:
        return judge_text(text, language)
