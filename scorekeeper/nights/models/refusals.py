"""Exceptions for changes that are refused."""

from __future__ import annotations

from collections.abc import Sequence

from games.kernel.problems import Problem
from games.kernel.words import Phrase

TOO_LONG = Phrase("too_long", de="Zu lang: höchstens {most} Zeichen.", en="Too long: at most {most} characters.")

TOO_MANY = Phrase(
    "too_many_entries",
    de="Ein Spiel hat höchstens {most} Runden. Beginnt ein neues.",
    en="A game has at most {most} rounds. Start a new one.",
)


class Stale(Exception):
    """Raised if the match has changed since the phone loaded the form that it sent; nothing was saved."""


class Refused(Exception):
    """Raised with the problems of a change, such as those of a record or of house rules; nothing was saved."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = problems
