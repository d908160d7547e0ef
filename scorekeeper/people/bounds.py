"""Limits on the number of rows in a group or a night, such as its players or games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.kernel.problems import Problem
from games.kernel.words import Phrase
from scorekeeper.web.formatting import language


class Full(Exception):
    """The refusal of a new row that would exceed a limit. `str()` is the sentence in the current language."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.problem = problem

    def __str__(self) -> str:
        return self.problem.text(language())


@dataclass(frozen=True, slots=True)
class Bound:
    """A limit: the maximum number of rows, and the sentence that is shown when it is reached."""

    most: int
    sentence: Phrase

    def make_room(self, there: int, more: int = 1) -> None:
        """Raise Full if `more` new rows would exceed the limit; `there` is the number of rows that exist."""
        if there + more > self.most:
            raise Full(Problem("", self.sentence(most=self.most)))


# Hidden players count, too; merged players do not.
PEOPLE: Final = Bound(
    500,
    Phrase(
        "too_many_people",
        de="{most} Leute, mehr passen nicht auf den Block. Steht jemand doppelt da? Legt die beiden zusammen, dann ist wieder Platz.",
        en="{most} people are all the pad has room for. If someone is listed twice, merge the two to make room.",
    ),
)
SEASONS: Final = Bound(
    200,
    Phrase(
        "too_many_seasons",
        de="{most} Saisons, mehr passen nicht auf den Block. Löscht eine alte, dann ist Platz für die neue.",
        en="{most} seasons are all the pad has room for. Delete an old one to make room.",
    ),
)
# A deleted game counts, too, until it is removed from the database.
GAMES_A_NIGHT: Final = Bound(
    200,
    Phrase(
        "too_many_games",
        de="{most} Spiele, mehr passen nicht in einen Abend. Schreibt die nächsten an einem anderen Tag auf.",
        en="{most} games are all one night has room for. Write down the next ones on another day.",
    ),
)
# The page of games parses all sheets of a group. So the cache of parsed sheets (`games.sheets.game.MOST_KEPT`) must
# hold at least as many.
SHEETS: Final = Bound(
    40,
    Phrase(
        "too_many_sheets",
        de="{most} Blätter, mehr passen nicht in die Mappe. Löscht eins, das niemand mehr spielt, dann ist Platz.",
        en="{most} sheets are all the folder has room for. Delete one that nobody plays anymore to make room.",
    ),
)
# The most live share links of a group. The same limit holds for its open invitations, which are counted separately.
OPEN_LINKS: Final = Bound(
    200,
    Phrase(
        "too_many_links",
        de="{most} Codes gelten schon, mehr gehen nicht. Sperr einen, den niemand mehr braucht, dann ist Platz.",
        en="{most} codes are in use, and there’s no room for more. Revoke one that nobody needs anymore.",
    ),
)
