"""Games in the files of other programs, told in the words of the score file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from .words import Message


class Foreign(NamedTuple):
    """A game that another program wrote down: what was played, on which day (YYYY-MM-DD, or "" where it does not say so),
    and the game as the score file has it, or why that cannot be."""

    title: str
    day: str
    game: Mapping[str, Any] | Message
