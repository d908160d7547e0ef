from games.score_file import Answer, judge_text

from ._score_file import ScoreFileCommand


class Command(ScoreFileCommand):
    help = "Judges one trick: who wins, who gets which cards, and why. Exit status 1 with all problems."

    @staticmethod
    def answer(text: bytes, language: str) -> Answer:
        return judge_text(text, language)
