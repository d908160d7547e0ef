"""The columns of a table of players: one for each side (a player or a team), and how wide they are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.kernel.lines import Score
from games.kernel.seating import Seating
from scorekeeper.nights.departures import lineage
from scorekeeper.nights.models import Course, Match, Row
from scorekeeper.people.signs import SEATS_DRAWN, Sign
from scorekeeper.web.formatting import all_of
from scorekeeper.web.text_width import widest_word

WIDEST_WORD, ANY_WORD = 15, 40  # letters; pad.css has classes for words up to the first, and one for any longer word
MANY_COLUMNS = 5  # with so many columns or more, each is headed by the first word of the name only


def sides_in(match: Match, score: Score) -> list[Sign]:
    """Return the sides to which a score gives points, in seat order; of a change of seats, the players."""
    people = {sign.name: sign for sign in match.signs}
    if isinstance(score.change, Seating):
        return [people[name] for name in score.points if name in people]
    figures = {people[name].seat: points for name, points in score.points.items()}
    return match.sides_of(figures, figures)


def speaker(side: Sign) -> str:
    """Return the name under which records and scores have a side: the player's, or that of the team's first player."""
    return side.people[0].name


def won_by(sides: Sequence[Sign]) -> str:
    """Return the names of these winning sides as a list in words; "" for none. A single team is named by its players."""
    names = [side.name for side in (sides[0].people if len(sides) == 1 else sides)] if sides else []
    return all_of(names) if names else ""


def winners_of(match: Match, course: Course) -> list[Sign]:
    """Return the sides that have won by this course of the match; [] as long as the game is not over."""
    return in_sides(match.sides_after(course), course.engine.winners)


def is_team(sides: Sequence[Sign]) -> bool:
    """Return whether these sides are a single team, so that a sentence needs the plural ("Anna and Ben win")."""
    return len(sides) == 1 and len(sides[0].people) > 1


def in_sides(sides: Sequence[Sign], names: Sequence[str]) -> list[Sign]:
    """Return those of these sides whose first player is among these names."""
    return [side for side in sides if side.people[0].name in names]


class Columns:
    """The columns of the pad: one for each side in seat order, then one for each player who has left.

    A team's column also has the points that it made with a player who has handed over their seat since. Players who have
    left have columns only in games without teams, and only if there is room for all of them.
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
        """Return for each column its sign, the points by this entry, and the total after it.

        The points are None for somebody who did not play the round, the total for somebody who did not sit there then.
        """
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
    """Return the CSS classes for the number and width of a table's columns, one for each of these sides.

    With these classes pad.css turns the table into a list if the screen is too narrow.
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
