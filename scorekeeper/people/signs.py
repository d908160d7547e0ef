"""What stands for a player where there is no room for a name: a colour, a shape, one or two letters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.people.names import initials

SEATS_DRAWN = 8  # each has a colour, a shape, a dash of its line, and a place on the display


@dataclass(frozen=True)
class Sign:
    """A player's sign on the pad: colour and shape by seat, and one or two letters."""

    seat: int
    name: str
    letters: str

    @property
    def css(self) -> str:
        return f"p{self.seat + 1}"


def signs(names: Sequence[str]) -> list[Sign]:
    """One letter each, more where they would be equal, and the seat's number where even those are."""
    letters = initials(names)
    return [
        Sign(seat, name, letter if letters.count(letter) == 1 else f"{letter[:1]}{seat + 1}")
        for seat, (name, letter) in enumerate(zip(names, letters, strict=True))
    ]
