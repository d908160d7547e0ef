"""House rules: typed, frozen, with defaults.

A game's options are a frozen dataclass under `Options`; each field carries an `Option` that knows
how to read it from a score file and what to call it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from .entry import Fields, Posted
from .problems import (
    A_WHOLE_NUMBER,
    AN_OBJECT,
    OUT_OF_RANGE,
    TRUE_OR_FALSE,
    UNKNOWN_KEY,
    UNKNOWN_VALUE,
    WRONG_TYPE,
    Problems,
)
from .words import Phrase, Said, shown


@dataclass(frozen=True, slots=True)
class Option:
    """One house rule. `read` gives its value, or None after telling what is wrong."""

    label: Phrase

    widget: ClassVar[str] = "nights/options/text.html"  # the template that asks for it

    def read(self, value: object, path: str, problems: Problems) -> Any:
        raise NotImplementedError

    def typed(self, posted: Posted, name: str) -> Any:
        """What a form says, for `read`; None where it says nothing: the default holds."""
        return posted.one(name) or None

    def fields(self, value: Any, name: str) -> Fields:
        """The form fields that say this value."""
        return {name: [] if value is None else [str(value)]}

    def words(self, value: Any) -> Said | Phrase | str:
        """The value in words."""
        return str(value)


@dataclass(frozen=True, slots=True)
class WholeNumber(Option):
    low: int
    high: int

    widget: ClassVar[str] = "nights/options/whole.html"

    def typed(self, posted: Posted, name: str) -> Any:
        return posted.number(name)

    def read(self, value: object, path: str, problems: Problems) -> Any:
        if type(value) is not int:
            problems.add(path, WRONG_TYPE(value=shown(value), wanted=A_WHOLE_NUMBER))
        elif not self.low <= value <= self.high:
            problems.add(path, OUT_OF_RANGE(value=shown(value), low=self.low, high=self.high))
        else:
            return value
        return None


@dataclass(frozen=True, slots=True)
class Switch(Option):
    widget: ClassVar[str] = "nights/options/switch.html"

    def typed(self, posted: Posted, name: str) -> Any:
        return {"on": True, "": False}.get(posted.one(name), posted.one(name))

    def fields(self, value: Any, name: str) -> Fields:
        return {name: ["on"] if value else []}

    def words(self, value: Any) -> Phrase:
        return YES if value else NO

    def read(self, value: object, path: str, problems: Problems) -> Any:
        if type(value) is bool:
            return value
        problems.add(path, WRONG_TYPE(value=shown(value), wanted=TRUE_OR_FALSE))
        return None


@dataclass(frozen=True, slots=True)
class Choice(Option):
    """One of a few values, each with its words."""

    values: Mapping[Any, Phrase]

    widget: ClassVar[str] = "nights/options/choice.html"

    def typed(self, posted: Posted, name: str) -> Any:
        text = posted.one(name)
        return next((value for value in self.values if str(value) == text), text or None)

    def words(self, value: Any) -> Phrase:
        return self.values[value]

    def read(self, value: object, path: str, problems: Problems) -> Any:
        for allowed in self.values:
            if type(value) is type(allowed) and value == allowed:
                return value
        problems.add(path, UNKNOWN_VALUE(value=shown(value), allowed=[str(each) for each in self.values]))
        return None


@dataclass(frozen=True, slots=True)
class Currency(Option):
    def read(self, value: object, path: str, problems: Problems) -> Any:
        if isinstance(value, str) and len(value) == 3 and value.isascii() and value.isalpha() and value.isupper():
            return value
        problems.add(path, NO_CURRENCY(value=shown(value)))
        return None


YES = Phrase("yes", de="ja", en="yes")
NO = Phrase("no", de="nein", en="no")
NO_CURRENCY = Phrase(
    "no_currency",
    de="{value} ist keine Währung: drei Großbuchstaben wie EUR.",
    en="{value} is no currency: three capitals such as EUR.",
)

STAKE = WholeNumber(Phrase("stake", de="Einsatz (in Cent)", en="Stake (in cents)"), 0, 1_000_000)
CURRENCY = Currency(Phrase("currency", de="Währung", en="Currency"))


def option(default: Any, rule: Option) -> Any:
    """A field of an options class."""
    if callable(default):
        return field(default_factory=default, metadata={"option": rule})
    return field(default=default, metadata={"option": rule})


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What every game can be played for. `stake` in minor units: 0 plays for points only."""

    stake: int = option(0, STAKE)
    currency: str = option("EUR", CURRENCY)

    @classmethod
    def rules(cls) -> dict[str, Option]:
        """The house rules by their keys in the score file."""
        return {each.name: each.metadata["option"] for each in dataclasses.fields(cls)}

    @classmethod
    def read(cls, raw: object, path: str, problems: Problems) -> Any:
        """Options from the score file; None if something is wrong with them, with every problem told."""
        if not isinstance(raw, dict):
            problems.add(path, WRONG_TYPE(value=shown(raw), wanted=AN_OBJECT))
            return None
        before = len(problems)
        rules = cls.rules()
        values = {}
        for key, value in raw.items():
            if key in rules:
                values[key] = rules[key].read(value, f"{path}.{key}", problems)
            else:
                problems.add(f"{path}.{key}", UNKNOWN_KEY(key=shown(key)))
        return cls(**values) if len(problems) == before else None

    @classmethod
    def typed(cls, posted: Posted) -> dict[str, Any]:
        """The options a form says, as the score file writes them, for `read`."""
        typed = {key: rule.typed(posted, key) for key, rule in cls.rules().items()}
        return {key: value for key, value in typed.items() if value is not None}
