"""A second, simple implementation of the duties of a player, on the codes of cards, to check the first.

Each game has its tests of duty in order. A test gives those of the cards still allowed that keep the duty; if
there are none, nobody can keep it and all stay allowed. So what is left at the end is what may be played, and the
first test that leaves a card out is the duty which that card would break.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

Codes = Sequence[str]
Filter = tuple[str, Callable[[str], bool]]

GERMAN_RANKS = ("7", "8", "9", "U", "O", "K", "10", "A")


def suit(code: str) -> str:
    """The first letter, but special cards are written in small letters and have no suit."""
    return "" if code[0].islower() else code[0]


def suit_led(table: Codes) -> str:
    return next((suit(code) for code in table if suit(code)), "")


def follow(table: Codes) -> Iterator[Filter]:
    """Follow the suit led, trumps too."""
    led = suit_led(table)
    if led:
        yield "follow", lambda code: suit(code) == led


def fortune_teller(table: Codes, call: str | None) -> Iterator[Filter]:
    """Lead what the Fortune teller named; follow the suit led."""
    if not table and call:
        yield "lead", lambda code: suit(code) == call
    yield from follow(table)


def follow_trump_beat(table: Codes, trump: str) -> Iterator[Filter]:
    """Follow; else trump; and beat what lies there."""
    if not table:
        return
    led = table[0][0]
    yield "follow", lambda code: code[0] == led
    # Only who cannot follow comes to hold nothing but other suits here.
    yield "trump", lambda code: code[0] in (led, trump)

    def strength(code: str) -> tuple[bool, bool, int]:
        return code[0] == trump, code[0] == led, GERMAN_RANKS.index(code[1:])

    best = max(strength(code) for code in table)
    yield "beat", lambda code: code[0] in (led, trump) and strength(code) > best


def allowed(hand: Codes, duties: Iterator[Filter]) -> list[str]:
    """What may be played: special cards always, of the others what the duties leave."""
    left = [code for code in hand if suit(code)]
    for _, keeps in duties:
        left = [code for code in left if keeps(code)] or left
    return left + [code for code in hand if not suit(code)]


def broken(card: str, hand: Codes, duties: Iterator[Filter]) -> str | None:
    """The first duty that this card would break."""
    left = [code for code in hand if suit(code)]
    if not suit(card):
        return None
    for name, keeps in duties:
        keeping = [code for code in left if keeps(code)]
        if keeping and card not in keeping:
            return name
        left = keeping or left
    return None
