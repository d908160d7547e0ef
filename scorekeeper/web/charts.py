"""Line charts of numbers over time, drawn as small SVGs on the server, with a label at the end of each line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from django.utils.html import conditional_escape, escape
from django.utils.safestring import SafeString

from scorekeeper.web.text_width import width

WIDTH, TOP, BOTTOM = 320, 10, 136
BELOW = 20  # height for the `numbers` below the lines
FIGURE = 8  # width of a digit of the scale
LETTER = 9.2  # width of a letter of medium width in a label (see `text_width.width`)
LEAST_APART = 15  # least distance of two labels, so that both can be read
ROOM = 18  # height for each label; more than seven labels make the chart higher
MOST_ROUNDS_NAMED = 8


@dataclass(frozen=True)
class Series:
    """The data of a line: values in order, a label, a `summary` of the last value for screen readers, a CSS class."""

    values: Sequence[int]
    label: str
    summary: str
    css: str


@dataclass(frozen=True)
class Line:
    """A line as drawn: `points` of an SVG polyline, and the y coordinates of its end and of its label."""

    css: str
    points: str
    end_y: int
    label: str
    label_y: int
    summary: str


@dataclass(frozen=True)
class Tick:
    """A mark of a scale: its text, and its coordinate (x for a round, y for a value)."""

    at: int
    text: str
    is_base: bool = False


@dataclass(frozen=True)
class Chart:
    height: int
    left: int
    right: int
    lines: Sequence[Line]
    scale: Sequence[Tick]
    rounds: Sequence[Tick]
    goal: Tick | None

    def svg(self, label: str) -> SafeString:
        """Return the chart as an SVG element. A screen reader reads out `label`, and then the summary of each line."""
        left, right, foot = self.left, self.right, self.height - 3

        def across(kind: str, at: int) -> str:
            return f'<line{kind} x1="{left}" y1="{at}" x2="{right}" y2="{at}"/>'

        def said(text: str, x: int, y: int, anchor: str) -> str:
            return f'<text class="scale" x="{x}" y="{y}" text-anchor="{anchor}">{escape(text)}</text>'

        ends = f"{conditional_escape(label)}: {escape(', '.join(line.summary for line in self.lines))}"
        parts = [f'<svg class="chart" viewBox="0 0 {WIDTH} {self.height}" role="img" aria-label="{ends}">']
        for tick in self.scale:
            parts += across(' class="zero"' * tick.is_base, tick.at), said(tick.text, left - 4, tick.at + 4, "end")
        parts += [across(' class="goal"', self.goal.at)] if self.goal else []
        parts += [said(tick.text, tick.at, foot, "middle") for tick in self.rounds]
        parts += [
            f'<g class="{line.css}"><polyline points="{line.points}"/><circle cx="{right}" cy="{line.end_y}" r="3.5"/>'
            f'<text x="{right + 7}" y="{line.label_y + 4}">{escape(line.label)}</text></g>'
            for line in self.lines
        ]
        return SafeString("".join([*parts, "</svg>"]))


def chart(
    series: Sequence[Series],
    written: Callable[[int], str],
    *,
    base: int = 0,
    goal: int | None = None,
    numbers: Sequence[int | None] = (),
) -> Chart | None:
    """Return the chart of series of equal length; None if they have fewer than two values."""
    count = len(series[0].values)
    if count < 2:
        return None
    values = [value for each in series for value in each.values]
    near = goal is not None and max(values) >= goal / 2
    if goal is not None and near:
        values.append(goal)
    low, high = min(values), max(values)
    bottom = max(BOTTOM, TOP + ROOM * len(series))
    left = 8 + FIGURE * max(len(written(low)), len(written(high)))
    right = WIDTH - 10 - int(LETTER * max(width(each.label) for each in series))

    def x(index: int) -> int:
        return left + (right - left) * index // (count - 1)

    def y(value: int) -> int:
        return bottom - (bottom - TOP) * (value - low) // ((high - low) or 1)

    ends = [y(each.values[-1]) for each in series]
    rounds = [(x(index), number) for index, number in enumerate(numbers, 1) if number is not None]
    step = -(-len(rounds) // MOST_ROUNDS_NAMED) or 1
    height = bottom + BELOW if numbers else bottom + LEAST_APART
    return Chart(
        height,
        left,
        right,
        [
            Line(
                each.css,
                " ".join(f"{x(index)},{y(value)}" for index, value in enumerate(each.values)),
                end,
                each.label,
                label_y,
                each.summary,
            )
            for each, end, label_y in zip(series, ends, spread(ends, bottom), strict=True)
        ],
        [
            Tick(y(value), written(value), value == base)
            for value in _readable([base, high, low] if low <= base <= high else [high, low], y)
        ],
        [Tick(at, str(number)) for at, number in rounds[step - 1 :: step]],
        Tick(y(goal), written(goal)) if goal is not None and near else None,
    )


def _readable(values: Sequence[int], y: Callable[[int], int]) -> list[int]:
    """Return the values without those whose label would overlap an earlier one; `y` returns a value's coordinate."""
    found: list[int] = []
    for value in values:
        if all(abs(y(value) - y(other)) >= LEAST_APART for other in found):
            found.append(value)
    return found


def spread(heights: Sequence[int], limit: int) -> list[int]:
    """Return the y coordinates of labels, moved so that they are at least LEAST_APART apart and at most `limit`."""
    order = sorted(range(len(heights)), key=lambda index: heights[index])
    placed = list(heights)
    for above, below in pairwise(order):
        placed[below] = max(placed[below], placed[above] + LEAST_APART)
    for index in reversed(order):
        placed[index] = min(placed[index], limit)
        limit = placed[index] - LEAST_APART
    return placed
