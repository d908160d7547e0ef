"""House rules on a form: each option asks in its own widget, with its value also in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from games.kernel.entry import Posted
from games.kernel.game import Game
from games.kernel.options import Option
from games.kernel.problems import Problems
from scorekeeper.nights.pad import language


@dataclass
class OptionField:
    """One house rule as the form shows it."""

    key: str
    rule: Option
    values: dict[str, list[str]]
    words: str
    problems: list[str] = field(default_factory=list)

    @property
    def label(self) -> str:
        return self.rule.label.text(language())

    @property
    def value(self) -> str:
        return (self.values.get(self.key) or [""])[-1]

    @property
    def choices(self) -> list[tuple[str, str]]:
        """The values of a choice with their words."""
        values: Mapping[Any, Any] = getattr(self.rule, "values", {})
        return [(str(value), phrase.text(language())) for value, phrase in values.items()]


def option_fields(game: Game, options: Mapping[str, Any], form: Posted | None = None) -> list[OptionField]:
    """All house rules of a game with these values; after a form was sent, with what was typed."""
    read = game.options.read(dict(options), "options", Problems())
    value_of = read if read is not None else game.options()
    fields = []
    for key, rule in game.options.rules().items():
        value = getattr(value_of, key)
        values = form.fields if form is not None else rule.fields(value, key)
        words = rule.words(value)
        fields.append(OptionField(key, rule, values, words if isinstance(words, str) else words.text(language())))
    return fields
