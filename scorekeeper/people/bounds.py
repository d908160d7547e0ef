"""Limits of what a group may have: more than any group needs, and few enough for its pages to show.

Code that creates something checks its limit first, inside `write_transaction(group)`. The view catches `Full` and shows
the sentence, beside a field if one is to blame.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.kernel.problems import Problem
from games.kernel.words import Phrase
from scorekeeper.web.formatting import language


class Full(Exception):
    """Raised if a limit is reached; nothing was saved."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.problem = problem

    def __str__(self) -> str:
        return self.problem.text(language())


@dataclass(frozen=True, slots=True)
class Bound:
    """A limit: the maximum number, and the sentence that says so."""

    most: int
    sentence: Phrase

    def make_room(self, there: int, more: int = 1) -> None:
        """Raise Full if `more` new ones would exceed the limit, with those that are `there`."""
        if there + more > self.most:
            raise Full(Problem("", self.sentence(most=self.most)))


# Players count unless they were merged into another one; hidden ones count, too.
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
# Deleted games count, too, as long as they can be restored.
GAMES_A_NIGHT: Final = Bound(
    200,
    Phrase(
        "too_many_games",
        de="{most} Spiele, mehr passen nicht in einen Abend. Schreibt die nächsten an einem anderen Tag auf.",
        en="{most} games are all one night has room for. Write down the next ones on another day.",
    ),
)
# Not more than the sheets that stay parsed in memory (`MOST_KEPT`), as the page of games needs all of them.
SHEETS: Final = Bound(
    40,
    Phrase(
        "too_many_sheets",
        de="{most} Blätter, mehr passen nicht in die Mappe. Löscht eins, das niemand mehr spielt, dann ist Platz.",
        en="{most} sheets are all the folder has room for. Delete one that nobody plays anymore to make room.",
    ),
)
# The limit of a group's share links that can be used, and also of its open invitations.
OPEN_LINKS: Final = Bound(
    200,
    Phrase(
        "too_many_links",
        de="{most} Codes gelten schon, mehr gehen nicht. Sperr einen, den niemand mehr braucht, dann ist Platz.",
        en="{most} codes are in use, and there’s no room for more. Revoke one that nobody needs anymore.",
    ),
)
