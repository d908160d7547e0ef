"""The faces of cards: what the pages draw for a card. No suit is shown by its colour alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .cards import Card
from .words import Message, Phrase


class Face(NamedTuple):
    """A card as the pages draw it.

    `corner` is printed large. `title` is the card's own name, if it has one, and is printed small below the corner.
    `icons` are symbols of the icon sprite, `ink` is the suit's CSS class. `name` is for screen readers. `points` is the
    card's value.
    """

    code: str
    corner: str | Phrase
    icons: Sequence[str]
    ink: str
    name: str | Phrase | Message
    title: Phrase | None = None
    points: int = 0


def plain_face(card: Card) -> Face:
    """Return the face of a card in a game that draws no faces of its own: the card's code."""
    return Face(card.code, card.code, (), "", card.name, points=card.points)
