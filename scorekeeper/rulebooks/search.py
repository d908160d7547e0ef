"""The search in a rulebook: for beginnings of words, regardless of accents and capitals."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from copy import deepcopy
from xml.etree.ElementTree import Element

CHAPTER, SECTION = "h2", "h3"
WRAPPERS = frozenset(("ul", "ol", "dl", "table", "tbody", "blockquote", "div"))  # their children are pieces
DRAWN = frozenset(("beside-heading", "ruling-mark"))  # classes of elements that are no text
EXAMPLE = "example"
SOFT_HYPHEN = "\u00ad"
_WORD = re.compile(rf"[\w{SOFT_HYPHEN}]+")


def fold(word: str) -> str:
    """Return the word without accents and capitals: ä as a, ß as ss."""
    letters = unicodedata.normalize("NFKD", word.casefold().replace(SOFT_HYPHEN, ""))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def words_of(text: str) -> list[str]:
    """Return the words of a text, folded."""
    return [folded for word in _WORD.findall(text) if (folded := fold(word))]


def search(root: Element, sought: str) -> tuple[list[Element], int]:
    """Return copies of the sections in which something is found, with other pieces hidden, and the number of pieces found.

    A piece (see `pieces`) is found if each sought word begins a word of the piece or of its heading, and at least one
    begins a word of the piece itself. If a heading contains all sought words, everything under it is found; under the
    heading of a chapter, all of its sections.
    """
    wanted = words_of(sought)
    answers: list[Element] = []
    number = 0
    chapter: Element | None = None  # the present chapter's heading, as long as it is not in the result
    in_chapter = False  # whether the chapter's heading contains all sought words
    for section in root:
        title = _words(section[0]) if section[0].tag in (CHAPTER, SECTION) else []
        titled = bool(title) and _begin_all(wanted, title)
        if section[0].tag == CHAPTER:
            chapter, in_chapter = section, titled
        found = [*pieces(section)][1 if title else 0 :]
        shown = [True] * len(found) if titled or in_chapter else _answering(found, title, wanted)
        if not any(shown):
            continue
        number += sum(show for show, piece in zip(shown, found, strict=True) if piece.get("class") != EXAMPLE)
        if chapter is not None and chapter is not section:
            answers.append(_excerpt(chapter, [True], wanted))
        chapter = None
        answers.append(_excerpt(section, [True] * bool(title) + shown, wanted))
    return answers, number


def pieces(section: Element) -> Iterator[Element]:
    """Yield the pieces of a section, each shown or hidden by a search.

    They are headings, paragraphs, items of lists, rows of tables, and examples.
    """
    for element in section:
        if element.tag in WRAPPERS and element.get("class") != EXAMPLE:
            yield from pieces(element)
        elif element.tag != "thead":
            yield element


def _answering(found: list[Element], title: list[str], wanted: list[str]) -> list[bool]:
    """Return for each piece whether it is found by its own words; an example is, if the piece before it is."""
    shown: list[bool] = []
    for piece in found:
        if piece.get("class") == EXAMPLE:
            shown.append(bool(shown) and shown[-1])
            continue
        words = _words(piece)
        shown.append(_begin_all(wanted, [*words, *title]) and any(_begins_any(each, words) for each in wanted))
    return shown


def _begin_all(wanted: list[str], words: list[str]) -> bool:
    return all(_begins_any(each, words) for each in wanted)


def _begins_any(beginning: str, words: list[str]) -> bool:
    return any(word.startswith(beginning) for word in words)


def _words(piece: Element) -> list[str]:
    return words_of("".join(_texts(piece)))


def _texts(element: Element) -> Iterator[str]:
    """Yield the texts of a piece, without what is drawn beside it."""
    if element.get("class") in DRAWN:
        return
    yield element.text or ""
    for child in element:
        yield from _texts(child)
        yield child.tail or ""


def _excerpt(section: Element, shown: list[bool], wanted: list[str]) -> Element:
    """Return a copy of the section with pieces hidden that are not `shown`, and the words that were found marked."""
    copied = deepcopy(section)
    for number, piece in enumerate([*pieces(copied)]):
        if number < len(shown) and shown[number]:
            _mark(piece, wanted)
        else:
            piece.set("hidden", "")
    return copied


def _mark(element: Element, wanted: list[str]) -> None:
    """Put a <mark> around each word of an element that begins with a wanted one."""
    if element.get("class") in (*DRAWN, EXAMPLE):
        return
    for child in [*element]:
        _mark(child, wanted)
        child.tail, marks = _marked(child.tail or "", wanted)
        place = [*element].index(child) + 1
        element[place:place] = marks
    element.text, marks = _marked(element.text or "", wanted)
    element[0:0] = marks


def _marked(text: str, wanted: list[str]) -> tuple[str, list[Element]]:
    """Return the text before the first word found, and each such word as a mark, followed by the text after it."""
    marks: list[Element] = []
    for word in reversed([*_WORD.finditer(text)]):
        if fold(word[0]).startswith(tuple(wanted)):
            mark = Element("mark")
            mark.text, mark.tail = word[0], text[word.end() :]
            marks.insert(0, mark)
            text = text[: word.start()]
    return text, marks
