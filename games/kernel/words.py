"""Sentences in German and English. A `Phrase` is a sentence with fields. `Message.text` returns the finished text."""

from __future__ import annotations

import re
import string
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, NamedTuple

LANGUAGES = ("de", "en")

type Facts = Mapping[str, Any]
"""The values for the fields of a phrase, by field: texts, whole numbers, phrases, messages, cards, or lists of them."""


# The Unicode blocks of scripts written from right to left, and the control characters that change a text's direction.
_RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
_CONTROLS = dict.fromkeys(map(ord, "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"))
ISOLATE, END_OF_ISOLATE = "\u2068", "\u2069"
_ISOLATED = re.compile(f"{ISOLATE}[^\u202a-\u202e\u2066-\u2069]*{END_OF_ISOLATE}")


def isolated(typed: str) -> str:
    """Return a typed text, in isolates if it has right-to-left characters, so that it reorders nothing around it."""
    if typed.isascii() or not _RIGHT_TO_LEFT.search(_ISOLATED.sub("", typed)):
        return typed
    return f"{ISOLATE}{typed.translate(_CONTROLS)}{END_OF_ISOLATE}"


def without_isolates(text: str) -> str:
    """Return a text without the isolates that `isolated` adds. Programs that compare texts need this."""
    return text.replace(ISOLATE, "").replace(END_OF_ISOLATE, "")


@dataclass(frozen=True, slots=True)
class Typed:
    """A text that people typed, used in place of a phrase: the same in every language, and never a template."""

    typed: str

    def text(self, language: str) -> str:
        return isolated(self.typed)


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence in German and English, with its stable code. Its fields are names in braces; facts fill them.

    - `{n:+}` writes a whole number with its sign.
    - `{n:words}` writes a whole number in words, `{n:Words}` the same at the beginning of a sentence.
    - `{n:card|cards}` writes the first form for 1 and −1, else the second.
    - `{who: and }` writes a list: "Anna, Ben and Carla". The text after the colon stands before the last item.
    - `{who:whose}` writes the genitive of a name: in German "Carlas" or "Klaus’", in English "Carla’s".
    """

    code: str
    de: str
    en: str

    do_not_call_in_templates: ClassVar[bool] = True  # Django's templates would call it, since it is callable

    def __call__(self, **facts: Any) -> Message:
        return Message(self, facts)

    def text(self, language: str) -> str:
        """Return the text of a sentence without facts, such as the name of a card."""
        return self.template(language)

    def template(self, language: str) -> str:
        """Return the sentence with its fields unfilled: in German for "de", else in English."""
        return self.de if language == "de" else self.en


class TypedPhrase(Phrase):
    """A text that people typed, in both languages. In a sentence it is `isolated`."""

    __slots__ = ()

    def text(self, language: str) -> str:
        return isolated(self.template(language))


CASES = {"der": "nominative", "den": "accusative", "dem": "dative"}
ARTICLES = {
    "nominative": {"m": "der", "f": "die", "n": "das"},
    "accusative": {"m": "den", "f": "die", "n": "das"},
    "dative": {"m": "dem", "f": "der", "n": "dem"},
}


@dataclass(frozen=True, slots=True)
class Noun(Phrase):
    """The name of a thing, for sentences with an article.

    - `gender`: the German gender, "m", "f" or "n".
    - `accusative`: the German accusative; "" if it equals the nominative.
    - `dative`: the German dative; "" if it equals the accusative.

    Fields of a phrase write the name with its article:

    - `{card:der}`, `{card:den}` and `{card:dem}`: the German nominative, accusative and dative
    - `{card:the}`: the English name
    - `{card:Der}`, `{card:The}`: at the beginning of a sentence
    - `{cards:den: und }`: a list
    """

    gender: str = "m"
    accusative: str = ""
    dative: str = ""

    def with_article(self, article: str, language: str) -> str:
        """Return the name with its article. `article` is "the" or, for the German cases, "der", "den" or "dem"."""
        if article.lower() == "the":
            return f"{article} {self.en}"
        case = CASES[article.lower()]
        accusative = self.accusative or self.de
        form = {"nominative": self.de, "accusative": accusative, "dative": self.dative or accusative}[case]
        written = ARTICLES[case][self.gender]
        return f"{written.title() if article[0].isupper() else written} {form}"


def coloured(colour: Phrase) -> Phrase:
    """Return a colour as an adjective before a feminine noun: "rote" for "Rot" in German, unchanged in English."""
    return Phrase(colour.code, f"{colour.de.lower()}e", colour.en)


def numbered_card(code: str, colour: Phrase, number: object) -> Noun:
    """Return a card's name, made of its colour and a number: "die rote 10", "mit der roten 10", "the red 10"."""
    adjective = colour.de.lower()
    return Noun(code, f"{adjective}e {number}", f"{colour.en} {number}", gender="f", dative=f"{adjective}en {number}")


@dataclass(frozen=True, slots=True)
class Title(Phrase):
    """A title and its feminine form, "" if it has none: "König der Diebe", "Königin der Diebe"."""

    de_feminine: str = ""
    en_feminine: str = ""

    @property
    def feminine(self) -> Phrase:
        return Phrase(self.code, self.de_feminine or self.de, self.en_feminine or self.en)


class Message(NamedTuple):
    """A phrase with its facts. `text("de")` raises KeyError if the phrase has a field without a fact."""

    phrase: Phrase
    facts: Facts = {}

    @property
    def code(self) -> str:
        return self.phrase.code

    def text(self, language: str) -> str:
        return _filled(self.phrase.template(language), self.facts, language)


def sentence(message: Message, language: str) -> str:
    """Return a message as a sentence. It begins with a capital, unless it begins with a text that people typed."""
    text = message.text(language)
    return text if _begins_as_typed(message, language) else text[:1].upper() + text[1:]


def _begins_as_typed(fact: Any, language: str) -> bool:
    """Return whether the text of a fact begins with a text that people typed, such as a name."""
    if isinstance(fact, Message):
        text, name, _spec = [*_parts(fact.phrase.template(language)), ("", None, "")][0]
        return name is not None and not text and _begins_as_typed(fact.facts[name], language)
    if isinstance(fact, list | tuple):
        return bool(fact) and _begins_as_typed(fact[0], language)
    return isinstance(fact, str | Typed | TypedPhrase)


_WITH_ARTICLE = {*CASES, "the"}


@lru_cache(maxsize=4096)  # more than there are sentences
def _parts(template: str) -> Sequence[tuple[str, str | None, str]]:
    """Return the parts of a template, each as (literal text, the field after it, the field's format)."""
    return [(text, fact, spec or "") for text, fact, spec, _ in string.Formatter().parse(template)]


def _filled(template: str, facts: Facts, language: str) -> str:
    """Return a template with its facts filled in. The two forms in `{n:one|many}` can have fields themselves."""
    written = []
    for text, fact, spec in _parts(template):
        written.append(text)
        if fact is None:
            continue
        if "|" in spec:
            one, many = spec.split("|")
            written.append(_filled(one if abs(facts[fact]) == 1 else many, facts, language))
        else:
            written.append(_written(facts[fact], spec, language))
    return "".join(written)


def _written(value: Any, spec: str, language: str) -> str:
    """Return a fact as text: a typed text, a whole number, a phrase, a message, a card, or a list of these."""
    if isinstance(value, str):
        return genitive(value, language) if spec == "whose" else isolated(value)
    if isinstance(value, int):
        if spec.lower() == "words":
            return (
                number_in_words(value, language) if spec == "words" else number_in_words(value, language).capitalize()
            )
        return minus(value, spec)
    article, _colon, join = spec.partition(":")
    if article.lower() not in _WITH_ARTICLE:
        article, join = "", spec
    if isinstance(value, Noun) and article:
        return value.with_article(article, language)
    if hasattr(value, "text"):
        return str(value.text(language))
    items = [_written(each, article.lower() if place else article, language) for place, each in enumerate(value)]
    *first, last = items or [""]
    return (join or ", ").join([", ".join(first), last] if first else [last])


def genitive(name: str, language: str) -> str:
    """Return the genitive of a name: "Carlas", "Klaus’" in German, "Carla’s" in English."""
    shown = isolated(name)
    if language != "de":
        return f"{shown}’s"
    return f"{shown}’" if name.casefold().endswith(("s", "ss", "x", "z", "ce")) else f"{shown}s"


AND = Phrase("and", de="{first} und {last}", en="{first} and {last}")


def join_names[T: (str, Message)](names: Sequence[T]) -> Message | T:
    """Return names joined for a sentence: "Anna", "Anna and Ben", "Anna, Ben and Carla"."""
    *first, last = names
    return AND(first=first, last=last) if first else last


NUMBERS = {
    "de": ("keine", "eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf"),
    "en": ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
}


def number_in_words(number: int, language: str) -> str:
    """Return a number of things for a sentence: 0 to 12 in words ("keine", "drei"), all others in digits ("13")."""
    words = NUMBERS[language]
    return words[number] if 0 <= number < len(words) else minus(number)


TOO_LONG = 10**20


def minus(value: int, spec: str = "") -> str:
    """Return a whole number with a true minus sign; more than 20 digits become "999…". `spec` is "+" or ""."""
    if abs(value) < TOO_LONG:
        return format(value, spec).replace("-", "−")
    return ("−" if value < 0 else "+" if spec == "+" else "") + "999…"


def abbreviated(value: object) -> str:
    """Return a JSON value as a short text: a text is cut after 40 characters, a list is `[…]`, an object `{…}`."""
    match value:
        case str():
            return value if len(value) <= 40 else value[:40] + "…"
        case bool():
            return "true" if value else "false"
        case None:
            return "null"
        case int():
            return str(value) if abs(value) < TOO_LONG else minus(value)
        case float():
            return repr(value)
        case Mapping():
            return "{…}"
        case Sequence():
            return "[…]"
        case _:
            return type(value).__name__


# The visible characters of a text

# Characters that nobody sees. Most have Unicode's property Default_Ignorable_Code_Point, which the standard library
# does not know. The last line has blanks that are not white space, such as U+2800.
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff"
    "\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
    "\u2800\U0001d159\U00013441\U00013442\U00016fe4]"
)


def visible(text: str) -> str:
    """Return a text without its invisible characters; "" if nothing but white space is left."""
    seen = _INVISIBLE.sub("", text)
    return seen if seen.strip() else ""


# The phrases that several games share, and those of the templates rounds/parts/*.html, which games include


def by_code(*phrases: Phrase) -> Mapping[str, Phrase]:
    """Return phrases by their codes."""
    return {phrase.code: phrase for phrase in phrases}


SHARED_PHRASES = by_code(
    Phrase("alone", de="allein", en="alone"),
    Phrase("all_given_out", de="Alles ist verteilt", en="Everything is placed"),
    Phrase("cards_left", de="Noch offen: {cards}", en="Not placed yet: {cards}"),
    Phrase("cards_that_count", de="Karten, die zählen", en="Cards that count"),
    Phrase("in_own_pile", de="in diesem Stapel", en="in this pile"),
    Phrase("many_left", de="Noch offen: {count} Karten", en="{count} cards left"),
    Phrase("next_pile", de="Weiter: {name}", en="Next: {name}"),
    Phrase("others_to", de="Alle anderen Karten gehen an", en="All the other cards go to"),
    Phrase("piles", de="Stapel", en="Piles"),
    Phrase("points_of_all", de="{points} von {all}", en="{points} of {all}"),
    Phrase("rest_to", de="Rest für {name}: {points}", en="{name} gets the rest: {points}"),
    Phrase("rest_to_at_a_cost", de="Rest für {name}: {points}, −{cost}", en="{name} gets the rest: {points}, −{cost}"),
    Phrase("tap_pile", de="Was liegt bei {name}?", en="Which cards did {name} win?"),
    Phrase("with_name", de="bei {name}", en="with {name}"),
    Phrase("with_nobody", de="noch offen", en="not placed yet"),
    Phrase("worth_nothing", de="Karten ohne Punkte", en="Cards worth nothing"),
)
