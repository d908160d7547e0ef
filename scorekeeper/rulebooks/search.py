"""The search in a rulebook for beginnings of words, regardless of accents and upper or lower case."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from copy import deepcopy
from xml.etree.ElementTree import Element

CHAPTER, SECTION = "h2", "h3"
# Elements that are not pieces themselves, but contain pieces (see `pieces`)
WRAPPERS = frozenset(("ul", "ol", "dl", "table", "tbody", "blockquote", "div"))
DRAWN = frozenset(("beside-heading", "ruling-mark"))  # classes of elements whose text is not searched
EXAMPLE = "example"
SOFT_HYPHEN = "\u00ad"
_WORD = re.compile(rf"[\w{SOFT_HYPHEN}]+")


def fold(word: str) -> str:
    """Return the word in lower case, without accents and soft hyphens: "Ä" as "a", "ß" as "ss"."""
    letters = unicodedata.normalize("NFKD", word.casefold().replace(SOFT_HYPHEN, ""))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def words_of(text: str) -> list[str]:
    """Return the words of a text, each as `fold` returns it."""
    return [folded for word in _WORD.findall(text) if (folded := fold(word))]


def search(root: Element, sought: str) -> tuple[list[Element], int]:
    """Return an excerpt of the book with the pieces found, and how many they are. Examples are not counted."""
    wanted = words_of(sought)
    answers: list[Element] = []
    number = 0
    chapter: Element | None = None  # the first section of the current chapter; None once its heading is in `answers`
    in_chapter = False  # whether the heading of the current chapter has all sought words
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
    """Yield the pieces of a section: headings, paragraphs, list items, the rows of table bodies, and examples."""
    for element in section:
        if element.tag in WRAPPERS and element.get("class") != EXAMPLE:
            yield from pieces(element)
        elif element.tag != "thead":
            yield element


def _answering(found: list[Element], title: list[str], wanted: list[str]) -> list[bool]:
    """Return, for each piece, whether the search finds it; an example is found with the piece before it."""
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
    """Yield the texts inside an element; skip elements with a class in DRAWN."""
    if element.get("class") in DRAWN:
        return
    yield element.text or ""
    for child in element:
        yield from _texts(child)
        yield child.tail or ""


def _excerpt(section: Element, shown: list[bool], wanted: list[str]) -> Element:
    """Return a copy of the section with some pieces hidden, and with the wanted words marked in the others."""
    copied = deepcopy(section)
    for number, piece in enumerate([*pieces(copied)]):
        if number < len(shown) and shown[number]:
            _mark(piece, wanted)
        else:
            piece.set("hidden", "")
    for table in copied.iter("table"):
        if all("hidden" in row.attrib for row in pieces(table)):
            table.set("hidden", "")  # hides the head of the table, too
    return copied


def _mark(element: Element, wanted: list[str]) -> None:
    """Put a <mark> around each word of the element's text that begins with one of the wanted words."""
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
    """Split a text at the words that begin with one of the wanted words."""
    marks: list[Element] = []
    for word in reversed([*_WORD.finditer(text)]):
        if fold(word[0]).startswith(tuple(wanted)):
            mark = Element("mark")
            mark.text, mark.tail = word[0], text[word.end() :]
            marks.insert(0, mark)
            text = text[: word.start()]
    return text, marks
