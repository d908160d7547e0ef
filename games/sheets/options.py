"""The house rules of a game played by a score sheet: the options that the sheet declares, its target, and the stake."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, make_dataclass
from typing import Any, ClassVar, Self

from games.kernel.options import AnyOption, OneOf, Options, Switch, WholeNumber, option
from games.kernel.options import Option as Rule
from games.kernel.posted import Posted
from games.kernel.problems import MISSING_KEY, Problems
from games.kernel.record import JsonObject
from games.kernel.words import Message, Phrase

from . import words
from .expressions import LARGEST
from .reading import MOST_BYTES, read_sheet
from .sheet import NUMBER, SWITCH, Option, Sheet


@dataclass(frozen=True, slots=True)
class Target(WholeNumber):
    """The house rule for the points at which the game ends; 0: points do not end it."""

    def words(self, value: int) -> Message | Phrase | str:
        return str(value) if value else words.NO_TARGET

    def describe(self, value: int) -> Message | Phrase | None:
        return words.TARGET_SAID(value=value) if value else words.NO_TARGET


def written(sheet: object) -> str:
    """Return a sheet as JSON text; "" if the sheet is nested too deep, or the text is longer than MOST_BYTES."""
    try:
        text = json.dumps(sheet)
    except RecursionError:
        return ""
    return text if len(text) <= MOST_BYTES else ""


@dataclass(frozen=True, slots=True)
class SheetRule(Rule[Mapping[str, Any]]):
    """The option that holds the sheet of a group's own game."""

    known: Mapping[str, Any] | None = None  # JSON object of the sheet if the sheet is known to be valid; else None
    widget: ClassVar[str] = ""  # no form asks for it: a game keeps the sheet that it was begun with

    def read(self, given: JsonObject, key: str) -> Mapping[str, Any] | None:
        value = given.raw[key]
        if value is not None and value == self.known:
            return self.known
        if not written(value):
            given.add(key, words.TOO_LARGE(most=MOST_BYTES))
            return None
        sheet = read_sheet(value, given.problems, f"{given.path}{key}.")
        return None if sheet is None else sheet.raw

    def typed(self, posted: Posted, name: str) -> object:
        return self.known

    def describe(self, value: Mapping[str, Any]) -> None:
        return None


def rule_of(each: Option) -> AnyOption:
    """Return the house rule for an option that a sheet declares."""
    if each.kind == NUMBER:
        return WholeNumber(each.label, each.low, each.high)
    if each.kind == SWITCH:
        return Switch(each.label)
    return OneOf(each.label, {choice: found.label for choice, found in each.choices.items()})


def options_of(sheet: Sheet, *, brought: bool = False, known: bool = True) -> type[Options]:
    """Return the options class of a sheet."""
    rules: dict[str, Any] = {each.id: option(each.default, rule_of(each)) for each in sheet.options}
    if sheet.target is not None:
        target = Target(words.TARGET, 0, LARGEST, summary=words.TARGET_SAID)
        rules = {"target": option(sheet.target, target), **rules}
    if brought:
        rules["sheet"] = option(None, SheetRule(words.OWN_SHEET, sheet.raw if known else None))
    fields = [(name, Any, default) for name, default in rules.items()]
    return make_dataclass(
        "SheetOptions", fields, bases=(OwnOptions if brought else Options,), frozen=True, kw_only=True
    )


@dataclass(frozen=True, kw_only=True)
class OwnOptions(Options):
    """The house rules of a group's own game; a score file must have the sheet among them."""

    @classmethod
    def read(cls, raw: object, path: str, problems: Problems) -> Self | None:
        if isinstance(raw, dict) and "sheet" not in raw:
            problems.add(f"{path}.sheet", MISSING_KEY(key="sheet"))
            return None
        return super().read(raw, path, problems)
