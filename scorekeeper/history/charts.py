"""One line over time as a small drawing, made on the server; its numbers stand in a table beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

# In units of the drawing, about one pixel each on a phone.
WIDTH, HEIGHT, TOP, BOTTOM = 320, 132, 12, 116
FIGURE = 8  # the width of a character of the scale
LEAST_APART = 15  # of two figures of the scale


@dataclass(frozen=True)
class Mark:
    """A line of the scale: where it stands, and what it says."""

    at: int
    text: str
    zero: bool = False


@dataclass(frozen=True)
class Course:
    """A line from its first point to its last."""

    points: str
    left: int
    right: int
    end_y: int
    end: str
    marks: Sequence[Mark]


def course(values: Sequence[int], texts: Sequence[str], base: int | None = None) -> Course | None:
    """Draws these values one after the other; None where there are fewer than two.

    `texts` say them as people read them. `base` is drawn too where it lies among them: zero, or where all begin.
    """
    if len(values) < 2:
        return None
    written = dict(zip(values, texts, strict=True))
    low, high = min(values), max(values)
    left = 8 + FIGURE * max(len(written[low]), len(written[high]))
    right = WIDTH - 14 - FIGURE * len(texts[-1])

    def x(index: int) -> int:
        return left + (right - left) * index // (len(values) - 1)

    def y(value: int) -> int:
        return BOTTOM - (BOTTOM - TOP) * (value - low) // ((high - low) or 1)

    marks = [Mark(y(high), written[high]), Mark(y(low), written[low])]
    if base is not None and low < base < high and min(abs(y(base) - mark.at) for mark in marks) >= LEAST_APART:
        marks.append(Mark(y(base), written.get(base, str(base)), zero=True))
    return Course(
        " ".join(f"{x(index)},{y(value)}" for index, value in enumerate(values)),
        left,
        right,
        y(values[-1]),
        texts[-1],
        marks if low < high else marks[:1],
    )
