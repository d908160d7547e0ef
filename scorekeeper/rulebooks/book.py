"""A rulebook as a page: rendered for one table, divided into sections, and searched."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any
from xml.etree.ElementTree import Element, SubElement, fromstring, tostring

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
from scorekeeper.rulebooks.search import CHAPTER, EXAMPLE, SECTION, search, words_of
from scorekeeper.web.formatting import language

EXTENSIONS = tuple(
    f"markdown.extensions.{name}" for name in ("attr_list", "def_list", "md_in_html", "sane_lists", "tables")
)
HEADINGS = ("h2", "h3", "h4")
AFTER_THE_TREE = -10  # the priority of `_Setter`: it runs after Markdown's own tree processors, which resolve escapes
MOST_BESIDE = 4  # the largest number of cards beside one heading
MOST_KEPT = 64  # the largest number of rendered books in the cache, each a few hundred KB
PLACEHOLDER = "\x02wzxhzdk:"  # the prefix of Markdown's placeholder for raw HTML, such as the cards of an example


@dataclass
class Heading:
    """A heading in the table of contents. A chapter's heading has the headings of its sections in `below`."""

    anchor: str
    title: str
    below: list[Heading] = field(default_factory=list)


@dataclass
class Effect:
    """An entry of the reference card: cards with the same effect."""

    faces: list[Face]
    anchor: str
    title: str
    text: str


@dataclass
class TypesetBook:
    """A rulebook rendered for one table."""

    html: SafeString
    contents: list[Heading]
    effects: list[Effect]
    found: int | None  # the number of sections found; None without a search


def face_finder(game: AnyGame, table: AnyTable) -> Callable[[str], Face | None]:
    """Return a function that returns the face of a card by its code; None if none of these decks has the card."""
    most = max(game.seats)
    decks = (table.deck, game.deck(most, table.options), game.deck(most, game.options()))

    def find(code: str) -> Face | None:
        return next((game.face(deck[code]) for deck in decks if code in deck), None)

    return find


@cache
def _template(source: str) -> Template:
    return Template(source)


def set_book(game: AnyGame, table: AnyTable, sought: str = "", whole: str = "?") -> TypesetBook:
    """Return the game's rulebook rendered for this table; with `sought`, only the sections that have these words."""
    assert game.rulebook is not None  # noqa: S101 - the views raise Http404 without one
    find = face_finder(game, table)
    context = {
        "options": table.options,
        "players": len(table.players),
        "game": game,
        "find_face": find,
        **game.rulebook_context(table),
    }
    text = _template(game.rulebook.source(language())).render(Context(context))
    booklet, html, root = _set(_Source(f"{game.slug} {game.shown}", language(), text, find))
    if not words_of(sought):
        return TypesetBook(html, booklet.contents, booklet.effects, None)
    found = search(root, sought)
    for link in (link for section in found for link in section.iter("a")):
        if link.get("href", "").startswith("#"):
            link.set("href", f"{whole}{link.get('href')}")
    return TypesetBook(_html(found), booklet.contents, booklet.effects, len(found))


@dataclass(frozen=True)
class _Source:
    """A rulebook as Markdown; `_set` caches its result by this key. `find` returns a card's face by its code."""

    game: str  # game's slug and the code of its card faces (`Game.shown`), separated by a space
    language: str
    text: str
    find: Callable[[str], Face | None] = field(compare=False)


@lru_cache(maxsize=MOST_KEPT)
def _set(source: _Source) -> tuple[_Booklet, SafeString, Element]:
    booklet = _Booklet(source.find)
    html = Markdown(extensions=[*EXTENSIONS, booklet], output_format="xhtml").convert(source.text)
    root = fromstring(f"<div>{html}</div>")  # noqa: S314 - see `_html`
    return booklet, _html(root), root


def _html(elements: Iterable[Element]) -> SafeString:
    # Safe: rulebooks come with the app. The texts of a group's own score sheet are escaped by games.sheets.
    return mark_safe("".join(tostring(each, "unicode", "html") for each in elements))  # noqa: S308


class _Booklet(Extension):
    """The Markdown extension for rulebooks."""

    def __init__(self, find: Callable[[str], Face | None]) -> None:
        super().__init__()
        self.find = find
        self.contents: list[Heading] = []
        self.effects: list[Effect] = []

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - the name that Markdown calls
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
        for element in list(root.iter()):
            element.attrib.pop("explains", None)
            if codes := element.attrib.pop("cards", ""):
                self._draw(element, self._faces(codes))
            if "ruling" in element.get("class", "").split():
                _mark_ruling(element)

    def _faces(self, codes: str) -> list[Face]:
        """Return the faces of these cards, without cards that no deck has. `codes` are separated by spaces."""
        return [face for face in map(self.booklet.find, codes.split()) if face is not None]

    def _draw(self, heading: Element, faces: list[Face]) -> None:
        """Insert the first MOST_BESIDE of these cards into a heading, before its text."""
        drawn = "".join(render_to_string("web/face.html", {"face": face}) for face in faces[:MOST_BESIDE])
        beside = Element("span", {"class": "beside-heading", "aria-hidden": "true"})
        beside.text = self.md.htmlStash.store(drawn)
        beside.tail, heading.text = heading.text, ""
        heading.insert(0, beside)

    def _list(self, section: Element) -> None:
        """Add a section to the table of contents and, if its heading names cards, to the reference card."""
        heading = section[0] if len(section) and section[0].tag in HEADINGS else None
        if heading is None or not (anchor := heading.get("id")):
            return
        title = "".join(heading.itertext())
        entry = Heading(anchor, title)
        if heading.tag == CHAPTER or not self.booklet.contents:
            self.booklet.contents.append(entry)
        else:
            self.booklet.contents[-1].below.append(entry)
        if faces := self._faces(heading.get("cards", "")):
            first = next((each for each in section if each.tag == "p"), None)
            text = " ".join("".join(first.itertext()).split()) if first is not None else ""
            self.booklet.effects.append(Effect(faces[:MOST_BESIDE], anchor, title, text))


def _in_sections(root: Element) -> list[Element]:
    """Wrap each h2 or h3, with the elements up to the next one, in a <section>; return the sections in order."""
    sections: list[Element] = []
    for element in list(root):
        root.remove(element)
        if element.tag == "h1":  # left out: the page has its own h1
            continue
        if element.tag in (CHAPTER, SECTION) or not sections:
            sections.append(
                SubElement(root, "section", {"class": "chapter" if element.tag == CHAPTER else "rule-text"})
            )
        sections[-1].append(element)
    return sections


def _mark_ruling(element: Element) -> None:
    """Add the ruling mark to an element: at the end of a heading, but before the text of any other element."""
    mark = Element("span", {"class": "ruling-mark"})
    mark.text = _("our ruling")
    if element.tag in HEADINGS:
        mark.tail = ""
        element.append(mark)
    else:
        mark.tail = f" {element.text or ''}"
        element.text = ""
        element.insert(0, mark)


def table_for(game: AnyGame, players: int, options: Any) -> AnyTable:
    """Return a table of this many players, named "1", "2" and so on, for rendering the rulebook."""
    return game.table(tuple(str(number + 1) for number in range(players)), options)
