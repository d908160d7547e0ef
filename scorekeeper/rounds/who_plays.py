"""The form that changes who plays from now on: who leaves, who takes over a seat, who joins, and in which order."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from games.kernel.engine import SEATS, Engine
from games.kernel.posted import Posted
from games.kernel.seating import DEALER
from scorekeeper.nights.models import Match, Seat
from scorekeeper.people import names
from scorekeeper.people.models import Player
from scorekeeper.people.signs import Sign

# After which chairs, by how many there are, the drawn table has room for one more (starting.css).
GAPS = {2: (1, 2), 3: (1, 2, 3), 4: (1, 2, 3, 4), 5: (1, 3, 5), 6: (2, 5), 7: (4,)}
LEAVES = "leaves"  # the value of a seat's field if the player leaves; other values: the heir's key, or "" for no change


class Other(NamedTuple):
    """A player of the group who does not sit here, and could join or take over a seat."""

    player: Player
    name: str  # player's name in the records of this match
    total: int | None  # points when the player left; None for a player who never sat here


class FormSeat(NamedTuple):
    """A seat as typed in the form."""

    number: str
    before: str  # the player who sits there before the change
    heir: str  # the player who takes over; "" for nobody
    leaves: bool

    @property
    def after(self) -> str:
        """The player who sits there after the change; "" for nobody."""
        return "" if self.leaves else self.heir or self.before


@dataclass
class WhoPlays:
    """The form as typed, with the record that it makes."""

    match: Match
    form: Posted = field(default_factory=lambda: Posted({}))

    @property
    def engine(self) -> Engine:
        return self.match.course.engine

    @property
    def sitting(self) -> list[Sign]:
        """The signs of the players who sit here before the change, clockwise."""
        return [self.match.signs[number] for number, _name in self.engine.seating.numbered]

    @cached_property
    def others(self) -> list[Other]:
        """Those who could join or take over a seat: first who sat here before, then the rest of the group."""
        players = self.match.night.group.players
        chosen = [player.pk for player in players.by_key(self._chosen) if player] if self._chosen else []
        seats = {seat.player.canonical: seat for seat in self._merged_first}
        sitting = {self.match.seated[sign.seat].player.canonical for sign in self.sitting}
        found = [
            Other(player, seats[player].name, self.engine.totals.get(seats[player].name))
            if player in seats
            else Other(player, player.name, None)
            for player in players.on_the_pad() | players.filter(pk__in=chosen)
            if player not in sitting
        ]
        return sorted(found, key=lambda other: other.total is None)

    def _named(self, which: str, name: str) -> str:
        """Return the name of the player chosen in the field `which`, or typed in the field `name`; "" for none."""
        chosen, typed = self.form.one(which), names.tidy(self.form.one(name))
        if not (chosen or typed):
            return ""
        players = self.match.night.group.players
        player = players.by_key([chosen])[0] if chosen else players.named(typed)
        if player is None:
            return "" if chosen else typed
        return {seat.player.canonical: seat.name for seat in self._merged_first}.get(player, player.name)

    @property
    def _merged_first(self) -> list[Seat]:
        """All seats; those of merged players come first."""
        return sorted(self.match.seated, key=lambda seat: seat.player.merged_into_id is None)

    def value(self, which: str) -> str:
        """Return the value of the field `which`."""
        value = self.form.one(which)
        player = self.match.night.group.players.by_key([value])[0] if value not in ("", LEAVES) else None
        return player.key if player else value

    @cached_property
    def _chosen(self) -> list[str]:
        """The keys of the players who are chosen in the form."""
        fields = ["joins", *(f"seat-{number}" for number, _name in self.engine.seating.numbered)]
        return [key for key in map(self.form.one, fields) if key not in ("", LEAVES)]

    @property
    def names_unknown(self) -> bool:
        """Return whether a player is chosen in the form by a key that the group does not have."""
        return bool(self._chosen) and None in self.match.night.group.players.by_key(self._chosen)

    @cached_property
    def seats(self) -> list[FormSeat]:
        """The seats as typed in the form, clockwise after those who change places have done so."""
        form, seats = self.form, {}
        for number, name in self.engine.seating.numbered:
            leaves = form.one(f"seat-{number}") == LEAVES
            heir = "" if leaves else self._named(f"seat-{number}", f"name-{number}")
            seats[str(number)] = FormSeat(str(number), name, heir, leaves)
        order = list(seats)
        for one in seats:
            if (other := form.one(f"swap-{one}")) in seats:
                here, there = order.index(one), order.index(other)
                order[here], order[there] = other, one
        return [seats[each] for each in order]

    @cached_property
    def joins(self) -> str:
        """The name of the player who joins; "" for nobody."""
        return self._named("joins", "name")

    @property
    def sits_out(self) -> bool:
        """Whether the dealer is asked to sit out, where the people at the table can play both ways."""
        return self.form.one("sits_out") == DEALER if "sits_out" in self.form.fields else self.engine.seating.sits_out

    @property
    def chairs(self) -> list[dict[str, Any]]:
        """Return a template context for each chair, clockwise as after the change: whose it was and whose it will be."""
        signs = {str(sign.seat): sign for sign in self.sitting}
        players = {other.name: other.player for other in self.others}
        chairs = [
            {
                "opens": seat.number,
                "sign": players.get(seat.heir) if seat.heir else signs[seat.number],
                "name": seat.after or seat.before,
                "total": self.engine.totals[seat.before],
                "leaves": seat.leaves,
            }
            for seat in self.seats
        ]
        if self.joins:
            chairs.insert(self._place(), {"opens": "joins", "sign": players.get(self.joins), "name": self.joins})
        free = GAPS.get(len(chairs), ())
        return [{**chair, "gap": place in free} for place, chair in enumerate(chairs, 1)]

    def _place(self) -> int:
        """Return the place of the player who joins among the seats: left of the one in the field `after`."""
        numbers, neighbour = [seat.number for seat in self.seats], self.form.one("after")
        return numbers.index(neighbour) + 1 if neighbour in numbers else len(numbers)

    @cached_property
    def record(self) -> dict[str, Any]:
        """The record that the form makes, of the kind `seats`."""
        engine = self.engine
        players = [seat.after for seat in self.seats]
        record: dict[str, Any] = {"kind": SEATS}
        if joins := self.joins:
            players.insert(self._place(), joins)
            if joins not in engine.totals and (points := self.points):
                record["points"] = {joins: points}
        record["players"] = [name for name in players if name]
        if replaced := {seat.heir: seat.before for seat in self.seats if seat.heir}:
            record["replaced"] = replaced
        count, options = len(record["players"]), engine.seating.options
        sits_out = self.match.game.dealer_sits_out(count, options, asked=self.sits_out)
        if sits_out != engine.seating.sits_out:
            record["sits_out"] = DEALER if sits_out else None
        return record

    @property
    def points(self) -> Any:
        """The points with which a new player starts: the typed number, or the choice in the field `start`."""
        engine = self.engine
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
        """Whether the form leaves the players, their order, and whether the dealer sits out as they are."""
        return self.record == {"kind": SEATS, "players": list(self.engine.seating.players)}

    @property
    def moves_people(self) -> bool:
        """Return whether the change adds, removes or replaces a player, or changes whether the dealer sits out."""
        before, after = (course.engine.seating for course in (self.match.course, self.match.preview(self.record)[0]))
        return {*before.players} != {*after.players} or before.sits_out != after.sits_out
