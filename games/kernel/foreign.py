"""Games read from files of other programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from .words import Message


class Foreign(NamedTuple):
    """A game that another program recorded.

    - `day`: YYYY-MM-DD, or "" if the file has no date.
    - `game`: the game as in a score file. If the game cannot be read, this is a message with the reason.
    """

    title: str
    day: str
    game: Mapping[str, Any] | Message
