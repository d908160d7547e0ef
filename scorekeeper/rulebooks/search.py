"""Searching a rulebook: folded, by the stems of words, forgiving of misspellings, with the synonyms a book lists.

A book is indexed once; a search then copies what answers it out of the book's tree, with marks on what was found.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from difflib import get_close_matches
from xml.etree.ElementTree import Element

from snowballstemmer import stemmer

CHAPTER, SECTION = "h2", "h3"
WRAPPERS = frozenset(("ul", "ol", "dl", "table", "tbody", "blockquote", "div"))  # searched piece by piece
DRAWN = frozenset(("beside-heading", "ruling-mark"))  # beside a text, not of it
EXAMPLE = "example"
STEMMERS = {"de": "german", "en": "english"}
SHORTEST_STEM = 3  # letters
SHORTEST_MISSPELT = 4  # letters
LIKE = 0.75  # how alike two words are (difflib's ratio) of which one can be the other misspelt
_WORD = re.compile(r"[\w\u00ad]+")


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


def words_of(text: str) -> list[str]:
    """The words of a text, folded."""
    return [folded for word in _WORD.findall(text) if (folded := fold(word).text)]


def pieces(section: Iterable[Element]) -> Iterator[Element]:
    """A piece that a search shows or hides: headings, paragraphs, points of a list, rows of a table, examples."""
    for element in section:
        if element.tag in WRAPPERS and element.get("class") != EXAMPLE:
            yield from pieces(element)
        elif element.tag != "thead":
            yield element


@dataclass(frozen=True)
class _Section:
    element: Element
    title: frozenset[str]  # the words of its heading, with their synonyms; none where it has no heading
    pieces: list[frozenset[str] | None]  # the words of each piece; None: an example, it goes with what stands before it

    @property
    def is_chapter(self) -> bool:
        return self.element[0].tag == CHAPTER

    def answering(self, wanted: list[frozenset[str]]) -> list[bool]:
        """Which of its pieces answer by themselves; the heading does with any of them."""
        shown: list[bool] = []
        for words in self.pieces:
            shown.append(_answers(words, self.title, wanted) if words is not None else bool(shown) and shown[-1])
        return shown


class Index:
    """The words of a book whose sections stand side by side below `root`, in one language (de, en).

    The attribute `synonyms` of a heading or a piece lists words by which it is found too; it is taken off the tree.
    """

    def __init__(self, root: Element, language: str) -> None:
        self.stemmer = stemmer(STEMMERS[language])
        self.stems: dict[str, str] = {}
        self.sections = [self._section(element) for element in root]

    def _section(self, section: Element) -> _Section:
        found = [None if each.get("class") == EXAMPLE else self._words(each) for each in pieces(section)]
        titled = section[0].tag in (CHAPTER, SECTION)
        return _Section(section, (titled and found[0]) or frozenset(), found)

    def _words(self, piece: Element) -> frozenset[str]:
        texts = list(_texts(piece))
        texts += [element.attrib.pop("synonyms", "") for element in piece.iter()]
        for word in (word for text in texts for word in _WORD.findall(text)):
            self.stems.setdefault(fold(word).text, self._stem(word))
        return frozenset(word for text in texts for word in words_of(text))

    def _stem(self, word: str) -> str:
        return fold(self.stemmer.stemWord(word.casefold())).text

    def meant(self, word: str) -> frozenset[str]:
        """The words of the book that somebody can mean by this one: holding it, of its stem, else spelt like it."""
        typed, stem = fold(word).text, self._stem(word)
        found = {known for known in self.stems if typed in known}
        if len(stem) >= SHORTEST_STEM:
            found |= {known for known, of_it in self.stems.items() if of_it.startswith(stem)}
        if not found and len(typed) >= SHORTEST_MISSPELT:
            found = set(get_close_matches(typed, self.stems, cutoff=LIKE))
        return frozenset(found)

    def search(self, sought: str) -> tuple[list[Element], int]:
        """Copies of the sections with an answer, what else is in them hidden, and how many pieces answer.

        All words must be in a piece and its heading together, one at least in the piece itself. Where the heading
        alone has them all, everything under it answers, under a chapter's heading all its sections.
        """
        wanted = [self.meant(word) for word in _WORD.findall(sought) if fold(word).text]
        marker = _Marker(words_of(sought), frozenset().union(*wanted))
        answers: list[Element] = []
        number = 0
        chapter: _Section | None = None  # not yet among the answers
        in_chapter = False  # the chapter's heading has all the words
        for section in self.sections:
            titled = bool(section.title) and _has_all(section.title, wanted)
            if section.is_chapter:
                chapter, in_chapter = section, titled
            shown = section.answering(wanted)
            if titled or in_chapter:
                shown = [True] * len(shown)
            if section.title:
                shown[0] = False
            if not any(shown):
                continue
            number += sum(show for show, words in zip(shown, section.pieces, strict=True) if words is not None)
            if chapter is not None and chapter is not section:
                answers.append(marker.excerpt(chapter, []))
            chapter = None
            answers.append(marker.excerpt(section, shown))
        return answers, number


def _has_all(words: frozenset[str], wanted: list[frozenset[str]]) -> bool:
    return all(not words.isdisjoint(each) for each in wanted)


def _answers(words: frozenset[str], title: frozenset[str], wanted: list[frozenset[str]]) -> bool:
    return _has_all(words | title, wanted) and any(not words.isdisjoint(each) for each in wanted)


def _texts(element: Element) -> Iterator[str]:
    """The texts of a piece, without what is drawn beside it."""
    if element.get("class") in DRAWN:
        return
    yield element.text or ""
    for child in element:
        yield from _texts(child)
        yield child.tail or ""


@dataclass(frozen=True)
class _Marker:
    """Copies what answers, with <mark> round what was found: what was `typed` within a word, or a whole word `meant`."""

    typed: list[str]
    meant: Collection[str]

    def excerpt(self, section: _Section, shown: list[bool]) -> Element:
        """A copy of the section with its heading and the pieces that are shown; the others are hidden in it."""
        copied = deepcopy(section.element)
        for number, piece in enumerate(list(pieces(copied))):
            if (number == 0 and section.title) or (number < len(shown) and shown[number]):
                self._mark(piece)
            else:
                piece.set("hidden", "")
        return copied

    def _mark(self, element: Element) -> None:
        if element.get("class") in DRAWN or element.get("class") == EXAMPLE:
            return
        for child in list(element):
            self._mark(child)
            marks, before = self._cut(child.tail)
            if marks:
                child.tail = before
                place = list(element).index(child) + 1
                element[place:place] = marks
        marks, before = self._cut(element.text)
        if marks:
            element.text = before
            element[0:0] = marks

    def _cut(self, text: str | None) -> tuple[list[Element], str]:
        """A text as the words' marks, each with what follows it, and what stands before the first."""
        if not text:
            return [], ""
        spans = self.spans(text)
        marks = []
        for number, (start, end) in enumerate(spans):
            mark = Element("mark")
            mark.text = text[start:end]
            mark.tail = text[end : spans[number + 1][0] if number + 1 < len(spans) else None]
            marks.append(mark)
        return marks, text[: spans[0][0]] if spans else ""

    def spans(self, text: str) -> list[tuple[int, int]]:
        """Return where in a text something was found, in order, without overlaps."""
        found = [span for word in _WORD.finditer(text) for span in self._in_word(word)]
        merged: list[tuple[int, int]] = []
        for start, end in sorted(found):
            if merged and start < merged[-1][1]:
                merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
            else:
                merged.append((start, end))
        return merged

    def _in_word(self, word: re.Match[str]) -> Iterator[tuple[int, int]]:
        folded = fold(word[0])
        if folded.text not in self.meant:
            return
        inside = False
        for part in self.typed:
            at = folded.text.find(part)
            while at >= 0:
                inside, last = True, at + len(part)
                end = folded.places[last] if last < len(folded.text) else len(word[0])
                yield word.start() + folded.places[at], word.start() + end
                at = folded.text.find(part, last)
        if not inside:
            yield word.span()
