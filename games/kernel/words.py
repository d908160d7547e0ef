"""Sentences in every language the table speaks.

A `Phrase` is written once, beside the rule it tells of; called with its facts it becomes a `Said`,
which turns into text only when somebody reads it.
"""

from __future__ import annotations

import string
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

LANGUAGES = ("de", "en")


@dataclass(frozen=True, slots=True)
class Phrase:
    """One sentence with its stable code; the fields in braces are facts.

    How a fact is written follows its type:
    a whole number takes a sign with `{n:+}`, a word by number with `{n:card|cards}`;
    a list is joined by what stands behind the colon (`{who: and }`), else by commas.
    """

    code: str
    de: str
    en: str

    def __call__(self, **facts: Any) -> Said:
        return Said(self, facts)

    def text(self, language: str) -> str:
        """The sentence where no facts are needed, as in the name of a card."""
        return self.template(language)

    def template(self, language: str) -> str:
        return self.de if language == "de" else self.en


class Said(NamedTuple):
    """A phrase with its facts; `text("de")` writes it out."""

    phrase: Phrase
    facts: Mapping[str, Any] = {}

    @property
    def code(self) -> str:
        return self.phrase.code

    def text(self, language: str) -> str:
        return _WRITERS[language].vformat(self.phrase.template(language), (), self.facts)


class _Writer(string.Formatter):
    """`str.format` for people: nested phrases, lists, plurals and a true minus sign."""

    def __init__(self, language: str) -> None:
        self.language = language

    def format_field(self, value: Any, spec: str) -> str:
        if hasattr(value, "text"):
            return str(value.text(self.language))
        if isinstance(value, int):
            if "|" in spec:
                one, many = spec.split("|")
                return one if abs(value) == 1 else many
            return _digits(value, spec)
        if isinstance(value, str):
            return value
        return (spec or ", ").join(self.format_field(each, "") for each in value)


TOO_LONG = 10**20


def _digits(value: int, spec: str = "") -> str:
    """A whole number as people write it; one that nobody would read to its end is cut short."""
    if abs(value) < TOO_LONG:
        return format(value, spec).replace("-", "−")
    return ("−" if value < 0 else "+" if spec == "+" else "") + "999…"


_WRITERS = {language: _Writer(language) for language in LANGUAGES}


def shown(value: object, longest: int = 40) -> str:
    """What somebody typed, short enough to be repeated to them: `shown([1])` is `[…]`."""
    match value:
        case str():
            return value if len(value) <= longest else value[:longest] + "…"
        case bool():
            return "true" if value else "false"
        case None:
            return "null"
        case int():
            return str(value) if abs(value) < TOO_LONG else _digits(value)
        case float():
            return repr(value)
        case Mapping():
            return "{…}"
        case Sequence():
            return "[…]"
        case _:
            return type(value).__name__
