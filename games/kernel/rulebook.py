"""A game's rulebook: which paragraph explains what.

A book is Markdown, one file a language, in the folder `rulebook/` of its game. It is a template first: `options`,
`players` (how many), `game` and what `Game.rulebook_context` adds choose its paragraphs and numbers; here it is only read.

Headings and paragraphs carry anchors, as in `### The Guard {#guard explains="gardist bonus:gardist" cards="TG"}`; a
paragraph's stands alone on its last line. `explains` lists the codes (of lines, of the referee's reasons, of duties)
whose paragraph this is, `cards` the cards whose effect the first sentences below tell. `.ruling` marks a ruling of ours.
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
    """The anchor that explains a code, and whether it is a ruling of ours."""

    anchor: str
    ruling: bool = False


class Anchor(NamedTuple):
    """An anchored place: the heading it is or stands under, the codes it explains, its cards."""

    title: str
    ruling: bool
    explains: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()


class Rulebook:
    """The book of one game in every language."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @cache  # noqa: B019 - a book lives as long as its game
    def source(self, language: str) -> str:
        return (self.folder / f"{language}.md").read_text(encoding="utf-8")

    @cache  # noqa: B019
    def anchors(self, language: str) -> Mapping[str, Anchor]:
        """Return all places of the book in its order."""
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
        """Every code that the book explains."""
        return {
            code: Rule(anchor, place.ruling)
            for anchor, place in self.anchors(LANGUAGES[0]).items()
            for code in place.explains
        }

    def title(self, anchor: str, language: str) -> str:
        """Return the heading over a place."""
        return self.anchors(language)[anchor].title
