"""Games read from files of other programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from .words import Message


class Foreign(NamedTuple):
    """A game that another program recorded: its title, its day, and the game as the score file writes it.

    `day` is YYYY-MM-DD, or "" if the file has no date. If the game cannot be read, `game` is a message with the reason.
    """

    title: str
    day: str
    game: Mapping[str, Any] | Message
