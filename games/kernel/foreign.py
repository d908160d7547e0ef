"""Games read from files of other programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from .words import Message


class Foreign(NamedTuple):
    """A game that another program recorded."""

    title: str
    day: str  # YYYY-MM-DD, or "" if the file has no date
    # game as in a score file. If the game cannot be read, this is a message with the reason
    game: Mapping[str, Any] | Message
