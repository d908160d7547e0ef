"""The course of the totals as a small drawing, made on the server: lines, and each name at its line's end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from scorekeeper.nights.pad import Sign

WIDTH, HEIGHT = 320, 120
LEFT, RIGHT, TOP, BOTTOM = 4, 64, 8, 108
LEAST_APART = 13  # of two names, so that they can be read


@dataclass(frozen=True)
class Curve:
    """One player's line: its points for a polyline, and where the name stands."""

    sign: Sign
    points: str
    name_y: int
    total: int


@dataclass(frozen=True)
class Chart:
    curves: Sequence[Curve]
    zero_y: int
    goal_y: int | None


def chart(signs: Sequence[Sign], rows: Sequence[Sequence[int]], goal: int | None) -> Chart | None:
    """Draws the totals by seat after each entry, from nothing at the start; None before the second entry."""
    if len(rows) < 2:
        return None
    columns = [[0, *column] for column in zip(*rows, strict=True)]
    values: list[int] = [0, *(value for column in columns for value in column)]
    if goal is not None and max(values) >= goal / 2:
        values.append(goal)
    low, high = min(values), max(values)

    def x(index: int) -> int:
        return LEFT + (WIDTH - LEFT - RIGHT) * index // len(rows)

    def y(value: int) -> int:
        return BOTTOM - (BOTTOM - TOP) * (value - low) // ((high - low) or 1)

    names = spread([y(column[-1]) for column in columns])
    curves = [
        Curve(sign, " ".join(f"{x(index)},{y(value)}" for index, value in enumerate(column)), name, column[-1])
        for sign, column, name in zip(signs, columns, names, strict=True)
    ]
    return Chart(curves, y(0), y(goal) if goal is not None and goal in values else None)


def spread(heights: Sequence[int]) -> list[int]:
    """Moves names apart, from the top down, then back up from the lower edge."""
    order = sorted(range(len(heights)), key=lambda index: heights[index])
    placed = list(heights)
    for above, below in pairwise(order):
        placed[below] = max(placed[below], placed[above] + LEAST_APART)
    limit = HEIGHT - 2
    for index in reversed(order):
        placed[index] = min(placed[index], limit)
        limit = placed[index] - LEAST_APART
    return placed
