"""The columns of the pad, for sides (players or teams) and players who have left; CSS classes for such tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.kernel.lines import Score
from games.kernel.seating import SeatChange
from scorekeeper.nights.models import Course, Match, Row
from scorekeeper.people.signs import SEATS_DRAWN, Sign
from scorekeeper.web.formatting import all_of
from scorekeeper.web.text_width import widest_word

WIDEST_WORD, ANY_WORD = 15, 40  # letters; pad.css has a class for each width up to WIDEST_WORD, and one for ANY_WORD
MANY_COLUMNS = 5  # with so many columns or more, a name is cut to its first word if nobody else has the same one


def sides_in(match: Match, score: Score) -> list[Sign]:
    """Return the sides that a score lists, clockwise. A player who has no seat yet is left out."""
    people = {sign.name: sign for sign in match.signs}
    if isinstance(score.change, SeatChange):
        return [people[name] for name in score.points if name in people]
    figures = {people[name].seat: points for name, points in score.points.items()}
    return match.sides_of(figures, figures)


def speaker(side: Sign) -> str:
    """Return the player under whose name scores list the side's points. For a team, this is its first player."""
    return side.people[0].name


def won_by(sides: Sequence[Sign]) -> str:
    """Return the names of these winning sides, e.g. "Anna and Ben"; "" if there are none."""
    names = [side.name for side in (sides[0].people if len(sides) == 1 else sides)] if sides else []
    return all_of(names) if names else ""


def who_wins(sides: Sequence[Sign]) -> str:
    """Return who has won in words, such as "Anna and Ben share the win"; "" if nobody has."""
    return wins(won_by(sides), len(sides), len(sides[0].people)) if sides else ""


def wins(names: str, sides: int, people: int = 1) -> str:
    """Return that these win: so many sides or, if it is only one, so many people of it."""
    said = ngettext("%(names)s wins", "%(names)s win", people) if sides == 1 else _("%(names)s share the win")
    return said % {"names": names}


def winners_of(match: Match, course: Course) -> list[Sign]:
    """Return the sides that have won at the end of this course; [] if the game is not over, or nothing was scored."""
    return in_sides(match.sides_after(course), course.engine.winners)


def in_sides(sides: Sequence[Sign], names: Sequence[str]) -> list[Sign]:
    """Return the sides whose first player is among these names."""
    return [side for side in sides if side.people[0].name in names]


class Columns:
    """The columns of the pad: first the sides, clockwise, then the players who have left."""

    def __init__(self, match: Match) -> None:
        self.sides = match.sides
        self.in_teams = any(side.members for side in self.sides)
        left = [] if self.in_teams else match.have_left
        self.left = left if len(self.sides) + len(left) <= SEATS_DRAWN else []
        self.signs = [*self.sides, *self.left]

    def cells(self, row: Row) -> list[tuple[Sign, int | None, int | None]]:
        """Return each column's sign, its points from this entry, and its total after the entry."""
        names = row.table.everyone
        cells: list[tuple[Sign, int | None, int | None]] = []
        for sign in self.signs:
            seat = sign.seat
            name = names[seat] if seat < len(names) else ""
            points = row.points[seat] if name in row.table.players or any(row.points[seat : seat + 1]) else None
            cells.append((sign, points, row.totals[seat] if name in row.table.seated else None))
        return cells

    def points(self, row: Row) -> list[int | None]:
        """Return the points of each column from this entry, or None as in `cells`."""
        return [points for _sign, points, _total in self.cells(row)]


def columns(
    people: Sequence[Sign], *, totals: Sequence[str] = (), points: Sequence[str] = (), money: Sequence[str] = ()
) -> str:
    """Return the CSS classes of a table with a column for each of `people`."""
    widest = {"c": _widest(totals), "d": _widest(points), "m": _widest(money)}
    many = len(people) >= MANY_COLUMNS
    word = max(widest_word((many and sign.short) or sign.name) for sign in people)
    return " ".join(
        [
            f"n{len(people)}",
            f"w{word if word <= WIDEST_WORD else ANY_WORD}",
            *(f"{what}{size}" for what, size in widest.items()),
        ]
    )


def _widest(texts: Iterable[str]) -> int:
    """Return the length of the longest text in characters, or 9 if it is longer; 1 if there is no text."""
    return min(9, max((len(text) for text in texts), default=1))
