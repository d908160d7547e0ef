"""The picture of a result for sharing: a PNG of 1080 × 1350 pixels, which every messenger app accepts.

The template `pad/result.svg` draws the picture, and resvg renders it with the font in `fonts/`. Fonts of the machine
are used only for characters that this font lacks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.utils.formats import date_format
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from resvg_py import svg_to_bytes

from games.kernel.words import END_OF_ISOLATE, ISOLATE, isolated
from scorekeeper.nights.columns import won_by
from scorekeeper.nights.models import Match
from scorekeeper.nights.presenter import ended_before_its_end
from scorekeeper.nights.story import Story
from scorekeeper.pad.ending import Ending
from scorekeeper.people.signs import Sign, labels
from scorekeeper.web.charts import spread
from scorekeeper.web.formatting import language
from scorekeeper.web.text_width import width

FONT = Path(__file__).parent / "fonts" / "NotoSerif-Bold.ttf"
HAS = re.compile(r"[\u0020-\u024f\u02bb\u02bc\u0300-\u045f\u0490\u0491\u1e00-\u1eff\u2010-\u2026\u2030-\u203a\u20ac]*")
NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
LETTER = 0.7  # the width of a letter of medium width, as a fraction of the font size
TOP, BOTTOM = 500, 950  # the edges of the list of places, in pixels from the top
LEAST_READ = 20  # the smallest font size that can be read on a phone, in pixels
TALLEST = 112  # the greatest height of a row of the list, in pixels
LEFT, RIGHT, HIGH, LOW = 130, 850, 996, 1150  # the edges of the chart, in pixels
LAST_LINE = 1222  # the vertical position of the last line of text below the chart, in pixels
LONGEST_LABEL = 7  # the widest name beside a line, in letters; if one cannot be shortened to it, all are initials


def picture_of(match: Match, ending: Ending) -> bytes:
    """Return the picture as PNG, in the language of the request."""
    return png_of(render_to_string("pad/result.svg", _drawing(match, ending)))


def png_of(svg: str) -> bytes:
    """Return a drawing (SVG) as PNG."""
    svg = NOT_XML.sub("", svg.replace("−", "–"))  # the font has no minus sign
    ours = bool(HAS.fullmatch(re.sub(r"\s", " ", svg)))
    return bytes(svg_to_bytes(svg, font_files=[str(FONT)], serif_family="Noto Serif", skip_system_fonts=ours))


def fitted(text: str, room: int, *ways: tuple[int, int, int]) -> tuple[int, list[str]]:
    """Return the font size (pixels) and the lines with which a text fits into a width of `room` pixels.

    Each of `ways` is the largest font size, the largest number of lines, and the smallest font size. The first way
    that fits is taken, with the largest size that fits. If none fits, the last way is taken with its smallest size.
    """
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


def _drawing(match: Match, ending: Ending) -> dict[str, Any]:
    winner = ending.winners[0].sign if len(ending.winners) == 1 else None
    verdict, lead = verdict_and_lead(match, ending)
    size, lines = fitted(verdict, 860, (92, 1, 64), (74, 2, 52), (52, 3, 30))
    night = match.night
    whose = ", ".join(map(isolated, filter(None, [night.group.name, night.place])))
    what = f"{match.title.text(language())}, {date_format(night.day, 'DATE_FORMAT')}"
    what_size, what_lines = fitted(what, 700, (40, 1, 32), (30, 2, 18))
    told = ending.lead
    told_size, told_lines = fitted(f"{told.title} {told.text}" if told else "", 860, (34, 1, 28), (28, 2, 18))
    first = LAST_LINE - (len(told_lines) - 1) * told_size * 6 // 5
    return {
        "band": colours()[winner.colour] if winner else "#e8b954",
        "band_ink": "#fbf6ea" if winner else "#231d10",
        "verdict": verdict,
        "verdict_lines": list(zip(_heights(len(lines), size), lines, strict=True)),
        "verdict_size": size,
        "what_lines": [(186 - (len(what_lines) - 1 - index) * 36, line) for index, line in enumerate(what_lines)],
        "what_size": what_size,
        **_one_line("lead", lead, 860, 44),
        "told_lines": [(first + index * told_size * 6 // 5, line) for index, line in enumerate(told_lines)],
        "told_size": told_size,
        "emblem": symbol(match.game.emblem),
        "crown": symbol("krone"),
        **_one_line("whose", whose, 940, 36),
        "rows": list(_rows(ending)),
        "lines": list(_lines(ending.story)),
        "turned_at": _turned_at(ending),
    }


def verdict_and_lead(match: Match, ending: Ending) -> tuple[str, str]:
    """Return two texts: who won, and either "Ended early." or the winner's title, with the margin if there is one."""
    names = won_by([each.sign for each in ending.winners])
    if len(ending.winners) > 1:
        won = _("%(names)s share the win") % {"names": names}
    elif ending.together:
        won = _("%(names)s win") % {"names": names}
    else:
        won = _("%(name)s wins") % {"name": names}
    if ended_before_its_end(match):
        return won, _("Ended early.")
    champion = match.champion.text(language())
    if not ending.margin:
        return won, champion
    return won, f"{champion}, " + _("%(margin)s ahead of %(names)s") % {"margin": ending.margin, "names": ending.next}


def _one_line(name: str, text: str, room: int, size: int) -> dict[str, Any]:
    size, lines = fitted(text, room, (size, 1, 16))
    return {name: " ".join(lines), f"{name}_size": size}


def _heights(lines: int, size: int) -> list[int]:
    """Return the vertical position (pixels) of each line of the verdict, which is centred in the band."""
    first = 296 - int((lines - 1) * size * 0.55) + size // 3
    return [first + int(index * size * 1.1) for index in range(lines)]


def _rows(ending: Ending) -> Iterator[dict[str, Any]]:
    high = min(TALLEST, (BOTTOM - TOP) // len(ending.places))
    for index, place in enumerate(ending.places):
        beside = high < 80  # the row is not tall enough for two lines
        size, names = fitted(isolated(place.sign.name), 340 if beside else 560, (min(50, high - 14), 1, 16))
        middle = TOP + high * index + high // 2
        behind = ""
        if place.behind:
            behind = _("%(points)s behind %(names)s") % {"points": place.behind, "names": place.whom}
        small, words = fitted(behind, 250 if beside else 560, (min(30, high - 24), 1, 16))
        total = min(66, high - 10)
        yield {
            "place": place,
            "y": middle,
            "below": TOP + high * (index + 1),
            "shapes": list(_shapes(place.sign, high)),
            "crown_up": int(high * 0.36) + 4,
            "crown_size": high * 0.0036,
            "name": " ".join(names),
            "name_size": size,
            "name_down": middle + size // 3 - (0 if beside or not behind else 16),
            "behind": " ".join(words) if small >= LEAST_READ else "",
            "behind_size": small,
            "behind_down": middle + (small // 3 if beside else 36),
            "behind_x": 830 if beside else 232,
            "behind_from": "end" if beside else "start",
            "total_size": total,
            "total_down": middle + total // 3,
        }


def _shapes(side: Sign, high: int) -> Iterator[dict[str, Any]]:
    """Yield the context of each sign of a side, in a row of this height (pixels).

    The signs of a team are smaller, two side by side.
    """
    people = side.people
    size = 0.36 if len(people) == 1 else 0.24
    for at, sign in enumerate(people):
        across, down = (at % 2 * 2 - 1, at // 2 * 2 - 1) if len(people) > 1 else (0, 0)
        yield {
            "sign": sign,
            "colour": colours()[sign.colour],
            "x": int(across * high * size * 1.05),
            "y": int(down * high * size * 1.05) if len(people) > 2 else 0,
            "size": f"{high * size * 0.02:.3f}",
            "letters_size": int(high * size),
            "letters_down": int(high * size * 0.36),
        }


def _turned_at(ending: Ending) -> int | None:
    """Return the horizontal position (pixels) of the turning point's round in the chart; None if there is none."""
    if ending.turn is None:
        return None
    numbers = [step.number for step in ending.story.steps]
    return LEFT + (RIGHT - LEFT) * (numbers.index(ending.turn.number) + 1) // len(numbers)


def _lines(story: Story) -> Iterator[dict[str, Any]]:
    """Yield the context of each side's line in the chart: its totals after each entry, and the label at its end."""
    columns: Sequence[Sequence[int]] = [[0, *each] for each in zip(*(step.totals for step in story.steps), strict=True)]
    low, high = min(map(min, columns)), max(map(max, columns))
    lines = [
        [
            (
                LEFT + (RIGHT - LEFT) * index // (len(values) - 1),
                LOW - (LOW - HIGH) * (value - low) // ((high - low) or 1),
            )
            for index, value in enumerate(values)
        ]
        for values in columns
    ]
    downs = spread([points[-1][1] // 2 for points in lines], LOW // 2 + 10)
    named = labels(story.sides, LONGEST_LABEL)
    for sign, label, points, down in zip(story.sides, named, lines, downs, strict=True):
        yield {
            "colour": colours()[sign.colour],
            "points": " ".join(f"{x},{y}" for x, y in points),
            "end": points[-1],
            "label": label,
            "down": down * 2 + 10,
        }
