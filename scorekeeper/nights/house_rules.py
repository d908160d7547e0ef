"""House rules as fields of a form, and in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from games.kernel.game import AnyGame
from games.kernel.options import AnyOption, Money, Options
from games.kernel.posted import Posted
from games.kernel.problems import Problem
from scorekeeper.web.formatting import amount, language


@dataclass
class OptionField:
    """One house rule as a field of a form. `values` are the form's values by field name."""

    key: str
    rule: AnyOption
    values: dict[str, list[str]]
    words: str  # value of the rule in words
    problems: list[str] = field(default_factory=list)

    @property
    def template(self) -> str:
        """The path of the widget's template: a game's own if `widget` is a path, or else one for all games."""
        widget = self.rule.widget
        return widget if "/" in widget else f"nights/options/{widget}.html"

    @property
    def label(self) -> str:
        return self.rule.label.text(language())

    @property
    def told(self) -> str:
        """The rule and its value in words: "Who wins? whoever has most", or "Stake: €0.05"."""
        return f"{self.label} {self.words}" if self.label.endswith("?") else f"{self.label}: {self.words}"

    @property
    def value(self) -> str:
        return (self.values.get(self.key) or [""])[-1]

    @property
    def chosen(self) -> list[str]:
        """All values of the field, e.g. the ticked checkboxes."""
        return self.values.get(self.key) or []

    @property
    def choices(self) -> list[tuple[str, str]]:
        """The possible values of a choice, each with its words; [] for another kind of rule."""
        values: Mapping[Any, Any] = getattr(self.rule, "values", {})
        return [(str(value), phrase.text(language())) for value, phrase in values.items()]


def option_fields(game: AnyGame, options: Mapping[str, Any], form: Posted | None = None) -> list[OptionField]:
    """Return the fields of a game's house rules, filled in from `form` or, if it is None, from `options`."""
    value_of = game.read_options(options) or game.options()
    fields = []
    for key, rule in _in_order(game):
        if not rule.widget:
            continue
        value = getattr(value_of, key)
        values = form.fields if form is not None else _written(rule, value, key, value_of.currency)
        words = amount(value, value_of.currency) if isinstance(rule, Money) else rule.words(value)
        fields.append(OptionField(key, rule, values, words if isinstance(words, str) else words.text(language())))
    return fields


def add_messages(fields: Iterable[OptionField], problems: Sequence[Problem]) -> None:
    """Give each field (with the key KEY) the texts of its problems: those at `options.KEY` or `options.KEY.…`."""
    for each in fields:
        path = f"options.{each.key}"
        each.problems = [
            problem.text(language())
            for problem in problems
            if problem.field == path or problem.field.startswith(f"{path}.")
        ]


def _in_order(game: AnyGame) -> list[tuple[str, AnyOption]]:
    """Return the house rules with their keys: the game's own first, then those of every game, such as the stake."""
    common = Options.rules()
    return sorted(game.options.rules().items(), key=lambda each: each[0] in common)


def _written(rule: AnyOption, value: Any, key: str, currency: str) -> dict[str, list[str]]:
    """Return the form fields that hold this value. An amount of money is written in the reader's format."""
    if isinstance(rule, Money):
        return {key: [amount(value, currency)] if value else []}
    return rule.fields(value, key)


def house_rules(game: AnyGame, options: Mapping[str, Any]) -> str:
    """Return house rules and stake in one sentence, such as "You play to 100, cutpurses in red and blue, no money"."""
    read = game.read_options(options) or game.options()
    summaries = [rule.describe(getattr(read, key)) for key, rule in _in_order(game) if not isinstance(rule, Money)]
    words = [each.text(language()) for each in summaries if each is not None]
    words.append(_stake(read.stake, read.currency))
    sentence = ", ".join(words)
    return f"{sentence[:1].upper()}{sentence[1:]}."


def house_rules_in_short(game: AnyGame, options: Mapping[str, Any]) -> str:
    """Return the house rules that differ from the defaults, and the stake if there is one: "To 60, stake €0.05"."""
    usual = game.options()
    read = game.read_options(options) or usual
    changed = [rule for rule in _in_order(game) if getattr(read, rule[0]) != getattr(usual, rule[0])]
    summaries = [rule.describe(getattr(read, key)) for key, rule in changed if not isinstance(rule, Money)]
    words = [each.text(language()) for each in summaries if each is not None]
    words += [_stake(read.stake, read.currency)] if read.stake else []
    told = ", ".join(words) or _("as usual")
    return f"{told[:1].upper()}{told[1:]}"


def _stake(cents: int, currency: str) -> str:
    return _("stake %(amount)s") % {"amount": amount(cents, currency)} if cents else _("no money")
