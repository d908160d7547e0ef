"""The picture of an evening for sharing: its games and their winners, a turning point, and who owes whom.

It has the size of the picture of a result, and is drawn in the same way (see `result_card`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django.template.loader import render_to_string
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.kernel.words import isolated
from scorekeeper.nights.columns import won_by
from scorekeeper.nights.models import Night
from scorekeeper.nights.signals import night_described
from scorekeeper.nights.story import Evening, Story
from scorekeeper.pad.result_card import colours, fitted, png_of, symbol
from scorekeeper.web.formatting import all_of, language, minus

MOST_GAMES, MOST_NOTES = 8, 6  # there is room for this many games, and for this many lines of notes
TOP, BOTTOM = 430, 920  # the edges of the list of games, in pixels from the top
TALLEST = 96  # the greatest height of a game's row, in pixels
STEP = 40  # the greatest distance between two lines of text below the games, in pixels


def picture_of(night: Night, stories: Sequence[Story]) -> bytes:
    """Return the picture as PNG, in the language of the request. At least one game must have a winner."""
    return png_of(render_to_string("pad/evening.svg", _drawing(night, Evening(stories))))


def _drawing(night: Night, evening: Evening) -> dict[str, Any]:
    finished = evening.finished
    size, lines = fitted(_best(evening), 860, (64, 2, 48), (48, 3, 24))
    whose = ", ".join(map(isolated, filter(None, [night.group.name, night.place])))
    date = date_format(night.day, "DATE_FORMAT")
    left = len(finished) - MOST_GAMES
    shown = finished[:MOST_GAMES] if left > 0 else finished
    return {
        "title": f"{date}, {whose}",
        "date": date,
        "best": [(270 + index * size * 11 // 10, line) for index, line in enumerate(lines)],
        "best_size": size,
        "rows": list(_rows(shown)),
        "below": list(_below(night, finished, max(left, 0))),
        "whose": fitted(whose, 940, (36, 1, 16))[1][0],
        "whose_size": fitted(whose, 940, (36, 1, 16))[0],
        "crown": symbol("krone"),
    }


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
    if len(evening.best) > 1:
        return _("%(names)s won most: %(wins)s of %(games)s games each") % facts
    return _("%(names)s won most: %(wins)s of %(games)s games") % facts


def _rows(stories: Sequence[Story]) -> Iterator[dict[str, Any]]:
    high = min(TALLEST, (BOTTOM - TOP) // len(stories))
    for index, story in enumerate(stories):
        match = story.match
        signs = match.winning
        size, names = fitted(won_by(signs), 400, (min(40, high - 20), 1, 18))
        small, titles = fitted(match.title.text(language()), 290, (min(30, high - 24), 1, 22), (22, 2, 14))
        yield {
            "y": TOP + high * index + high // 2,
            "line": TOP + high * (index + 1),
            "emblem": symbol(match.game.emblem),
            "titles": [
                (TOP + high * index + high // 2 + 8 + (2 * at - len(titles) + 1) * 11, each)
                for at, each in enumerate(titles)
            ],
            "title_size": small,
            "names": " ".join(names),
            "names_size": size,
            "colour": colours()[signs[0].colour] if len(signs) == 1 else "#232d29",
            "best": minus(match.totals[match.winners[0]]),
            "more": index + 1 < len(stories),
        }


def _below(night: Night, finished: Sequence[Story], left: int) -> Iterator[tuple[int, int, str]]:
    """Yield the vertical position (pixels), the font size (pixels) and the text of each line below the games:

    - the number of further games, for which there is no room (`left`)
    - a turning point; if several games have one, that of the game won by the fewest points
    - the first lines of other apps' notes, such as who owes whom
    """
    said = [_("And %(number)s more.") % {"number": left}] if left else []
    turned = min((story for story in finished if story.turning_point), key=lambda each: each.margin or 0, default=None)
    if turned is not None and (turn := turned.turning_point):
        facts = {
            "game": turned.match.title.text(language()),
            "number": turn["step"].number,
            "name": turn["winner"],
            "other": turn["from"],
        }
        alone = _("%(game)s turned in round %(number)s: %(name)s took the lead from %(other)s.")
        together = _("%(game)s turned in round %(number)s: %(name)s took the lead from %(other)s together.")
        said.append((together if turned.together else alone) % facts)
    told: Any = night_described.send(Night, night=night)
    notes = [line.replace("→", "›") for _receiver, note in told if note for line in note.lines]  # the font has no arrow
    said += notes if len(notes) <= MOST_NOTES else [*notes[: MOST_NOTES - 1], "…"]
    rows = min(len(finished), MOST_GAMES)
    y = TOP + rows * min(TALLEST, (BOTTOM - TOP) // rows) + 70
    for text in said:
        size, lines = fitted(text, 860, (34, 1, 28), (28, 2, 16))
        for line in lines:
            yield y, size, line
            y += min(STEP, size * 13 // 10)
