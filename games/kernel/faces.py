"""The faces of cards: what the pages draw for a card. No suit is shown by its colour alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .cards import Card
from .words import Message, Phrase


class Face(NamedTuple):
    """A card as the pages draw it. `icons` are symbols of the icon sprite, `ink` is the suit's CSS class."""

    code: str
    corner: str | Phrase  # printed large
    icons: Sequence[str]
    ink: str
    name: str | Phrase | Message  # for screen readers
    title: Phrase | None = None  # card's own name, if it has one, and is printed small below the corner
    points: int = 0  # card's value


def plain_face(card: Card) -> Face:
    """Return the face of a card in a game that draws no faces of its own: the card's code."""
    return Face(card.code, card.code, (), "", card.name, points=card.points)
