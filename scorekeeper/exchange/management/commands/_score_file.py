"""The base class of the commands `score` and `referee`, which read a file or standard input and print JSON."""

import gc
import io
import json
import os
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.kernel.words import LANGUAGES
from games.score_file import Answer, unreadable


def language_of_the_environment() -> str:
    """Return "de" if the locale in the environment is German, else "en"."""
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(variable):
            return "de" if value.lower().startswith("de") else "en"
    return "en"


class ScoreFileCommand(BaseCommand):
    requires_system_checks = []

    @staticmethod
    def answer(text: bytes, language: str) -> Answer:
        raise NotImplementedError

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="a score file, or - for standard input")
        parser.add_argument("--language", choices=LANGUAGES, default=language_of_the_environment())

    def handle(self, *args: Any, file: str, language: str, **options: Any) -> None:
        if isinstance(sys.stdout, io.TextIOWrapper):  # JSON is always UTF-8, even if the terminal has another encoding
            sys.stdout.reconfigure(encoding="utf-8")
        try:
            if file == "-":
                if sys.stdin is None:
                    raise OSError("standard input is closed")
                text = sys.stdin.buffer.read()
            else:
                with open(file, "rb") as stream:
                    text = stream.read()
        except (OSError, ValueError) as error:
            answer = Answer(None, [unreadable(getattr(error, "strerror", None) or str(error))])
        else:
            gc.disable()  # it would only cost time: a long file has millions of objects, and no cycles
            try:
                answer = self.answer(text, language)
            finally:
                gc.enable()
            del text
        if answer.problems:
            self.write({"problems": [found.as_json(language) for found in answer.problems]})
            sys.exit(1)
        self.write(answer.result)

    def write(self, result: Any) -> None:
        try:
            self.stdout.write(json.dumps(result, ensure_ascii=False))
            self.stdout.flush()
        except BrokenPipeError:  # the reader has closed the pipe: `manage.py score night.json | head`
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(1)
