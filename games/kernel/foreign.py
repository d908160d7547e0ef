"""Games in the files of other programs, told in the words of the score file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from .words import Message


class Foreign(NamedTuple):
    """A game that another program recorded: what was played, on which day, and the game as the score file has it.

    The day is YYYY-MM-DD, or "" if the file does not say. Where the game cannot be read there is the reason instead.
    """

    title: str
    day: str
    game: Mapping[str, Any] | Message
