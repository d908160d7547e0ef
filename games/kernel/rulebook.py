"""The rulebook of a game, and its anchors. An anchor marks a heading or paragraph that explains a code or a card.

A rulebook is Markdown, one file for each language in the game's folder `rulebook/`. It is also a Django template with
the variables `options`, `players` (their number), `game` and those of `Game.rulebook_context`. This module reads the
files without rendering them.

An anchor stands in a heading, or alone on the last line of a paragraph. Example:

    ### The Guard {#guard explains="gardist bonus:gardist" cards="TG"}

- `explains`: the codes that the text explains, of lines, referee's reasons or duties.
- `cards`: the cards whose effect the first sentences describe.
- `.ruling`: marks this program's answer to a question that the rules leave open.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import NamedTuple

from .words import LANGUAGES

_ANCHOR = re.compile(r"\{:?[ ]*#(?P<id>[\w-]+)(?P<more>(?:[ ][^{}\n]*)?)\}")
_TEMPLATE = re.compile(r"\{\{.*?\}\}|\{%.*?%\}")
_LISTED = re.compile(r'(explains|cards)="([^"]*)"')
_HEADING = re.compile(r"#{1,6}[ ]+(?P<title>.*?)[ ]*(?:\{:?[ ]*#.*)?$")


class Rule(NamedTuple):
    """The anchor of the text that explains a code. `ruling`: whether that text is a ruling of this program."""

    anchor: str
    ruling: bool = False


class Anchor(NamedTuple):
    """A heading or paragraph with an anchor."""

    title: str  # heading, or the nearest heading above the paragraph
    ruling: bool  # whether the text is a ruling of this program
    explains: tuple[str, ...] = ()  # codes that the text explains
    cards: tuple[str, ...] = ()  # codes of the cards whose effect the text describes


class Rulebook:
    """The rulebook of one game, in every language."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @cache  # noqa: B019 - a book lives as long as its game
    def source(self, language: str) -> str:
        return (self.folder / f"{language}.md").read_text(encoding="utf-8")

    @cache  # noqa: B019
    def anchors(self, language: str) -> Mapping[str, Anchor]:
        """Return all headings and paragraphs that have an anchor, by their anchors, in the order of the text."""
        found = {}
        title = ""
        for line in _TEMPLATE.sub("", self.source(language)).splitlines():
            if heading := _HEADING.match(line):
                title = heading["title"]
            for anchor in _ANCHOR.finditer(line):
                listed = {key: tuple(codes.split()) for key, codes in _LISTED.findall(anchor["more"])}
                ruling = ".ruling" in anchor["more"].split()
                found[anchor["id"]] = Anchor(title, ruling, **listed)
        return found

    @cached_property
    def rules(self) -> Mapping[str, Rule]:
        """The rules in the German file, by the codes that they explain."""
        return {
            code: Rule(anchor, place.ruling)
            for anchor, place in self.anchors(LANGUAGES[0]).items()
            for code in place.explains
        }

    def title(self, anchor: str, language: str) -> str:
        """Return the heading of the text with this anchor. Raise KeyError if there is no such anchor."""
        return self.anchors(language)[anchor].title
