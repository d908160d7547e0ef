"""The suits and building cards as the screens show them, and the number of building cards that a player has left."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from games.kernel.words import Phrase

from .buildings import Past
from .cards import BUILDINGS, OWNED, SUIT_NAMES, SUITS, BuildingCard
from .options import KrimsutepTable

# SIGNS: the CSS class and the icon of each suit.
# SHORT: a building card's short name, which tells it from others of its suit.
SIGNS = {"red": ("red", "krimsutep/palast"), "grey": ("grey", "krimsutep/obelisk"), "green": ("grn", "krimsutep/oase")}
SHORT = {
    "oasis": Phrase("short", de="Oase", en="oasis"),
    "obelisk_single": Phrase("short", de="einzeln", en="single"),
    "obelisk_double": Phrase("short", de="doppelt", en="double"),
    "palace_small": Phrase("short", de="klein", en="small"),
    "palace_big": Phrase("short", de="groß", en="big"),
}
SUIT_SHORT = {
    "red": Phrase("suit", de="Rot", en="Red"),
    "grey": Phrase("suit", de="Grau", en="Grey"),
    "green": Phrase("suit", de="Grün", en="Green"),
}
ALL_WORTHS = sorted(set(chain.from_iterable(card.worth for card in BUILDINGS.values())))


class Suit(NamedTuple):
    """A suit as the screens show it; `ink` is its CSS class."""

    code: str
    name: Phrase
    short: Phrase
    ink: str
    icon: str


SUIT_FACES = [Suit(code, SUIT_NAMES[code], SUIT_SHORT[code], *SIGNS[code]) for code in SUITS]


class Site(NamedTuple):
    """A building card as the screens show it."""

    code: str
    name: Phrase
    short: Phrase
    ink: str
    icons: Sequence[str]
    halves: int
    worth: Sequence[int]
    left: int  # how many of these cards the player has left
    only: bool  # whether the player has no other kind of card left


def site(card: BuildingCard, left: int, only: bool = False) -> Site:
    """Return a building card for the screens; `left` and `only` are as in `Site`."""
    ink, icon = SIGNS[card.suit]
    icons = [icon] * (1 if card.kind == "oasis" else card.halves)
    return Site(card.code, card.name, SHORT[card.code], ink, icons, card.halves, sorted(card.worth), left, only)


def sites_left(past: Past | None, player: str, table: KrimsutepTable) -> list[Site]:
    """Return every kind of building card, with the number that the player has left (it can be 0)."""
    owned = OWNED[len(table.players)]
    used = list(past.used.get(player, ())) if past else []
    left = {code: max(0, owned[code] - used.count(code)) for code in BUILDINGS}
    only = sum(count > 0 for count in left.values()) == 1
    return [site(card, left[code], only and left[code] > 0) for code, card in BUILDINGS.items()]
