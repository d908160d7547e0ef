"""The reading of a record: one JSON object of a score file. Most methods read the value at one key."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from copy import copy
from typing import Any, Self

from .cards import Card
from .problems import (
    A_CARD,
    A_LIST,
    A_NAME,
    A_TEXT,
    A_WHOLE_NUMBER,
    AN_OBJECT,
    CARD_TAKEN_TWICE,
    CARDS_MISSING,
    DEALER_SITS_OUT,
    MISSING_KEY,
    NAMED_TWICE,
    NO_CARD,
    NOBODY_NAMED,
    NOT_TOGETHER,
    ONE_OF,
    PLAYER_MISSING,
    SUM_TOO_HIGH,
    TOO_SMALL,
    TRUE_OR_FALSE,
    UNKNOWN_CARD,
    UNKNOWN_KEY,
    UNKNOWN_PLAYER,
    UNKNOWN_VALUE,
    WRONG_SUM,
    WRONG_TYPE,
    Problems,
    out_of_range,
)
from .seats import HasStake, Table
from .words import Message, Phrase, abbreviated

WITH = Phrase("with", de="bei {name}", en="with {name}")

type RawRecord = dict[str, Any]
"""The record of an entry or of a trick, from a score file or from a form: JSON values, unchecked."""

type Counts = dict[str, int]
type Piles[C: Card] = dict[str, list[C]]


class JsonObject:
    """A JSON object, with methods that read its values. `path` is put before each key in the path of a problem."""

    __slots__ = ("path", "problems", "raw")

    def __init__(self, raw: RawRecord, problems: Problems, path: str = "") -> None:
        self.raw = raw
        self.problems = problems
        self.path = path

    # Keys and problems

    def allow(self, keys: Collection[str]) -> None:
        """Add a problem for every key of the record that is not among these."""
        for key in self.raw:
            if key not in keys:
                self.add(key, UNKNOWN_KEY(key=abbreviated(key)))

    def add(self, field: str, message: Message) -> None:
        """Add a problem at `field`: a key, a path inside this object, or "" for the whole object."""
        self.problems.add(self.path + field if field else self.path.removesuffix("."), message)

    def __contains__(self, key: str) -> bool:
        return key in self.raw

    def needs(self, key: str, missing: Phrase | None = None) -> bool:
        """Return whether there is a value at a key; if not, add a problem: `missing`, or that the key is missing."""
        if key not in self.raw:
            self.add(key, missing() if missing else MISSING_KEY(key=key))
        return key in self.raw

    def one_of(self, *keys: str, missing: Phrase | None = None) -> str | None:
        """Return the one of these keys that is present. If none or several are, add a problem and return None."""
        there = [key for key in keys if key in self.raw]
        if len(there) == 1:
            return there[0]
        if there:
            self.add(there[0], NOT_TOGETHER(keys=there))
        elif missing is not None:
            self.add(keys[0], missing())
        else:
            self.add("", ONE_OF(keys=keys))
        return None

    def within(self, field: str, value: object) -> Self | None:
        """Return the JSON object `value`, which is at `field` of this one; None with a problem if it is no object."""
        if not isinstance(value, dict):
            self.wrong_type(field, value, AN_OBJECT)
            return None
        inner = copy(self)
        inner.raw, inner.path = value, f"{self.path}{field}."
        return inner

    def wrong_type(self, field: str, value: object, wanted: Phrase) -> None:
        self.add(field, WRONG_TYPE(value=abbreviated(value), wanted=wanted))

    # Single values

    def text(self, key: str) -> str | None:
        value = self.raw.get(key, "")
        if isinstance(value, str):
            return value
        self.wrong_type(key, value, A_TEXT)
        return None

    def whole(self, key: str, low: int, high: int, default: int | None = None) -> int | None:
        """Return the whole number at a key, from `low` to `high`. If it is wrong, add a problem and return None."""
        if key not in self.raw and default is not None:
            return default
        return self.is_whole(key, self.raw[key], low, high) if self.needs(key) else None

    def flag(self, key: str) -> bool:
        """Return whether the value at a key is true; False without one. If it is neither true nor false, add a problem."""
        value = self.raw.get(key, False)
        if type(value) is not bool:
            self.wrong_type(key, value, TRUE_OR_FALSE)
        return value is True

    def is_whole(self, field: str, value: object, low: int, high: int | None) -> int | None:
        """Return the value if it is a whole number from `low` to `high`; if not, add a problem and return None."""
        if type(value) is not int:
            self.wrong_type(field, value, A_WHOLE_NUMBER)
        elif high is None and value < low:
            self.add(field, TOO_SMALL(value=abbreviated(value), low=low))
        elif high is not None and not low <= value <= high:
            self.add(field, out_of_range(value, low, high))
        else:
            return value
        return None

    def choice(self, key: str, allowed: Collection[str], missing: Phrase | None = None) -> str | None:
        """Return the text at a key. If it is not one of `allowed`, add a problem and return None."""
        if not self.needs(key, missing):
            return None
        value = self.raw[key]
        if isinstance(value, str) and value in allowed:
            return value
        self.add(key, UNKNOWN_VALUE(value=abbreviated(value), allowed=list(allowed)))
        return None

    def listed(self, key: str, value: object) -> list[Any] | None:
        if isinstance(value, list):
            return value
        self.wrong_type(key, value, A_LIST)
        return None


class Record[O: HasStake, C: Card](JsonObject):
    """An entry of the score file, or an object in one, of those who play at a table."""

    __slots__ = ("table",)

    def __init__(self, raw: RawRecord, table: Table[O, C], problems: Problems, path: str = "") -> None:
        super().__init__(raw, problems, path)
        self.table = table

    def player(self, key: str, missing: Phrase | None = None) -> str | None:
        """Return the player at a key. If the key is absent or the value is wrong, add a problem and return None."""
        return self.seated(key, self.raw[key]) if self.needs(key, missing) else None

    def player_or_nobody(self, key: str, unsaid: Phrase | None = None) -> str | None:
        """Return the player at a key; None for null or an absent key. A form sends "" if nothing was chosen."""
        value = self.raw.get(key)
        if value == "" and unsaid is not None:
            self.add(key, unsaid())
            return None
        return None if value is None else self.seated(key, value)

    def seated(self, field: str, value: object) -> str | None:
        """Return the value if it is the name of a player in this round; if not, add a problem and return None."""
        if not isinstance(value, str):
            self.wrong_type(field, value, A_NAME)
        elif not value:
            self.add(field, NOBODY_NAMED())
        elif value not in self.table.players:
            self.add(field, self._stranger(value))
        else:
            return value
        return None

    def _stranger(self, name: str) -> Message:
        """Return the message about a name that is not a player's: a dealer who sits out, or an unknown name."""
        phrase = DEALER_SITS_OUT if name in self.table.seated else UNKNOWN_PLAYER
        return phrase(name=abbreviated(name))

    def card[D: Card](self, field: str, value: object, deck: Mapping[str, D]) -> D | None:
        """Return the card of the deck whose code is `value`. If there is none, add a problem and return None."""
        if not isinstance(value, str):
            self.wrong_type(field, value, A_CARD)
        elif not value:
            self.add(field, NO_CARD())
        elif value not in deck:
            self.add(field, UNKNOWN_CARD(card=abbreviated(value), seats=len(self.table.players)))
        else:
            return deck[value]
        return None

    # Objects whose keys are players, and sums

    def by_player(self, key: str, *, everybody: bool = False) -> dict[str, Any] | None:
        """Return the object at a key: unchecked values by player; with `everybody`, each player must have one."""
        if everybody and not self.needs(key):
            return None
        value = self.raw.get(key, {})
        if not isinstance(value, dict):
            self.wrong_type(key, value, AN_OBJECT)
            return None
        players = self.table.players
        strangers = [name for name in value if name not in players]
        for name in strangers:
            self.add(f"{key}.{name}", self._stranger(name))
        if everybody:
            for name in players:
                if name not in value:
                    self.add(f"{key}.{name}", PLAYER_MISSING(name=name))
        return {name: value[name] for name in value if name in players} if strangers else value

    def counts(
        self,
        key: str,
        *,
        low: int = 0,
        high: int | None = None,
        everybody: bool = False,
        needed: bool = False,
    ) -> Counts | None:
        """Return whole numbers by player, from `low` to `high`; None with problems if they are wrong."""
        if needed and not self.needs(key):
            return None
        before = self.problems.added
        value = self.by_player(key, everybody=everybody)
        if value is None:
            return None
        for name, count in value.items():
            self.is_whole(f"{key}.{name}", count, low, high)
        return value if self.problems.added == before else None

    def sums_to(self, field: str, total: int, wanted: int) -> None:
        if total != wanted:
            self.add(field, WRONG_SUM(sum=total, wanted=wanted, off=total - wanted))

    def sums_to_at_most(self, field: str, total: int, most: int) -> None:
        if total > most:
            self.add(field, SUM_TOO_HIGH(sum=total, most=most))

    # Lists and cards

    def players(self, key: str) -> list[str] | None:
        """Return the players listed at a key, each once; [] if it is absent, None with problems if the list is wrong."""
        value = self.listed(key, self.raw.get(key, []))
        if value is None:
            return None
        before = self.problems.added
        for index, name in enumerate(value):
            if self.seated(f"{key}.{index}", name) and value.index(name) == index and value.count(name) > 1:
                self.add(f"{key}.{index}", NAMED_TWICE(what=name))
        return value if self.problems.added == before else None

    def cards[D: Card](self, key: str, deck: Mapping[str, D]) -> list[D] | None:
        """Return the cards listed at a key; [] if it is absent, None with problems if the list is wrong."""
        return self._cards(key, self.raw.get(key, []), deck)

    def _cards[D: Card](self, key: str, raw: object, deck: Mapping[str, D]) -> list[D] | None:
        value = self.listed(key, raw)
        if value is None:
            return None
        try:
            return [deck[code] for code in value]
        except (KeyError, TypeError):
            for index, code in enumerate(value):
                self.card(f"{key}.{index}", code, deck)
            return None

    def piles[D: Card](self, key: str, deck: Mapping[str, D]) -> Piles[D] | None:
        """Return captured cards by player; None with problems. Whether a card is listed twice, only `each_once` tells."""
        if not self.needs(key):
            return None
        before = self.problems.added
        value = self.by_player(key)
        read = {}
        for name, codes in (value or {}).items():
            pile = self._cards(f"{key}.{name}", codes, deck)
            if pile is None:
                known = [code for code in codes if isinstance(code, str)] if isinstance(codes, list) else []
                pile = [deck[code] for code in known if code in deck]
            read[name] = pile
        if self.problems.added == before:
            return read
        self.each_once(key, self.in_piles(key, read), ())
        return None

    def each_once[D: Card](
        self, field: str, places: Mapping[str, tuple[Message, Iterable[D]]], needed: Iterable[D]
    ) -> bool:
        """Return whether no card is listed twice and no `needed` card is missing; if not, add the problems."""
        seen: set[str] = set()
        count = 0
        for _, cards in places.values():
            codes = [card.code for card in cards]
            count += len(codes)
            seen.update(codes)
        fine = True
        if len(seen) != count:
            self._report_twice(places)
            fine = False
        missing = [card for card in needed if card.code not in seen]
        if missing:
            self.add(field, CARDS_MISSING(count=len(missing), cards=missing))
            fine = False
        return fine

    def _report_twice[D: Card](self, places: Mapping[str, tuple[Message, Iterable[D]]]) -> None:
        lying: dict[str, list[str]] = {}
        cards_by_code: dict[str, D] = {}
        for path, (_, cards) in places.items():
            for card in cards:
                cards_by_code[card.code] = card
                lying.setdefault(card.code, []).append(path)
        for code, paths in lying.items():
            if len(set(paths)) > 1:
                self.add(
                    paths[0],
                    CARD_TAKEN_TWICE(
                        card=cards_by_code[code], places=[places[path][0] for path in dict.fromkeys(paths)]
                    ),
                )
            elif len(paths) > 1:
                self.add(paths[0], NAMED_TWICE(what=code))

    def in_piles[D: Card](self, key: str, piles: Piles[D]) -> dict[str, tuple[Message, Iterable[D]]]:
        """Return piles, by player, as `places` for `each_once`. `key` is the key of the piles in the record."""
        return {f"{key}.{name}": (WITH(name=name), cards) for name, cards in piles.items()}


type AnyRecord = Record[Any, Any]  # for code that is the same for every game
