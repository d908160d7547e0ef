"""A round in parts: each player's own part of its form, and what concerns everybody.

A game's screen says which fields are a player's own (`Own`); here a form is divided into parts and put together again.
A part belongs to a seat, by its number as text; the part of what concerns everybody is `EVERYBODY`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase

from .cards import Card
from .posted import Fields
from .problems import Problem
from .record import WITH
from .seats import AnyTable
from .words import Message, Phrase

EVERYBODY = ""

YOURS = Phrase("yours", de="Wie lief die Runde für dich?", en="How did the round go for you?")
THEIRS = Phrase("theirs", de="Wie lief die Runde für {name}?", en="How did the round go for {name}?")
ABOUT = Phrase("about", de="Zur ganzen Runde", en="About the round")
HELD_TWICE = Phrase(
    "held_twice", de="{what:Der} liegt {places: und }. Was stimmt?", en="{what:The} is {places: and }. Which is right?"
)
CLAIMED_TWICE = Phrase(
    "claimed_twice",
    de="Das kann nur einer haben, eingetragen ist es für {players: und }.",
    en="Only one player can have this, but it is entered for {players: and }.",
)
ON_A_SIDE = Phrase("on_a_side", de="bei niemandem", en="with nobody")


@dataclass(frozen=True, slots=True)
class Own:
    """The fields of a screen that are a player's own; their names are patterns such as `bonus-*`.

    `numbered`: the field's name ends in the player's seat, as in `gold-0`. `exclusive`: the field's value is a seat,
    and only one player can have what it is about (a card, the last trick); any other value is a pile that belongs to
    nobody. `shared`: the field's values are seats, and several players may have it. `common`: any player who knows it
    may fill it in, whatever its values are. All other fields concern everybody; `has_common_part` says that there are
    some besides a note. `rivals` are the numbered fields that only one player can have in a round. `main` is the
    numbered field that every part has: left out, it is 0.

    `rest_from`: the numbers, among what concerns everybody, that are needed besides the other parts for the last
    player's part to follow (Screen.rest_follows). Until they are told, no player gets the rest. `about` names what
    concerns everybody.

    `yours` asks the player who holds the phone, `theirs` asks about another player, by name. `pile` says that what is
    asked for lies in a pile of captured cards, and `scores` that it counts for its player whatever the others have.
    """

    numbered: Sequence[str] = ()
    exclusive: Sequence[str] = ()
    shared: Sequence[str] = ()
    common: Sequence[str] = ()
    has_common_part: bool = False
    names: Mapping[str, Phrase | Message] = field(default_factory=dict)  # of what is no card, by field
    rivals: Sequence[str] = ()
    main: str = ""
    rest_from: Sequence[str] = ()
    about: Phrase = ABOUT
    yours: Phrase = YOURS
    theirs: Phrase = THEIRS
    pile: bool = False
    scores: bool = False

    def part(self, fields: Fields, seat: str, table: AnyTable) -> Fields:
        """Return the fields among these that belong to this seat's part, or to everybody's."""
        found = {name: self._values(name, values, seat, table) for name, values in fields.items()}
        return {name: values for name, values in found.items() if any(values)}

    def _values(self, name: str, values: Sequence[str], seat: str, table: AnyTable) -> list[str]:
        if self._is(name, self.exclusive) or self._is(name, self.shared):
            seats = _seats(table)
            return [value for value in values if value == seat or (value and value not in seats)]
        if self._is(name, self.common):
            return list(values)
        owner = self._owner(name)
        mine = owner == seat if owner in _seats(table) else seat == EVERYBODY
        return list(values) if mine else []

    def whole(self, parts: Mapping[str, Fields], table: AnyTable) -> Fields:
        """Return the form that these parts make, whatever the order in which they came."""
        fields: Fields = {}
        for seat in (*_seats(table), EVERYBODY):
            for name, values in parts.get(seat, {}).items():
                there = fields.setdefault(name, [])
                there += [value for value in values if value not in there]
        order = {code: place for place, code in enumerate(table.deck)}
        for name in fields:
            if self._is(name, self.common):
                fields[name].sort(key=lambda value: order.get(value, len(order)))
        return fields

    def complete(self, fields: Fields, seat: str) -> Fields:
        """Return this part with the number that every part has (`main`): 0 if it is left out."""
        name = f"{self.main}-{seat}"
        return fields if not self.main or seat == EVERYBODY or name in fields else {**fields, name: ["0"]}

    def unclaimed(self, fields: Fields) -> list[str]:
        """Return the exclusive fields that nobody has filled in. Patterns such as `card-*` are left out."""
        return [name for name in self.exclusive if not set(name) & set("*?[") and name not in fields]

    def claimed_twice(self, fields: Fields) -> Iterator[tuple[str, list[str]]]:
        """Yield each exclusive field that several players claim, with their seats as posted."""
        for name, values in fields.items():
            if len(values) > 1 and self._is(name, self.exclusive):
                yield name, values

    def problem(self, name: str, values: Sequence[str], table: AnyTable) -> Problem:
        """Return the problem that several players say they have the same thing."""
        seats = _seats(table)
        what = self.names.get(name) or card_of(name, table)
        players = [table.players[seats.index(value)] for value in values if value in seats]
        if what is None:
            return Problem(name, CLAIMED_TWICE(players=players))
        places: list[Message] = [WITH(name=player) for player in players]
        if len(players) < len(values):
            places.append(ON_A_SIDE())
        return Problem(name, HELD_TWICE(what=what, places=places))

    def _owner(self, name: str) -> str | None:
        """Return the seat whose number ends the name of this field."""
        base, _, seat = name.rpartition("-")
        return seat if base and self._is(base, self.numbered) else None

    def is_once(self, name: str) -> bool:
        """Return whether only one player can have what this field is about."""
        return self._is(name, self.exclusive)

    def taken(self, fields: Fields, seat: str) -> Iterator[str]:
        """Yield what this seat's part has and no other can have: a card by its code, else its field without a seat."""
        for name, values in fields.items():
            if self.is_once(name) and seat in values:
                yield name.removeprefix("card-")
            base = name.rpartition("-")[0]
            if self._owner(name) == seat and self._is(base, self.rivals) and {*values} - {"", "0"}:
                yield base

    @staticmethod
    def _is(name: str, patterns: Sequence[str]) -> bool:
        return any(fnmatchcase(name, pattern) for pattern in patterns)


def _seats(table: AnyTable) -> list[str]:
    return [str(seat) for seat, _ in table.numbered]


def card_of(name: str, table: AnyTable) -> Card | None:
    """Return the card that a field such as `card-R10` is about."""
    return table.deck.get(name.rpartition("-")[2])
