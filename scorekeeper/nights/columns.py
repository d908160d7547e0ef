"""The columns of a table of players: who has a number of their own, a player or a team, and how wide that is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.kernel.lines import Score
from games.kernel.seating import Seating
from scorekeeper.nights.departures import lineage
from scorekeeper.nights.models import Course, Match, Row
from scorekeeper.people.signs import SEATS_DRAWN, Sign
from scorekeeper.web.formatting import all_of
from scorekeeper.web.text_width import widest_word

WIDEST_WORD, ANY_WORD = 15, 40  # of which pad.css knows the width
MANY_COLUMNS = 5  # so many and more stand under the first words of their names


def sides_in(match: Match, score: Score) -> list[Sign]:
    """Return who has a number in a score, as they sit; those of a team once, unless it is about who plays."""
    people = {sign.name: sign for sign in match.signs}
    if isinstance(score.change, Seating):
        return [people[name] for name in score.points if name in people]
    figures = {people[name].seat: points for name, points in score.points.items()}
    return match.sides_of(figures, figures)


def speaker(side: Sign) -> str:
    """Return by whose name a side stands in the records: that of the player, or of the first of the team."""
    return side.people[0].name


def won_by(sides: Sequence[Sign]) -> str:
    """Return who has won, in a sentence: of one team all its players, else each side by its name; "" for nobody."""
    names = [side.name for side in (sides[0].people if len(sides) == 1 else sides)] if sides else []
    return all_of(names) if names else ""


def winners_of(match: Match, course: Course) -> list[Sign]:
    """Return the sides that have won in this course of the match, where it is over."""
    return in_sides(match.sides_after(course), course.engine.winners)


def is_team(sides: Sequence[Sign]) -> bool:
    """Return whether these are one team, of whom a sentence speaks as of several: "Anna and Ben win"."""
    return len(sides) == 1 and len(sides[0].people) > 1


def in_sides(sides: Sequence[Sign], names: Sequence[str]) -> list[Sign]:
    """Return the sides of these players."""
    return [side for side in sides if side.people[0].name in names]


class Columns:
    """The columns of the pad: what has one number, as it sits at the table, then who has left.

    A team has one column, also of what somebody has scored there who has handed over their seat. Who has left has one
    as long as there is room.
    """

    def __init__(self, match: Match) -> None:
        self.sides = match.sides
        self.in_teams = any(side.members for side in self.sides)
        left = [] if self.in_teams else match.have_left
        self.left = left if len(self.sides) + len(left) <= SEATS_DRAWN else []
        self.signs = [*self.sides, *self.left]
        entries = [row.entry for row in match.course.rows if row.score]
        lines = [lineage(match, side, entries) for side in self.sides if side.members]
        self._bearers = (
            {entry.number: seats for entry, seats in zip(entries, zip(*lines, strict=True), strict=True)}
            if lines
            else {}
        )

    def cells(self, row: Row) -> list[tuple[Sign, int | None, int | None]]:
        """Return what an entry gave to each, and what they had then; None for who did not play it, or was not there."""
        seats = self._bearers.get(row.entry.number) or [sign.seat for sign in self.signs]
        names = row.table.everyone
        cells: list[tuple[Sign, int | None, int | None]] = []
        for sign, seat in zip(self.signs, seats, strict=True):
            name = names[seat] if seat < len(names) else ""
            points = row.points[seat] if name in row.table.players else None
            cells.append((sign, points, row.totals[seat] if name in row.table.seated else None))
        return cells


def columns(
    people: Sequence[Sign], *, totals: Sequence[str] = (), points: Sequence[str] = (), money: Sequence[str] = ()
) -> str:
    """Return the CSS classes for the number and width of the columns of a table of players.

    By them pad.css turns the table into a list where the screen is too narrow.
    """
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
    """Return the number of characters of the longest text, at most 9; 1 without any."""
    return min(9, max((len(text) for text in texts), default=1))
