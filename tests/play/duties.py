"""A second, simple implementation of the players' duties, such as following suit. Tests compare the games with it.

Cards are codes here. A duty is a name with a filter, which returns whether a card keeps the duty. A game yields its
duties in order. Each duty leaves only the cards that keep it; if no card does, it leaves all. The player may play the
cards that are left at the end. A card breaks the first duty that leaves it out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

Codes = Sequence[str]
Filter = tuple[str, Callable[[str], bool]]

GERMAN_RANKS = ("7", "8", "9", "U", "O", "K", "10", "A")


def suit(code: str) -> str:
    """Return the suit, which is the first letter; "" for a special card, whose code is in small letters."""
    return "" if code[0].islower() else code[0]


def suit_led(table: Codes) -> str:
    return next((suit(code) for code in table if suit(code)), "")


def follow(table: Codes) -> Iterator[Filter]:
    """Yield the duty to follow the suit led; trumps are a suit like the others."""
    led = suit_led(table)
    if led:
        yield "follow", lambda code: suit(code) == led


def fortune_teller(table: Codes, call: str | None) -> Iterator[Filter]:
    """Yield the duties to lead the suit that the Fortune teller named, and to follow the suit led."""
    if not table and call:
        yield "lead", lambda code: suit(code) == call
    yield from follow(table)


def follow_trump_beat(table: Codes, trump: str) -> Iterator[Filter]:
    """Yield three duties: follow suit; play a trump if you cannot follow; beat the best card so far."""
    if not table:
        return
    led = table[0][0]
    yield "follow", lambda code: code[0] == led
    # If the player can follow, the first duty has left only cards of the suit led, and this one keeps them all.
    yield "trump", lambda code: code[0] in (led, trump)

    def strength(code: str) -> tuple[bool, bool, int]:
        return code[0] == trump, code[0] == led, GERMAN_RANKS.index(code[1:])

    best = max(strength(code) for code in table)
    yield "beat", lambda code: code[0] in (led, trump) and strength(code) > best


def allowed(hand: Codes, duties: Iterator[Filter]) -> list[str]:
    """Return the cards that may be played: those that the duties leave, and every special card."""
    left = [code for code in hand if suit(code)]
    for _, keeps in duties:
        left = [code for code in left if keeps(code)] or left
    return left + [code for code in hand if not suit(code)]


def broken(card: str, hand: Codes, duties: Iterator[Filter]) -> str | None:
    """Return the first duty that this card would break; None if it breaks none."""
    left = [code for code in hand if suit(code)]
    if not suit(card):
        return None
    for name, keeps in duties:
        keeping = [code for code in left if keeps(code)]
        if keeping and card not in keeping:
            return name
        left = keeping or left
    return None
