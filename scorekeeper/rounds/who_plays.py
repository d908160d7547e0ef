"""The form that says who plays from now on: who goes on at each seat, who joins, in which order."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from games.kernel.engine import SEATS, Engine
from games.kernel.posted import Fields, Posted
from games.kernel.seating import DEALER
from games.kernel.words import isolated
from scorekeeper.nights.models import Entry, Match
from scorekeeper.people import names
from scorekeeper.people.models import Player
from scorekeeper.people.signs import Sign
from scorekeeper.web.posted import whole_number

LEAVES = "leaves"  # value of a seat's field; others are the key of a player who takes over, and "" for no change
FIRST = "first"
A_STEP = 10  # between two seats, so that somebody can sit down between them


class Other(NamedTuple):
    """A person who does not sit here and could join: the name that records use for them, and their total when they left."""

    player: Player
    name: str
    total: int | None  # None: they have never sat here


@dataclass
class WhoPlays:
    """The form as typed, with the record that it makes: of a new change, or of an entry that is corrected."""

    match: Match
    form: Posted = field(default_factory=lambda: Posted({}))
    entry: Entry | None = None

    @cached_property
    def engine(self) -> Engine:
        """Return the engine in its state before the change."""
        entry, match = self.entry, self.match
        if entry is None:
            return match.course.engine
        return match.course_of((each, each.record) for each in match.active if each.number < entry.number).engine

    @property
    def sitting(self) -> list[Sign]:
        """The signs of those who sit here before the change, clockwise."""
        return [self.match.signs[number] for number, _name in self.engine.seating.numbered]

    @classmethod
    def of(cls, match: Match, entry: Entry) -> WhoPlays | None:
        """Return the form that makes the record of this entry; None if no form can, as when several players join at once."""
        form = cls(match, entry=entry)
        form.form = Posted(form._fields(entry.record))
        same = {key: value for key, value in entry.record.items() if key != "note" and value != {}}
        return form if _around(form.record) == _around(same) else None

    def _fields(self, record: dict[str, Any]) -> Fields:
        """Return the fields with which the form makes this record."""
        players, heirs = list(record["players"]), {old: new for new, old in record.get("replaced", {}).items()}
        keys = {seat.name: seat.player.canonical.key for seat in self.match.seated}
        fields: Fields = {}
        seats = {}  # by who sits there then
        for number, name in self.engine.seating.numbered:
            then = name if name in players else heirs.get(name, "")
            if then:
                seats[then] = number
            fields[f"seat-{number}"] = ["" if then == name else keys.get(then, "") if then else LEAVES]
        new = [name for name in players if name not in seats]
        for place, name in enumerate((name for name in players if name in seats), 1):
            fields[f"place-{seats[name]}"] = [str(place)]
        if new:
            fields |= {
                "joins": [keys.get(new[0], "")],
                "after": [str(seats.get(players[players.index(new[0]) - 1], ""))],
            }
            if new[0] in record.get("points", {}):
                fields["start_number"] = [str(record["points"][new[0]])]
        if "sits_out" in record:
            fields["sits_out"] = [record["sits_out"] or ""]
        return fields

    @cached_property
    def others(self) -> list[Other]:
        """Return the players on offer: first those who sat here before, then everybody else of the group."""
        seats = {seat.player.canonical: seat for seat in self.match.seated}
        sitting = {self.match.seated[sign.seat].player.canonical for sign in self.sitting}
        found = [
            Other(player, seats[player].name, self.engine.totals.get(seats[player].name))
            if player in seats
            else Other(player, player.name, None)
            for player in self.match.night.group.players.on_the_pad()
            if player not in sitting
        ]
        return sorted(found, key=lambda other: other.total is None)

    def _named(self, which: str, name: str) -> str:
        """Return the name for the player chosen in the field `which`, or typed in the field `name`; "" for none."""
        chosen, typed = self.form.one(which), names.tidy(self.form.one(name))
        if chosen or not typed:
            return next((other.name for other in self.others if other.player.key == chosen), "")
        known = (other.name for other in self.others if names.key(other.player.name) == names.key(typed))
        return next(known, typed)

    @cached_property
    def record(self) -> dict[str, Any]:
        """Return the record, of the kind `seats`, that the form makes."""
        engine, form = self.engine, self.form
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
            if joins not in engine.totals and (points := self.points):
                record["points"] = {joins: points}
        record["players"] = [name for _place, name in sorted(places, key=lambda each: each[0])]
        if replaced:
            record["replaced"] = replaced
        if "sits_out" in form.fields and (out := form.one("sits_out") == DEALER) != engine.seating.sits_out:
            record["sits_out"] = DEALER if out else None
        return record

    def _sitting_on(self, number: str) -> str:
        """Return the name of the player on this seat after the change; "" if nobody sits there."""
        names_here = {str(each): name for each, name in self.engine.seating.numbered}
        return self._named(f"seat-{number}", f"name-{number}") or names_here.get(number, "")

    @property
    def points(self) -> Any:
        """The points with which a player joins who has not sat here before; invalid text as it was typed."""
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
        """Return whether everybody stays where they are or, in a correction, the entry stays as it is."""
        if self.entry is not None:
            note = {key: value for key, value in self.entry.record.items() if key == "note"}
            return bool(self.record | note == self.entry.record)
        return self.record == {"kind": SEATS, "players": list(self.engine.seating.players)}

    @property
    def moves_people(self) -> bool:
        """Return whether the set of players changes, or whether the dealer sits out."""
        before, after = (
            course.engine.seating for course in (self.match.course, self.match.preview(self.record, self.entry)[0])
        )
        return {*before.players} != {*after.players} or before.sits_out != after.sits_out

    @property
    def lost(self) -> list[str]:
        """The entries for seats where nobody sits any more, in words, as others have changed the table meanwhile."""
        here = {number for number, _name in self.engine.seating.numbered}
        found = []
        for sign in self.match.signs:
            which, name = f"seat-{sign.seat}", f"name-{sign.seat}"
            if sign.seat in here or not (self.form.one(which) or self.form.one(name)):
                continue
            heir = "" if self.form.one(which) == LEAVES else self._named(which, name)
            facts = {"name": isolated(sign.name), "heir": isolated(heir)}
            found.append(_("%(heir)s takes over from %(name)s") % facts if heir else _("%(name)s leaves") % facts)
        return found


def _around(record: dict[str, Any]) -> dict[str, Any]:
    """Return the record with its players rotated, so that the alphabetically first name comes first."""
    players = record["players"]
    start = players.index(min(players))
    return {**record, "players": players[start:] + players[:start]}
