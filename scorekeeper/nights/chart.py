"""The course of the totals as a small drawing, made on the server: lines, and each name at its line's end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from scorekeeper.people.signs import Sign

# In units of the drawing, about one pixel each on a phone.
WIDTH, TOP, BOTTOM, HEIGHT = 320, 10, 136, 156
FIGURE = 8  # the width of a figure of the scale
LETTER = 8.4  # the width of a letter of a name
LONGEST_NAME = 14  # a longer one is told by its sign's letters
LEAST_APART = 15  # of two names, so that they can be read
MOST_ROUNDS_NAMED = 8


@dataclass(frozen=True)
class Curve:
    """One player's line: its points for a polyline, its end, and the name beside it."""

    sign: Sign
    points: str
    end_y: int
    label: str
    name_y: int
    total: int


@dataclass(frozen=True)
class Tick:
    """A figure of the scale, and where it stands."""

    at: int
    text: int


@dataclass(frozen=True)
class Chart:
    curves: Sequence[Curve]
    left: int
    right: int
    heights: Sequence[Tick]  # zero among them
    rounds: Sequence[Tick]
    goal: Tick | None


def chart(
    signs: Sequence[Sign], rows: Sequence[Sequence[int]], numbers: Sequence[int | None], goal: int | None = None
) -> Chart | None:
    """Draws the totals by seat after each entry, from nothing at the start; None before the second entry.

    `numbers` are those of the rounds; what stands beside the rounds has none.
    """
    if len(rows) < 2:
        return None
    columns = [[0, *column] for column in zip(*rows, strict=True)]
    values: list[int] = [0, *(value for column in columns for value in column)]
    near = goal is not None and max(values) >= goal / 2
    if goal is not None and near:
        values.append(goal)
    low, high = min(values), max(values)
    labels = [sign.name if len(sign.name) <= LONGEST_NAME else sign.letters for sign in signs]
    left = 8 + FIGURE * max(len(str(low)), len(str(high)))
    right = WIDTH - 10 - int(LETTER * max(len(label) for label in labels))

    def x(index: int) -> int:
        return left + (right - left) * index // len(rows)

    def y(value: int) -> int:
        return BOTTOM - (BOTTOM - TOP) * (value - low) // ((high - low) or 1)

    ends = [y(column[-1]) for column in columns]
    curves = [
        Curve(sign, " ".join(f"{x(index)},{y(value)}" for index, value in enumerate(column)), end, label, name, total)
        for sign, column, end, label, name, total in zip(
            signs, columns, ends, labels, spread(ends), [column[-1] for column in columns], strict=True
        )
    ]
    rounds = [(x(index), number) for index, number in enumerate(numbers, 1) if number is not None]
    step = -(-len(rounds) // MOST_ROUNDS_NAMED) or 1
    return Chart(
        curves,
        left,
        right,
        [Tick(y(value), value) for value in _readable([0, high, low], y)],
        [Tick(*each) for each in rounds[step - 1 :: step]],
        Tick(y(goal), goal) if goal is not None and near else None,
    )


def _readable(values: Sequence[int], y: Callable[[int], int]) -> list[int]:
    """Those that do not stand on one before them."""
    kept: list[int] = []
    for value in values:
        if all(abs(y(value) - y(other)) >= LEAST_APART for other in kept):
            kept.append(value)
    return kept


def spread(heights: Sequence[int]) -> list[int]:
    """Moves names apart, from the top down, then back up from the lower edge."""
    order = sorted(range(len(heights)), key=lambda index: heights[index])
    placed = list(heights)
    for above, below in pairwise(order):
        placed[below] = max(placed[below], placed[above] + LEAST_APART)
    limit = HEIGHT - 6
    for index in reversed(order):
        placed[index] = min(placed[index], limit)
        limit = placed[index] - LEAST_APART
    return placed
