"""House rules: typed, immutable, with defaults. A game's options are a frozen dataclass derived from `Options`."""

from __future__ import annotations

import dataclasses
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

from .currencies import minor_units
from .posted import Fields, Posted
from .problems import UNKNOWN_VALUE, Problems
from .record import JsonObject
from .words import Message, Phrase, abbreviated, visible


@dataclass(frozen=True, slots=True)
class Option[V]:
    """One house rule."""

    label: Phrase
    summary: Phrase | None = field(default=None, kw_only=True)  # the rule with its {value}, as part of a sentence

    widget: ClassVar[str] = "text"  # the name of a form widget, or a template of the game; "": the option is in no form

    def read(self, given: JsonObject, key: str) -> V | None:
        """Return the value at a key of the JSON object of all house rules. If it is wrong, add a problem to `given`."""
        raise NotImplementedError

    def typed(self, posted: Posted, name: str) -> object:
        """Return the value typed in the field `name`, unchecked, for `read`."""
        return posted.one(name) or None

    def fields(self, value: V, name: str) -> Fields:
        """Return the form field `name` with this value. If the value is None, the field has no value."""
        return {name: [] if value is None else [str(value)]}

    def words(self, value: V) -> Message | Phrase | str:
        """Return the value in words."""
        return str(value)

    def describe(self, value: V) -> Message | Phrase | None:
        """Return the value as part of a sentence on all house rules; None if the sentence leaves the value out."""
        if self.summary is not None:
            return self.summary(value=self.words(value))
        return None if value is None else LABELLED(label=self.label, value=self.words(value))


type AnyOption = Option[Any]


@dataclass(frozen=True, slots=True)
class WholeNumber(Option[int]):
    low: int
    high: int

    widget: ClassVar[str] = "whole"

    def typed(self, posted: Posted, name: str) -> object:
        return posted.number(name)

    def read(self, given: JsonObject, key: str) -> int | None:
        return given.whole(key, self.low, self.high)


@dataclass(frozen=True, slots=True)
class Name(Option[str]):
    """A name given by the group: at most `longest` characters (code points) after trimming; "" for none."""

    longest: int

    widget: ClassVar[str] = "name"

    def read(self, given: JsonObject, key: str) -> str | None:
        value = given.text(key)
        if value is not None and not fits_as_name(value, 0, self.longest):
            given.add(key, BAD_NAME(value=abbreviated(value), longest=self.longest))
        return value.strip() if value and visible(value) else ""

    def describe(self, value: str) -> Message | Phrase | None:
        return Option.describe(self, value) if value else None


@dataclass(frozen=True, slots=True)
class Switch(Option[bool]):
    on: Phrase | None = None  # the rule as part of a sentence on all house rules, if it is on
    off: Phrase | None = None

    widget: ClassVar[str] = "switch"

    def typed(self, posted: Posted, name: str) -> object:
        """Return True for "on" and False for "off". A form sends "off" for every switch."""
        return {"on": True, "off": False, "": None}.get(posted.one(name), posted.one(name))

    def fields(self, value: bool, name: str) -> Fields:
        return {name: ["on" if value else "off"]}

    def describe(self, value: bool) -> Message | Phrase | None:
        return self.on or self.label if value else self.off

    def words(self, value: bool) -> Phrase:
        return YES if value else NO

    def read(self, given: JsonObject, key: str) -> bool | None:
        return given.flag(key)


@dataclass(frozen=True, slots=True)
class OneOf[V: int | str](Option[V]):
    """A choice among a few values. `values`: the name of each value."""

    values: Mapping[V, Phrase]

    widget: ClassVar[str] = "choice"

    def typed(self, posted: Posted, name: str) -> object:
        text = posted.one(name)
        return next((value for value in self.values if str(value) == text), text or None)

    def words(self, value: V) -> Phrase:
        return self.values[value]

    def read(self, given: JsonObject, key: str) -> V | None:
        value = given.raw[key]
        for allowed in self.values:
            if type(value) is type(allowed) and value == allowed:
                return value
        given.add(key, UNKNOWN_VALUE(value=abbreviated(value), allowed=[str(each) for each in self.values]))
        return None


@dataclass(frozen=True, slots=True)
class Money(WholeNumber):
    """An amount in minor units of the currency (cents), typed as "10 ct", "0,10 €", "€0.10" or "10"."""

    widget: ClassVar[str] = "money"

    def typed(self, posted: Posted, name: str) -> object:
        text = posted.one(name)
        return minor_units(text, posted.one("currency").upper() or "EUR") if text else None

    def read(self, given: JsonObject, key: str) -> int | None:
        value = given.raw[key]
        if type(value) is not int:
            given.wrong_type(key, value, AN_AMOUNT)
        elif not self.low <= value <= self.high:
            given.add(key, AMOUNT_OUT_OF_RANGE(value=abbreviated(value), low=self.low, high=self.high))
        else:
            return value
        return None


@dataclass(frozen=True, slots=True)
class Currency(Option[str]):
    widget: ClassVar[str] = "currency"

    def typed(self, posted: Posted, name: str) -> object:
        return posted.one(name).upper() or None

    def describe(self, value: str) -> Message | Phrase | None:
        """Return None, as the currency is named together with the stake."""
        return None

    def read(self, given: JsonObject, key: str) -> str | None:
        value = given.raw[key]
        if isinstance(value, str) and len(value) == 3 and value.isascii() and value.isalpha() and value.isupper():
            return value
        given.add(key, NO_CURRENCY(value=abbreviated(value)))
        return None


def fits_as_name(text: str, shortest: int, longest: int) -> bool:
    """Return whether a text can be a name: `shortest` to `longest` characters after trimming, no control character."""
    plain = not any(unicodedata.category(each) == "Cc" for each in text)
    return plain and shortest <= len(text.strip()) <= longest


YES = Phrase("yes", de="ja", en="yes")
NO = Phrase("no", de="nein", en="no")
BAD_NAME = Phrase(
    "bad_name",
    de="{value}: höchstens {longest} Zeichen und keine Steuerzeichen.",
    en="{value}: at most {longest} characters and no control characters.",
)
NO_CURRENCY = Phrase(
    "no_currency",
    de="{value} ist keine Währung: drei Großbuchstaben wie EUR.",
    en="{value} isn’t a currency: use three capitals such as EUR.",
)

LABELLED = Phrase("house_rule", de="{label}: {value}", en="{label}: {value}")
AN_AMOUNT = Phrase(
    "amount",
    de="ein Betrag wie 10 ct, 0,10 € oder 10 JPY",
    en="an amount such as 10 ct, €0.10 or 10 JPY",
)
AMOUNT_OUT_OF_RANGE = Phrase(
    "out_of_range",
    de="Das geht nicht: Möglich sind {low} bis {high} der kleinsten Einheit, bei Euro also Cent.",
    en="That isn’t possible: choose {low} to {high} of the smallest unit, so cents for euros.",
)

STAKE = Money(Phrase("stake", de="Einsatz", en="Stake"), 0, 1_000_000)
CURRENCY = Currency(Phrase("currency", de="Währung", en="Currency"))


def option[V, D](default: D | Callable[[], D], rule: Option[V]) -> V | D:
    """Return a field of an options class, with its default and its house rule."""
    metadata = {"option": rule}
    if callable(default):
        return field(default_factory=default, metadata=metadata)
    return field(default=default, metadata=metadata)


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options of every game. `stake`: the minor units (cents) for one point; 0: no money is played for."""

    stake: int = option(0, STAKE)
    currency: str = option("EUR", CURRENCY)

    @classmethod
    def rules(cls) -> dict[str, AnyOption]:
        """Return the house rules by their keys in the score file."""
        return {each.name: each.metadata["option"] for each in dataclasses.fields(cls)}

    @classmethod
    def read(cls, raw: object, path: str, problems: Problems) -> Self | None:
        """Return the options read from a JSON object; None with problems at `path` if it is wrong."""
        before = problems.added
        given = JsonObject({}, problems).within(path, raw)
        if given is None:
            return None
        rules = cls.rules()
        given.allow(rules)
        values: dict[str, Any] = {key: rules[key].read(given, key) for key in given.raw if key in rules}
        return cls(**values) if problems.added == before else None

    @classmethod
    def typed(cls, posted: Posted) -> dict[str, Any]:
        """Return the options in a form, as JSON values for `read`. Options that were not typed are left out."""
        typed = {key: rule.typed(posted, key) for key, rule in cls.rules().items()}
        return {key: value for key, value in typed.items() if value is not None}
