"""A score is its explanation: points are the sum of their lines and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from .words import Message, Phrase, join_names

TO_EACH = Phrase("amounts", de="je\N{NO-BREAK SPACE}{share:+}", en="{share:+}\N{NO-BREAK SPACE}each")

NO_FACTS: Mapping[str, Any] = {}


class Line(NamedTuple):
    """Why a player gets an amount of points. The phrase may use {player} and {amount} besides its own facts.

    Facts that cost something to gather may be a function: they are only gathered for somebody who reads them.
    """

    player: str
    phrase: Phrase
    amount: int
    facts: Mapping[str, Any] | Callable[[], Mapping[str, Any]] = NO_FACTS

    @property
    def reason(self) -> str:
        """The stable code: `gold`, `cutpurse`, `bonus:gardist`, …"""
        return self.phrase.code

    @property
    def message(self) -> Message:
        """The line with all its facts."""
        facts = self.facts() if callable(self.facts) else self.facts
        return Message(self.phrase, {"player": self.player, "amount": self.amount, **facts})

    def text(self, language: str) -> str:
        return self.message.text(language)


class Revoke(NamedTuple):
    """Somebody broke a duty: a finding for the table that changes no score. `trick` counts from 0."""

    trick: int
    player: str
    duty: Phrase
    facts: Mapping[str, Any] = NO_FACTS

    @property
    def message(self) -> Message:
        return Message(self.duty, {"player": self.player, "number": self.trick + 1, **self.facts})

    def text(self, language: str) -> str:
        return self.message.text(language)


class Score(NamedTuple):
    """What a round gives: points by player, their lines, and where each round is paid the money in minor units.

    `past` is what the game has to remember of this round for the ones to come. `rulings` tell which of our own
    rulings decided something in it; the rulebook marks their paragraphs.
    """

    points: Mapping[str, int]
    lines: Sequence[Line]
    money: Mapping[str, int] | None = None
    revokes: Sequence[Revoke] = ()
    past: Any = None
    rulings: Sequence[Message] = ()


def score_of(players: Iterable[str], lines: Iterable[Line], **more: Any) -> Score:
    """Adds up the lines; lines of 0 are left out."""
    points = dict.fromkeys(players, 0)
    kept = []
    for line in lines:
        if line[2]:
            points[line[0]] += line[2]
            kept.append(line)
    return Score(points, kept, **more)


def joined(lines: Iterable[Line], several: Mapping[Phrase, tuple[Phrase, tuple[str, ...]]]) -> list[Message]:
    """Lines as a pad tells them: what holds for several players with the same amount is said once.

    `several` gives for a phrase the one that says it of more than one player, and the facts they must share.
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
