"""The score of a round: its points are the sum of its lines, and each line has a reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from .words import Facts, Message, Phrase, join_names, minus

IN_FULL = Phrase("line", de="{player}: {why}, {amount:+}", en="{player}: {why}, {amount:+}")
ROUND_GOES_TO = Phrase("result", de="Die Runde geht an {players}: {sum}.", en="The round goes to {players}: {sum}.")
TO_EACH = Phrase("each", de="je {amount}", en="{amount} each")
ALL_THE_SAME = Phrase("result", de="Alle bekommen gleich viel: {amount}.", en="Everyone gets the same: {amount}.")
BY_HAND = Phrase("result", de="Punkte von Hand: {sums}.", en="Manual adjustment: {sums}.")
GETS = Phrase("sum", de="{player} {amount:+}", en="{player} {amount:+}")
NOBODY_SCORES = Phrase("result", de="Niemand bekommt Punkte.", en="Nobody scores.")

NO_FACTS: Facts = {}


@dataclass(frozen=True, slots=True)
class Reason(Phrase):
    """The reason why a player gets points: "Guard wins the last trick"."""


ADJUSTMENT = Reason("adjustment", de="Punkte von Hand", en="manual adjustment")


class Line(NamedTuple):
    """One reason why a player gets an `amount` of points (below zero: loses them)."""

    player: str
    phrase: Reason
    amount: int
    facts: Facts | Callable[[], Facts] = NO_FACTS

    @property
    def reason(self) -> str:
        """The stable code of the reason in the score file: `gold`, `cutpurse`, `bonus:gardist`, …"""
        return self.phrase.code

    @property
    def message(self) -> Message:
        """The message of the reason, with the line's facts, the player and the amount."""
        facts = self.facts() if callable(self.facts) else self.facts
        return Message(self.phrase, {"player": self.player, "amount": self.amount, **facts})

    def text(self, language: str) -> str:
        """Return the line in words: the player, the reason and the amount in points."""
        return IN_FULL(player=self.player, why=self.message, amount=self.amount).text(language)


class Revoke(NamedTuple):
    """A player's breach of a duty, such as following suit. It changes no score."""

    trick: int  # index of the trick, from 0
    player: str
    duty: Phrase
    facts: Facts = NO_FACTS

    @property
    def message(self) -> Message:
        return Message(self.duty, {"player": self.player, "number": self.trick + 1, **self.facts})

    def text(self, language: str) -> str:
        return self.message.text(language)


class Score(NamedTuple):
    """The score of an entry: points by player, and the lines that add up to them."""

    points: Mapping[str, int]
    lines: Sequence[Line]
    # amounts by player, in minor units (cents), in a game that pays each round; else None
    money: Mapping[str, int] | None = None
    revokes: Sequence[Revoke] = ()
    past: object = None  # facts that the game remembers for later rounds; None: they stay as they were
    # this program's answers to questions that the rules leave open, if they affected this round
    rulings: Sequence[Message] = ()
    said: Message | None = None  # result in words, for an entry that is not a round
    # what changes for later entries (who plays, how many rounds are left), for an entry that is not a round
    change: object = None


def score_of(players: Iterable[str], lines: Iterable[Line], **more: Any) -> Score:
    """Return the score of these players with these lines; lines of 0 points are left out."""
    points = dict.fromkeys(players, 0)
    nonzero = []
    for line in lines:
        if line.amount:
            points[line.player] += line.amount
            nonzero.append(line)
    return Score(points, nonzero, **more)


def goes_to(score: Score, lowest: bool, sentence: Phrase = ROUND_GOES_TO) -> Message:
    """Return the result of an entry in words, such as "The round goes to Anna: 21 + 10 = 31", if need be by `sentence`."""
    if score.said is not None:
        return score.said
    if not score.lines:
        return NOBODY_SCORES()
    if score.lines[0].phrase is ADJUSTMENT:
        return BY_HAND(sums=[GETS(player=line.player, amount=line.amount) for line in score.lines])
    best = (min if lowest else max)(score.points.values())
    players = [player for player, points in score.points.items() if points == best]
    if len(players) == len(score.points):
        return ALL_THE_SAME(amount=best)
    return sentence(players=join_names(players), sum=sum_of(score, players))


def sum_of(score: Score, players: Sequence[str]) -> Message | str:
    """Return the sum of the points of these players: "24 − 20 = 4". All of them must have the same total."""
    ways = {tuple(line.amount for line in score.lines if line.player == player) for player in players}
    total = score.points[players[0]]
    amounts = ways.pop() if len(ways) == 1 else ()
    text = minus(total)
    if len(amounts) > 1:
        terms = "".join(f" {'−' if amount < 0 else '+'} {abs(amount)}" for amount in amounts[1:])
        text = f"{minus(amounts[0])}{terms} = {text}"
    return text if len(players) == 1 else TO_EACH(amount=text)
