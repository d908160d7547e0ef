"""How a card is drawn: small, ivory, with its corner, its suit's symbol and ink, never by colour alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .cards import Card
from .words import Message, Phrase


class Face(NamedTuple):
    """A card as pages draw it (`nights/parts/face.html`).

    `corner` is printed large, `icons` are symbols of the sprite, `ink` is the suit's class in the style sheet.
    `title` is printed small below where a card has a name of its own; `name` tells the whole card to a listener.
    """

    code: str
    corner: str | Phrase
    icons: Sequence[str]
    ink: str
    name: str | Phrase | Message
    title: Phrase | None = None
    points: int = 0


def plain_face(card: Card) -> Face:
    """For a game that draws nothing of its own: the card by its code."""
    return Face(card.code, card.code, (), "", card.name, points=card.points)
