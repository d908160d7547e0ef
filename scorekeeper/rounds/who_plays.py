"""The form that says who plays from now on: who goes on at each seat, who joins, in which order."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from games.kernel.engine import SEATS
from games.kernel.posted import Posted
from games.kernel.seating import DEALER
from scorekeeper.nights.models import Match
from scorekeeper.people import names
from scorekeeper.people.models import Player
from scorekeeper.web.posted import whole_number

LEAVES = "leaves"  # what is said of a seat beside the key of who takes it over; "": who sits there stays
FIRST = "first"
A_STEP = 10  # between two seats, so that somebody can sit down between them


class Other(NamedTuple):
    """Somebody who does not sit here and could: with the name that records use or will use, and how they left."""

    player: Player
    name: str
    total: int | None  # None: has never sat here


@dataclass
class WhoPlays:
    """The form as typed, with the record that it makes."""

    match: Match
    form: Posted = field(default_factory=lambda: Posted({}))

    @cached_property
    def others(self) -> list[Other]:
        """The people that the page offers: first those who sat here before, then everybody else of the group."""
        engine = self.match.course.engine
        seats = {seat.player.canonical: seat for seat in self.match.seated}
        sitting = {seat.player.canonical for seat in self.match.sitting}
        found = [
            Other(player, seats[player].name, engine.totals.get(seats[player].name, 0))
            if player in seats
            else Other(player, player.name, None)
            for player in self.match.night.group.players.on_the_pad()
            if player not in sitting
        ]
        return sorted(found, key=lambda other: other.total is None)

    def _named(self, which: str, name: str) -> str:
        """Return the name in this field: of somebody known by key, or the new name typed beside it."""
        chosen, typed = self.form.one(which), names.tidy(self.form.one(name))
        if chosen or not typed:
            return next((other.name for other in self.others if other.player.key == chosen), "")
        known = (other.name for other in self.others if names.key(other.player.name) == names.key(typed))
        return next(known, typed)

    @cached_property
    def record(self) -> dict[str, Any]:
        """The record of kind `seats` that the form stands for."""
        engine, form = self.match.course.engine, self.form
        places: list[tuple[int, str]] = []
        replaced = {}
        for index, (number, name) in enumerate(engine.seating.numbered, 1):
            typed = whole_number(form.one(f"place-{number}"))
            place = (typed if typed > 0 else index) * A_STEP
            if form.one(f"seat-{number}") == LEAVES:
                continue
            if heir := self._named(f"seat-{number}", f"name-{number}"):
                replaced[heir] = name
            places.append((place, heir or name))
        record: dict[str, Any] = {"kind": SEATS}
        if joins := self._named("joins", "name"):
            after = form.one("after")
            before = [place for place, name in places if name == self._sitting_on(after)]
            places.append((1 if after == FIRST else before[0] + 1 if before else A_STEP * A_STEP, joins))
            if joins not in engine.seating.everyone and (points := self.points):
                record["points"] = {joins: points}
        record["players"] = [name for _place, name in sorted(places, key=lambda each: each[0])]
        if replaced:
            record["replaced"] = replaced
        if "sits_out" in form.fields and (out := form.one("sits_out") == DEALER) != engine.seating.sits_out:
            record["sits_out"] = DEALER if out else None
        return record

    def _sitting_on(self, number: str) -> str:
        """Return who sits on this seat from now on; "" where nobody does."""
        names_here = {str(each): name for each, name in self.match.course.engine.seating.numbered}
        return self._named(f"seat-{number}", f"name-{number}") or names_here.get(number, "")

    @property
    def points(self) -> Any:
        """The starting points of somebody new, or the text that was typed instead of a number."""
        engine = self.match.course.engine
        standing = list(engine.standing.values())
        if (typed := self.form.number("start_number")) is not None:
            return typed
        match self.form.one("start"):
            case "last":
                return engine.totals[engine.ranking[-1][0]]
            case "average":
                return round(sum(standing) / len(standing))
            case _:
                return 0

    @property
    def changes_nothing(self) -> bool:
        """Whether everybody stays in their seat."""
        players = list(self.match.course.engine.seating.players)
        return self.record == {"kind": SEATS, "players": players}

    @property
    def moves_people(self) -> bool:
        """Whether others play from now on, or fewer or more."""
        players = set(self.match.course.engine.seating.players)
        return players != {*self.record["players"]} or "sits_out" in self.record
