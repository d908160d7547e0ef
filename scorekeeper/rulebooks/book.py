"""A rulebook as a page: worked out for one table, set in sections, searched.

The template comes first, then the Markdown, then the tree of the page: contents, marks of rulings, cards beside their
headings, and what a search leaves. static/js/rulebook.js searches by the same rules while one types.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any
from xml.etree.ElementTree import Element, SubElement

from django.template import Context, Template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from markdown import Markdown
from markdown.extensions import Extension
from markdown.treeprocessors import Treeprocessor

from games.kernel.faces import Face
from games.kernel.game import AnyGame
from games.kernel.seats import AnyTable
from scorekeeper.web.formatting import language

EXTENSIONS = ("attr_list", "def_list", "md_in_html", "sane_lists", "tables")
CHAPTER, SECTION = "h2", "h3"
HEADINGS = ("h2", "h3", "h4")
WRAPPERS = frozenset(("ul", "ol", "dl", "table", "tbody", "blockquote", "div"))  # searched piece by piece
AFTER_THE_TREE = -10  # Markdown has by then resolved its own escapes
MOST_BESIDE = 4  # cards beside one heading
EXAMPLE = "example"
PLACEHOLDER = "\x02wzxhzdk:"  # where Markdown keeps ready HTML aside: the cards of an example


@dataclass
class Entry:
    """A line of the contents."""

    anchor: str
    title: str
    below: list[Entry] = field(default_factory=list)


@dataclass
class Effect:
    """A card and what it does, for the reference card."""

    faces: list[Face]
    anchor: str
    title: str
    text: str


@dataclass
class Page:
    """A book as it is set for one table."""

    html: SafeString
    contents: list[Entry]
    effects: list[Effect]
    found: int | None  # pieces that answer the search; None where nothing is searched


def face_finder(game: AnyGame, table: AnyTable) -> Callable[[str], Face | None]:
    """How the cards of this table are drawn, and those that only a larger table plays with."""
    most = max(game.seats)
    decks = (table.deck, game.deck(most, table.options), game.deck(most, game.options()))

    def find(code: str) -> Face | None:
        return next((game.face(deck[code]) for deck in decks if code in deck), None)

    return find


@cache
def _template(source: str) -> Template:
    return Template(source)


def set_book(game: AnyGame, table: AnyTable, sought: str = "") -> Page:
    """The game's book for this table; of a game that has one. With something `sought`, only what answers it shows."""
    assert game.rulebook is not None  # noqa: S101 - the views ask first
    find = face_finder(game, table)
    context = {
        "options": table.options,
        "players": len(table.players),
        "game": game,
        "find_face": find,
        **game.rulebook_context(table),
    }
    text = _template(game.rulebook.source(language())).render(Context(context))
    booklet = _Booklet(find, sought.split())
    html = Markdown(extensions=[*EXTENSIONS, booklet], output_format="html").convert(text)
    # The book is our own; what players type is not in it.
    return Page(mark_safe(html), booklet.contents, booklet.effects, booklet.found)  # noqa: S308


class _Booklet(Extension):
    """Makes a booklet of a Markdown tree; afterwards it knows the contents and what was found."""

    def __init__(self, find: Callable[[str], Face | None], words: list[str]) -> None:
        super().__init__()
        self.find = find
        self.words = [word for word in (fold(each).text for each in words) if word]
        self.contents: list[Entry] = []
        self.effects: list[Effect] = []
        self.found: int | None = None

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - Markdown's name
        md.treeprocessors.register(_Setter(md, self), "booklet", AFTER_THE_TREE)


class _Setter(Treeprocessor):
    def __init__(self, md: Markdown, booklet: _Booklet) -> None:
        super().__init__(md)
        self.booklet = booklet

    def run(self, root: Element) -> None:
        for element in root:
            if element.tag == "p" and (element.text or "").startswith(PLACEHOLDER):
                element.tag = "div"
                element.set("class", EXAMPLE)
        sections = _in_sections(root)
        for section in sections:
            self._list(section)
        if self.booklet.words:
            self.booklet.found = search(sections, self.booklet.words)
        for element in list(root.iter()):
            element.attrib.pop("explains", None)
            if codes := element.attrib.pop("cards", ""):
                self._draw(element, self._faces(codes))
            if "ruling" in element.get("class", "").split():
                _mark_ruling(element)

    def _faces(self, codes: str) -> list[Face]:
        """The faces of the cards that are played with here."""
        return [face for face in map(self.booklet.find, codes.split()) if face is not None]

    def _draw(self, heading: Element, faces: list[Face]) -> None:
        """Sets the cards beside their heading; those who listen have just heard their names."""
        drawn = "".join(render_to_string("web/face.html", {"face": face}) for face in faces[:MOST_BESIDE])
        beside = Element("span", {"class": "beside-heading", "aria-hidden": "true"})
        beside.text = self.md.htmlStash.store(drawn)
        beside.tail, heading.text = heading.text, ""
        heading.insert(0, beside)

    def _list(self, section: Element) -> None:
        """Takes a section into the contents, and its cards onto the reference card."""
        heading = section[0] if len(section) and section[0].tag in HEADINGS else None
        if heading is None or not (anchor := heading.get("id")):
            return
        title = "".join(heading.itertext())
        entry = Entry(anchor, title)
        if heading.tag == CHAPTER or not self.booklet.contents:
            self.booklet.contents.append(entry)
        else:
            self.booklet.contents[-1].below.append(entry)
        if faces := self._faces(heading.get("cards", "")):
            first = next((each for each in section if each.tag == "p"), None)
            text = " ".join("".join(first.itertext()).split()) if first is not None else ""
            self.booklet.effects.append(Effect(faces[:MOST_BESIDE], anchor, title, text))


def _in_sections(root: Element) -> list[Element]:
    """Puts each heading with what follows it into a section of its own, side by side; gives the sections in order."""
    sections: list[Element] = []
    for element in list(root):
        root.remove(element)
        if element.tag == "h1":  # the page has its own
            continue
        if element.tag in (CHAPTER, SECTION) or not sections:
            sections.append(
                SubElement(root, "section", {"class": "chapter" if element.tag == CHAPTER else "rule-text"})
            )
        sections[-1].append(element)
    return sections


def _mark_ruling(element: Element) -> None:
    """Says of a piece that it is our own ruling: before its text, behind a heading."""
    mark = Element("span", {"class": "ruling-mark"})
    mark.text = _("our ruling")
    if element.tag in HEADINGS:
        mark.tail = ""
        element.append(mark)
    else:
        mark.tail = f" {element.text or ''}"
        element.text = ""
        element.insert(0, mark)


# Searching


@dataclass(frozen=True)
class Folded:
    """A text without its accents and cases; `places` tells where in the text each of its letters came from."""

    text: str
    places: list[int]


def fold(text: str) -> Folded:
    """As one spells it or not: ä, ae and a are the same, ß and ss, great letters and small, with and without accents."""
    letters: list[str] = []
    places: list[int] = []
    for place, letter in enumerate(text):
        for part in unicodedata.normalize("NFKD", letter.casefold()):
            if unicodedata.combining(part) or part == "\u00ad":
                continue
            if part == "e" and letters and letters[-1] in "aou" and places[-1] == place - 1:
                continue  # written out: ae, oe, ue
            letters.append(part)
            places.append(place)
    return Folded("".join(letters), places)


def pieces(section: Iterable[Element]) -> Iterator[Element]:
    """What a search shows or hides: headings, paragraphs, points of a list, rows of a table."""
    for element in section:
        if element.tag in WRAPPERS and element.get("class") != EXAMPLE:
            yield from pieces(element)
        elif element.tag != "thead":
            yield element


def search(sections: list[Element], words: list[str]) -> int:
    """Hides whatever does not answer, marks what does; how many pieces are left.

    All words must be in a piece and its heading together, one at least in the piece itself. Where the heading alone has
    them all, everything under it answers, under a chapter's heading all its sections.
    """
    found = 0
    chapter_answers = False
    chapter: Element | None = None
    for section in sections:
        heading = section[0] if section[0].tag in (CHAPTER, SECTION) else None
        title = fold("".join(heading.itertext())).text if heading is not None else ""
        answers = bool(title) and all(word in title for word in words)
        if heading is not None and heading.tag == CHAPTER:
            chapter, chapter_answers = section, answers
        shown = _search_section(section, heading, title, words, answers or chapter_answers)
        found += shown
        if shown:
            _mark_words(section, words)
            if chapter is not None and "hidden" in chapter.attrib:
                del chapter.attrib["hidden"]
        else:
            section.set("hidden", "")
    return found


def _search_section(section: Element, heading: Element | None, title: str, words: list[str], answers: bool) -> int:
    found = 0
    before = answers
    for piece in pieces(section):
        if piece is heading:
            continue
        raw = "".join(piece.itertext())
        if piece.get("class") == EXAMPLE:  # an example's cards go with the piece before them
            shown = before
        else:
            text = fold(raw).text
            shown = answers or (
                all(word in f"{title} {text}" for word in words) and any(word in text for word in words)
            )
            found += shown
        if not shown:
            piece.set("hidden", "")
        before = shown
    return found


def _mark_words(section: Element, words: list[str]) -> None:
    for piece in pieces(section):
        if "hidden" not in piece.attrib:
            _mark_in(piece, words)


def _mark_in(element: Element, words: list[str]) -> None:
    """Puts <mark> round every word found in an element's texts."""
    for child in list(element):
        _mark_in(child, words)
        marks, before = _cut(child.tail, words)
        if marks:
            child.tail = before
            place = list(element).index(child) + 1
            element[place:place] = marks
    marks, before = _cut(element.text, words)
    if marks:
        element.text = before
        element[0:0] = marks


def _cut(text: str | None, words: list[str]) -> tuple[list[Element], str]:
    """A text as the words' marks, each with what follows it, and what stands before the first."""
    if not text or text.startswith(PLACEHOLDER):
        return [], ""
    spans = hits(text, words)
    marks = []
    for number, (start, end) in enumerate(spans):
        mark = Element("mark")
        mark.text = text[start:end]
        mark.tail = text[end : spans[number + 1][0] if number + 1 < len(spans) else None]
        marks.append(mark)
    return marks, text[: spans[0][0]] if spans else ""


def hits(text: str, words: list[str]) -> list[tuple[int, int]]:
    """Where in a text the folded words stand, without overlaps."""
    folded = fold(text)
    found = []
    for word in words:
        at = folded.text.find(word)
        while at >= 0:
            last = at + len(word)
            end = folded.places[last] if last < len(folded.text) else len(text)
            found.append((folded.places[at], end))
            at = folded.text.find(word, last)
    merged: list[tuple[int, int]] = []
    for start, end in sorted(found):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def table_for(game: AnyGame, players: int, options: Any) -> AnyTable:
    """A table of nobody in particular, to read the rules at."""
    return game.table(tuple(str(number + 1) for number in range(players)), options)
