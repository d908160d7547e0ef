"""The sign of a player, used where there is no room for a name: a colour, a shape, one or two letters."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from games.kernel.words import isolated
from scorekeeper.web.text_width import width

# The number of colours, and of shapes. It is also the most players of a round, and the most seats on the form of a new
# game.
SEATS_DRAWN = 8
LOOKS = range(1, SEATS_DRAWN + 1)  # the numbers of the colours, and of the shapes


class HasSign(Protocol):
    """An object with a sign: the numbers of its colour and shape, from 1, and its letters."""

    colour: int
    shape: int
    letters: str


def css(colour: int, shape: int) -> str:
    """Return the classes of base.css for this colour and shape."""
    return f"p{colour} s{shape}"


@dataclass(frozen=True)
class Sign:
    """The sign of a player, or of a team, at a table."""

    seat: int
    name: str
    letters: str
    colour: int
    shape: int
    like: str = ""  # a player in an earlier seat with the same colour and shape, or the same letters; "" without one
    short: str = ""  # the first word of a longer name; "" if another name at the table begins with it
    members: tuple[Sign, ...] = ()  # the players' signs, for a team

    @classmethod
    def of_team(cls, members: Sequence[Sign]) -> Sign:
        """Return the sign of a team, with a name such as "Anna & Ben" and the members' initials as letters."""
        first, *others = members
        if not others:
            return first
        *before, last = (isolated(each.name) for each in members)
        letters = "".join(each.letters[:1] for each in members)
        return cls(
            first.seat, f"{', '.join(before)} & {last}", letters, first.colour, first.shape, members=tuple(members)
        )

    @property
    def people(self) -> tuple[Sign, ...]:
        """The members' signs if this is the sign of a team; else this sign alone."""
        return self.members or (self,)

    def named_in(self, letters: int) -> str:
        """Return the name if it fits, else `short` if that fits, else the sign's letters."""
        return next((name for name in (self.name, self.short) if name and width(name) <= letters), self.letters)

    @property
    def css(self) -> str:
        return css(self.colour, self.shape)


def labels(people: Sequence[Sign], letters: int) -> list[str]:
    """Return a label for each sign, its name or short name, at most `letters` wide (`text_width.width`)."""
    found = [sign.named_in(letters) for sign in people]
    named = all(label in (sign.name, sign.short) for label, sign in zip(found, people, strict=True))
    return [isolated(label) for label in found] if named else [sign.letters for sign in people]


def free_look(taken: Iterable[tuple[int, int]]) -> tuple[int, int]:
    """Return the colour and shape of a new player; `taken` has those of all other players."""
    looks = Counter(taken)
    colours = Counter(colour for colour, _shape in looks.elements())
    colour = min(LOOKS, key=lambda each: colours[each])
    shape = min(LOOKS, key=lambda each: (looks[colour, each], (each - colour) % len(LOOKS)))
    return colour, shape


def letters_of(name: str, others: Iterable[str] = ()) -> list[str]:
    """Return the letters that a sign of this name can have, best first. `others` are names with the same initial."""
    signs = [sign for sign in name if sign.isalnum()] or list(name) or ["?"]
    first, rest = signs[0].upper()[:1], signs[1:]
    words = [word for word in re.split(r"[\s\-–_.]+", name) if word[:1].isalnum()]
    capitals = [word[0].upper()[:1] for word in words[1:]] + [sign for sign in rest if sign.isupper()]
    known = set("".join(others).casefold())
    small = sorted((sign.lower()[:1] for sign in rest), key=lambda sign: sign in known)
    found = [first, *(first + each for each in [*capitals, *small, *"23456789"])]
    return list(dict.fromkeys(found))


def free_letters(name: str, taken: Sequence[tuple[str, str]]) -> str:
    """Return the best free letters for a name or, if all choices are taken, the best choice."""
    used = {letters for letters, _name in taken}
    rivals = [other for _letters, other in taken if other[:1].casefold() == name[:1].casefold()]
    wanted = letters_of(name, rivals)
    return next((letters for letters in wanted if letters not in used), wanted[0])


def signs(people: Iterable[tuple[str, HasSign]]) -> list[Sign]:
    """Return the signs at a table, in seat order. `people` has the name and the player of each seat."""
    people = list(people)
    theirs = [player.colour for _name, player in people]
    firsts = Counter(_first_word(name).casefold() for name, _player in people)
    found: list[Sign] = []
    for seat, (name, player) in enumerate(people):
        colour, letters, like = player.colour, player.letters, ""
        if letters[:1] != letters_of(name)[0]:
            letters = letters_of(name)[0]
        used = {each.colour for each in found}
        if colour in used:
            free = [each for each in LOOKS if each not in used]
            colour = next((each for each in free if each not in theirs), next(iter(free), colour))
        for other in found:
            own = people[other.seat][1]
            if (own.colour, own.shape) == (player.colour, player.shape):
                like = other.name
            if other.letters == letters:
                letters = free_letters(name, [(each.letters, each.name) for each in found])
                like = other.name
        first = _first_word(name)
        short = first if first != name and firsts[first.casefold()] == 1 else ""
        found.append(Sign(seat, name, letters, colour, player.shape, like, short))
    return found


def _first_word(name: str) -> str:
    return name.split(maxsplit=1)[0] if name.strip() else name
