"""House rules: typed, frozen, with defaults.

A game's options are a frozen dataclass under `Options`; each field carries an `Option` that knows
how to read it from a score file and what to call it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

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
from .words import Phrase, shown


@dataclass(frozen=True, slots=True)
class Option:
    """One house rule. `read` gives its value, or None after telling what is wrong."""

    label: Phrase

    def read(self, value: object, path: str, problems: Problems) -> Any:
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class WholeNumber(Option):
    low: int
    high: int

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
    def read(self, value: object, path: str, problems: Problems) -> Any:
        if type(value) is bool:
            return value
        problems.add(path, WRONG_TYPE(value=shown(value), wanted=TRUE_OR_FALSE))
        return None


@dataclass(frozen=True, slots=True)
class Choice(Option):
    """One of a few values, each with its words."""

    values: Mapping[Any, Phrase]

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
