"""The search in a rulebook for beginnings of words, regardless of accents and upper or lower case."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from copy import deepcopy
from xml.etree.ElementTree import Element

CHAPTER, SECTION = "h2", "h3"
EXAMPLE = "example"
DRAWN = frozenset(("beside-heading", "ruling-mark", EXAMPLE))  # classes of elements whose text is not searched
SOFT_HYPHEN = "\u00ad"
_WORD = re.compile(rf"[\w{SOFT_HYPHEN}]+")


def fold(word: str) -> str:
    """Return the word in lower case, without accents and soft hyphens: "Ä" as "a", "ß" as "ss"."""
    letters = unicodedata.normalize("NFKD", word.casefold().replace(SOFT_HYPHEN, ""))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def words_of(text: str) -> list[str]:
    """Return the words of a text, each as `fold` returns it."""
    return [folded for word in _WORD.findall(text) if (folded := fold(word))]


def search(root: Element, sought: str) -> list[Element]:
    """Return copies of the book's sections that have a beginning of each word sought, with these words marked."""
    wanted = words_of(sought)
    found = []
    for section in root:
        words = words_of("".join(_texts(section)))
        if all(any(word.startswith(each) for word in words) for each in wanted):
            found.append(deepcopy(section))
            _mark(found[-1], wanted)
    return found


def _texts(element: Element) -> Iterator[str]:
    """Yield the texts inside an element; skip elements with a class in DRAWN."""
    if element.get("class") in DRAWN:
        return
    yield element.text or ""
    for child in element:
        yield from _texts(child)
        yield child.tail or ""


def _mark(element: Element, wanted: list[str]) -> None:
    """Put a <mark> around each word of the element's text that begins with one of the wanted words."""
    if element.get("class") in DRAWN:
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
