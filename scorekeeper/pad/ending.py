"""The end of a game: who won and by how much, how the others came in, and where it turned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.nights.models import Match
from scorekeeper.nights.story import Story
from scorekeeper.people.signs import Sign
from scorekeeper.web.formatting import all_of


@dataclass(frozen=True)
class Place:
    """One player's: the number of their place, their total, how many points behind whom, no name with equals."""

    number: int
    sign: Sign
    total: int
    behind: int = 0
    whom: str = ""
    won: bool = False


@dataclass(frozen=True)
class Turn:
    """The round in which the winner took the lead for good: their points in it, and those of who had led."""

    number: int
    winner: str
    points: int
    other: str
    others: int


@dataclass(frozen=True)
class Ending:
    places: Sequence[Place]
    winners: Sequence[Place]
    turn: Turn | None
    led_throughout: bool

    @property
    def margin(self) -> int:
        """By how many points the winners are ahead of the next; 0 where there is none."""
        after = self.places[len(self.winners) :]
        return after[0].behind if self.winners and after else 0

    @property
    def next(self) -> str:
        """Return those right after the winners."""
        after = self.places[len(self.winners) :]
        return all_of([each.sign.name for each in after if each.number == after[0].number]) if after else ""


def ending(match: Match) -> Ending | None:
    """None while the game goes on, and where nothing was played."""
    if not match.finished or not match.winners:
        return None
    story = Story(match)
    order = [
        (match.places[seat], story.people[seat], match.totals[seat], seat in match.winners) for seat in match.standing
    ]
    places: list[Place] = []
    for number, sign, total, won in order:
        ahead = [each for each in places if each.number < number]
        last = [each for each in ahead if each.number == ahead[-1].number]
        whom = all_of([each.sign.name for each in last]) if last else ""
        places.append(Place(number, sign, total, abs(last[0].total - total) if last else 0, whom, won))
    places.sort(key=lambda each: not each.won)
    return Ending(places, [each for each in places if each.won], _turn(story), story.led_throughout)


def _turn(story: Story) -> Turn | None:
    turned = story.turning_point
    if turned is None:
        return None
    points = {sign.name: gained for sign, gained in zip(story.people, turned["step"].points, strict=True)}
    winner, other = turned["winner"], turned["from"]
    return Turn(turned["step"].number, winner, points[winner], other, points[other])
