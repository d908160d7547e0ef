"""Scores: the points of a round are the sum of its lines, and each line explains itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from .words import Facts, Message, Phrase, join_names

TO_EACH = Phrase("amounts", de="je\N{NO-BREAK SPACE}{share:+}", en="{share:+}\N{NO-BREAK SPACE}each")

NO_FACTS: Facts = {}


class Line(NamedTuple):
    """One reason why a player gets an `amount` of points (below zero: loses them).

    The phrase may use {player} and {amount} besides its own `facts`. Facts that are slow to work out may be a function:
    it is called when the line's message is read.
    """

    player: str
    phrase: Phrase
    amount: int
    facts: Facts | Callable[[], Facts] = NO_FACTS

    @property
    def reason(self) -> str:
        """Its stable code in the score file: `gold`, `cutpurse`, `bonus:gardist`, …"""
        return self.phrase.code

    @property
    def message(self) -> Message:
        """The phrase with all its facts."""
        facts = self.facts() if callable(self.facts) else self.facts
        return Message(self.phrase, {"player": self.player, "amount": self.amount, **facts})

    def text(self, language: str) -> str:
        return self.message.text(language)


class Revoke(NamedTuple):
    """A player broke a duty, such as following suit. It changes no score. `trick` counts from 0."""

    trick: int
    player: str
    duty: Phrase
    facts: Facts = NO_FACTS

    @property
    def message(self) -> Message:
        return Message(self.duty, {"player": self.player, "number": self.trick + 1, **self.facts})

    def text(self, language: str) -> str:
        return self.message.text(language)


class Score(NamedTuple):
    """What a round gives: points by player and the lines that add up to them.

    `money`: what each player gets, in minor units (cents), in a game that is paid each round. `past`: what the game
    remembers of this round for later ones. `rulings`: which of our own rulings decided something in it; the rulebook
    marks their paragraphs.
    """

    points: Mapping[str, int]
    lines: Sequence[Line]
    money: Mapping[str, int] | None = None
    revokes: Sequence[Revoke] = ()
    past: object = None
    rulings: Sequence[Message] = ()


def score_of(players: Iterable[str], lines: Iterable[Line], **more: Any) -> Score:
    """The score with these lines, without those of 0 points; `more` are other fields of Score."""
    points = dict.fromkeys(players, 0)
    nonzero = []
    for line in lines:
        if line[2]:
            points[line[0]] += line[2]
            nonzero.append(line)
    return Score(points, nonzero, **more)


def joined(lines: Iterable[Line], several: Mapping[Phrase, tuple[Phrase, tuple[str, ...]]]) -> list[Message]:
    """The messages of the lines, with one for all players who have a line with the same phrase and amount.

    `several` gives for a phrase the one that says it of more than one player, and the facts in which they must agree.
    """
    groups: dict[Any, list[Line]] = {}
    for place, line in enumerate(lines):
        same = several[line.phrase][1] if line.phrase in several else None
        facts = line.message.facts
        key = place if same is None else (line.phrase, line.amount, *(str(facts[name]) for name in same))
        groups.setdefault(key, []).append(line)
    return [each[0].message if len(each) == 1 else _of_all(each, several) for each in groups.values()]


def _of_all(lines: Sequence[Line], several: Mapping[Phrase, tuple[Phrase, tuple[str, ...]]]) -> Message:
    first = lines[0].message
    players = join_names([line.player for line in lines])
    return several[first.phrase][0](**{**first.facts, "player": players, "amount": TO_EACH(share=lines[0].amount)})
