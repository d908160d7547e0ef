"""Pictures to share, of a game's end and of an evening: PNGs of 1080 × 1350 pixels, as every messenger takes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.utils.formats import date_format
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from resvg_py import svg_to_bytes

from games.kernel.words import END_OF_ISOLATE, ISOLATE, isolated
from scorekeeper.nights.columns import who_wins, won_by
from scorekeeper.nights.models import Match, Night
from scorekeeper.nights.presenter import ended_before_its_end
from scorekeeper.nights.signals import night_described
from scorekeeper.nights.story import Evening, Story
from scorekeeper.pad.ending import Ending
from scorekeeper.people.signs import Sign
from scorekeeper.web.formatting import all_of, language, minus
from scorekeeper.web.text_width import width

FONT = Path(__file__).parent / "fonts" / "NotoSerif-Bold.ttf"
HAS = re.compile(r"[\u0020-\u024f\u02bb\u02bc\u0300-\u045f\u0490\u0491\u1e00-\u1eff\u2010-\u2026\u2030-\u203a\u20ac]*")
NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# Emoji and other symbols are left out: a machine's font for them would be taken for the whole line, or draws a box.
SYMBOLS = re.compile(r"(?:[\u20e3\u2190-\u2bff\ufe0e\ufe0f\U0001f000-\U0001faff\U000e0020-\U000e007f]\u200d?)+ ?")
LETTER = 0.7  # the width of a letter of medium width, as a fraction of the font size
MOST_ROWS, MOST_NOTES = 8, 6  # there is room for this many rows, and for this many lines of notes of an evening
TOP, BOTTOM = 430, 920  # the edges of the rows, in pixels from the top
TALLEST = 96  # the greatest height of a row, in pixels
STEP = 40  # the greatest distance between two lines of text below the rows, in pixels
INK = "#232d29"


@dataclass(frozen=True)
class Row:
    """A line of a picture: who, in the colour of a single player, a detail, and points."""

    icon: str
    who: str
    sides: Sequence[Sign]
    detail: str
    points: int


@dataclass(frozen=True)
class Card:
    """What stands on a picture. `icon` is the symbol in its head."""

    night: Night
    head: str
    title: str
    icon: str
    rows: Sequence[Row]
    below: Sequence[str]

    @property
    def png(self) -> bytes:
        svg: str = render_to_string("pad/card.svg", self.drawing)
        svg = SYMBOLS.sub("", NOT_XML.sub("", svg.replace("−", "–")))  # the font has no minus sign
        ours = bool(HAS.fullmatch(re.sub(r"\s", " ", svg)))
        return bytes(svg_to_bytes(svg, font_files=[str(FONT)], serif_family="Noto Serif", skip_system_fonts=ours))

    @property
    def drawing(self) -> dict[str, Any]:
        """The context of the template. All positions and sizes are in pixels."""
        whose = ", ".join(map(isolated, filter(None, [self.night.group.name, self.night.place])))
        head_size, head = fitted(self.head, 700, (36, 1, 28), (28, 2, 18))
        size, title = fitted(self.title, 860, (84, 1, 56), (56, 2, 44), (44, 3, 24))
        whose_size, whose_lines = fitted(whose, 940, (36, 1, 16))
        high = min(TALLEST, (BOTTOM - TOP) // len(self.rows))
        return {
            "name": self.title,
            "head": [(190 - (len(head) - 1 - at) * 34, line) for at, line in enumerate(head)],
            "head_size": head_size,
            "title": [(280 + at * size * 11 // 10, line) for at, line in enumerate(title)],
            "title_size": size,
            "icon": symbol(self.icon),
            "rows": [_row(row, TOP + high * at, high) for at, row in enumerate(self.rows)],
            "below": list(_lines(self.below, TOP + high * len(self.rows) + 70)),
            "whose": " ".join(whose_lines),
            "whose_size": whose_size,
        }


def _row(row: Row, top: int, high: int) -> dict[str, Any]:
    size, who = fitted(row.who, 390, (min(40, high - 20), 1, 18))
    small, detail = fitted(row.detail, 280, (min(30, high - 24), 1, 22), (22, 2, 14))
    middle = top + high // 2
    return {
        "middle": middle,
        "line": top + high,
        "icon": symbol(row.icon) if row.icon else "",
        "who": " ".join(who),
        "who_size": size,
        "colour": colours()[row.sides[0].colour] if len(row.sides) == 1 else INK,
        "detail": [(middle + 8 + (2 * at - len(detail) + 1) * 11, each) for at, each in enumerate(detail)],
        "detail_size": small,
        "points": minus(row.points),
    }


def _lines(texts: Iterable[str], y: int) -> Iterator[tuple[int, int, str]]:
    """Yield the vertical position, the font size and the text of each line."""
    for text in texts:
        size, lines = fitted(text, 860, (34, 1, 28), (28, 2, 16))
        for line in lines:
            yield y, size, line
            y += min(STEP, size * 13 // 10)


# What stands on them


def card_of_game(match: Match, ending: Ending) -> Card:
    """Return the card of a finished game, in the language of the request."""
    verdict, lead = verdict_and_lead(match, ending)
    rows = []
    for place in ending.places:
        behind = _("%(points)s behind %(names)s") % {"points": place.behind, "names": place.whom}
        icon = "krone" if place.won else ""
        rows.append(
            Row(icon, isolated(place.sign.name), place.sign.people, behind if place.behind else "", place.total)
        )
    head = f"{match.title.text(language())}, {date_format(match.night.day, 'DATE_FORMAT')}"
    told = [f"{ending.lead.title} {ending.lead.text}"] if ending.lead else []
    return Card(match.night, head, verdict, match.game.emblem, rows, [lead, *told])


def verdict_and_lead(match: Match, ending: Ending) -> tuple[str, str]:
    """Return two texts: who won, and either "Ended early." or the winner's title, with the margin if there is one."""
    won = who_wins([each.sign for each in ending.winners])
    if ended_before_its_end(match):
        return won, _("Ended early.")
    champion = match.champion.text(language())
    if not ending.margin:
        return won, champion
    return won, f"{champion}, " + _("%(margin)s ahead of %(names)s") % {"margin": ending.margin, "names": ending.next}


def card_of_evening(night: Night, evening: Evening) -> Card:
    """Return the card of an evening, in the language of the request. At least one game must have a winner."""
    finished = evening.finished
    rows = [
        Row(match.game.emblem, won_by(match.winning), match.winning, match.title.text(language()), match.totals[winner])
        for match in (story.match for story in finished[:MOST_ROWS])
        for winner in match.winners[:1]
    ]
    left = len(finished) - len(rows)
    more = [_("And %(number)s more.") % {"number": left}] if left else []
    head = date_format(night.day, "DATE_FORMAT")
    return Card(night, head, _best(evening), "krone", rows, [*more, *_turned(finished), *_notes(night)])


def _best(evening: Evening) -> str:
    """Return who won most games, in words; `evening.text` if fewer than two games with a winner count in statistics."""
    games = sum(not story.match.left_out for story in evening.finished)
    if games < 2:
        return evening.text
    facts = {
        "names": all_of([each.name for each in evening.best]),
        "wins": max(evening.wins.values()),
        "games": games,
    }
    said = ngettext(
        "%(names)s won most: %(wins)s of %(games)s games",
        "%(names)s won most: %(wins)s of %(games)s games each",
        len(evening.best),
    )
    return said % facts


def _turned(finished: Sequence[Story]) -> Iterator[str]:
    """Yield a turning point; if several games have one, that of the game won by the fewest points."""
    turned = min((story for story in finished if story.turning_point), key=lambda each: each.margin or 0, default=None)
    if turned is not None:
        yield f"{turned.match.title.text(language())}: {' '.join(turned.lead_told)}"


def _notes(night: Night) -> list[str]:
    """Return the first lines of other apps' notes, such as who owes whom."""
    told: Any = night_described.send(Night, night=night)
    notes = [line.replace("→", "›") for _receiver, note in told if note for line in note.lines]  # the font has no arrow
    return notes if len(notes) <= MOST_NOTES else [*notes[: MOST_NOTES - 1], "…"]


# Text and symbols


def fitted(text: str, room: int, *ways: tuple[int, int, int]) -> tuple[int, list[str]]:
    """Return the font size (pixels) and the lines with which a text fits into a width of `room` pixels."""
    size, lines = 0, [text]
    for largest, most, least in ways:
        for size in range(largest, least - 1, -2):
            lines = _wrapped(text, room, size)
            if len(lines) <= most and all(_wide(line, size) <= room for line in lines):
                return size, lines
    return size, lines


def _wide(text: str, size: int) -> float:
    return width(text) * size * LETTER


def _wrapped(text: str, room: int, size: int) -> list[str]:
    found = [""]
    for word in text.split():
        longer = f"{found[-1]} {word}".strip()
        if found[-1] and _wide(longer, size) > room:
            found.append(word)
        else:
            found[-1] = longer
    return list(_in_isolates(found))


def _in_isolates(lines: Iterable[str]) -> Iterator[str]:
    """Yield each line with its own bidi isolates, even where a name is broken over two lines."""
    opened = 0
    for line in lines:
        line = ISOLATE * opened + line
        opened = line.count(ISOLATE) - line.count(END_OF_ISOLATE)
        yield line + END_OF_ISOLATE * opened


@cache
def colours() -> dict[int, str]:
    """Return the players' colours in the light theme, by number, as read from base.css."""
    css = Path(str(finders.find("css/base.css"))).read_text()
    return {int(number): colour for number, colour in re.findall(r"\.p(\d)\b[^{]*\{\s*--p: light-dark\((#\w+)", css)}


@cache
def symbol(name: str) -> SafeString:
    """Return the SVG, 100 units wide, of the symbol that `{% icon name %}` draws; raise LookupError without one."""
    game, _slash, part = name.rpartition("/")
    svg = Path(str(finders.find(f"{game}/icons.svg" if game else "img/sprite.svg"))).read_text()
    found = re.search(rf'<symbol id="{part}" viewBox="0 0 (\d+) [^>]*>(.*?)</symbol>', svg, re.DOTALL)
    if found is None:
        raise LookupError(name)
    return mark_safe(f'<g transform="scale({100 / int(found[1]):.4f})">{found[2]}</g>')  # noqa: S308 - our own file
