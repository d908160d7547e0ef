"""The division of a round's form into parts: one for each player, and one for everything that concerns everybody."""

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
class OwnFields:
    """The kinds of a screen's fields, by patterns of their names, such as `bonus-*`."""

    # fields of which each player has one, such as `gold-0`. The name ends in the player's seat
    numbered: Sequence[str] = ()
    # fields for a thing that only one player has, such as a card or the last trick. The value is that player's seat,
    # or the code of a pile that belongs to nobody
    exclusive: Sequence[str] = ()
    shared: Sequence[str] = ()  # fields for a thing that several players can have. The values are their seats
    common: Sequence[str] = ()
    has_common_part: bool = False  # whether there are such fields besides the note
    # names of exclusive things that are not cards, by field
    names: Mapping[str, Phrase | Message] = field(default_factory=dict)
    rivals: Sequence[str] = ()  # numbered fields in which only one player can have more than 0
    main: str = ""  # numbered field that belongs to every player's part. It is 0 if left out
    # number fields without which the last player's part cannot be derived (Screen.rest_follows)
    rest_from: Sequence[str] = ()
    about: Phrase = ABOUT  # name of the part with these fields
    yours: Phrase = YOURS  # question to the player who holds the phone
    theirs: Phrase = THEIRS  # question about another player, by name
    pile: bool = False  # whether the part describes a pile of captured cards
    scores: bool = False  # whether a player's points follow from this player's part alone

    @property
    def asks_more(self) -> bool:
        """Return whether a pile comes with something that does not follow from the others' parts, such as a declared pair."""
        return self.pile and (bool(self.shared) or any(name != self.main for name in self.numbered))

    def part(self, fields: Fields, seat: str, table: AnyTable) -> Fields:
        """Return the fields in the part of this seat, without empty ones."""
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
        """Return the whole form, put together from its parts by seat."""
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
        """Return this part with its `main` field set to 0 if it was left out."""
        name = f"{self.main}-{seat}"
        return fields if not self.main or seat == EVERYBODY or name in fields else {**fields, name: ["0"]}

    def unclaimed(self, fields: Fields) -> list[str]:
        """Return the names of the exclusive fields that a form lacks. Patterns such as `card-*` are left out."""
        return [name for name in self.exclusive if not set(name) & set("*?[") and name not in fields]

    def claimed_twice(self, fields: Fields) -> Iterator[tuple[str, list[str]]]:
        """Yield the name and the values of each exclusive field that has several values."""
        for name, values in fields.items():
            if len(values) > 1 and self._is(name, self.exclusive):
                yield name, values

    def problem(self, name: str, values: Sequence[str], table: AnyTable) -> Problem:
        """Return the problem of an exclusive field that has several values, as yielded by `claimed_twice`."""
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
        """Return the seat at the end of a numbered field's name, unchecked; None if the field is not numbered."""
        base, _, seat = name.rpartition("-")
        return seat if base and self._is(base, self.numbered) else None

    def is_once(self, name: str) -> bool:
        """Return whether the field is `exclusive`."""
        return self._is(name, self.exclusive)

    def taken(self, fields: Fields, seat: str) -> Iterator[str]:
        """Yield the things in this seat's part that no other player can have. The part must have no empty fields."""
        for name, values in fields.items():
            if self.is_once(name) and seat in values:
                yield name.removeprefix("card-")
            base = name.rpartition("-")[0]
            if self._owner(name) == seat and self._is(base, self.rivals) and values != ["0"]:
                yield base

    @staticmethod
    def _is(name: str, patterns: Sequence[str]) -> bool:
        return any(fnmatchcase(name, pattern) for pattern in patterns)


def _seats(table: AnyTable) -> list[str]:
    return [str(seat) for seat, _ in table.numbered]


def card_of(name: str, table: AnyTable) -> Card | None:
    """Return the card that a field such as `card-R10` is about; None if the deck has no such card."""
    return table.deck.get(name.rpartition("-")[2])
