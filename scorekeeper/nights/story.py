"""Highlights of games and nights, from the points stored with the entries: nothing is scored again."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.kernel.words import isolated
from scorekeeper.nights.departures import Departure, departures
from scorekeeper.nights.models import Entry, Match
from scorekeeper.nights.presenter import totals_chart
from scorekeeper.people.models import Player
from scorekeeper.people.signs import Sign
from scorekeeper.web.charts import Chart
from scorekeeper.web.formatting import all_of, in_words, language, signed


def play_time(match: Match, entered: Sequence[datetime.datetime]) -> datetime.timedelta | None:
    """Return the time from the match's start to its last entry; `entered` are the times of its entries."""
    took = max(entered) - match.started_at if entered else datetime.timedelta()
    return took if datetime.timedelta() < took < match.night.STILL_TONIGHT else None


@dataclass(frozen=True)
class Step:
    """An entry that counts, with its result."""

    entry: int  # the entry's number
    number: int | None  # the number of the round; None for an entry that is not a round
    points: Sequence[int]  # for each of `Story.sides`
    totals: Sequence[int]  # for each of `Story.sides`, after the entry
    gains: Sequence[int]  # the points by seat
    playing: Sequence[int]  # the seats of those who played after the entry
    best: Sequence[Sign]  # the sides in first place after the entry
    ahead: Sign | None  # the side (of `Story.sides`) alone in first place; None if there is none
    at: datetime.datetime


class Story:
    """The story of a match from its first round to its last."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.people: list[Sign] = match.signs
        self.sides: list[Sign] = match.sides

    @cached_property
    def _entries(self) -> list[Entry]:
        """The entries that are not removed and could be scored, in order."""
        return [each for each in self.match.entries.all() if each.removed_at is None and each.points is not None]

    @cached_property
    def departures(self) -> list[Departure]:
        """The players who left before the end."""
        return departures(self.match, self._entries)

    @cached_property
    def steps(self) -> list[Step]:
        match = self.match
        changes = {entry.number: entry.record for entry in match.seat_changes}
        seats = {sign.name: sign.seat for sign in match.signs}
        playing = [seat.position for seat in match.starters]
        sums, before = [0] * len(self.people), [0] * len(self.sides)
        found: list[Step] = []
        for entry in self._entries:
            gains: Sequence[int] = entry.points or ()
            sums = [so_far + points for so_far, points in zip(sums, gains, strict=True)]
            if record := changes.get(entry.number):
                playing = [seats[name] for name in record["players"]]
            totals = [sums[side.seat] for side in self.sides]
            best = self._best(match.sides_of(playing, sums) if changes else self.sides, sums)
            leads = [side for side in self.sides if side.seat in _seats(best[0])]
            found.append(
                Step(
                    entry.number,
                    entry.round,
                    [now - was for now, was in zip(totals, before, strict=True)],
                    totals,
                    gains,
                    playing,
                    best,
                    leads[0] if leads and len(best) == 1 else None,
                    entry.created_at,
                )
            )
            before = totals
        return found

    def _best(self, playing: Sequence[Sign], sums: Sequence[int]) -> list[Sign]:
        places = self.match.game.places(self.match.house_rules, [sums[side.seat] for side in playing])
        return [side for side, place in zip(playing, places, strict=True) if place == 1]

    @cached_property
    def winner(self) -> Sign | None:
        """The side that has won; None if there is no winner, or several sides share the win."""
        winning = self.match.winning
        return winning[0] if len(winning) == 1 else None

    @property
    def rounds(self) -> list[Step]:
        return [step for step in self.steps if step.number is not None]

    @property
    def last_at(self) -> datetime.datetime | None:
        """The time of the last entry that counts; None if there is none."""
        return self.steps[-1].at if self.steps else None

    @property
    def play_time(self) -> datetime.timedelta | None:
        return play_time(self.match, [step.at for step in self.steps])

    @property
    def chart(self) -> Chart | None:
        return totals_chart(self.sides, [step.totals for step in self.steps], [step.number for step in self.steps])

    @property
    def biggest(self) -> dict[str, Any] | None:
        """The round with the most points for one side; the first of several equal rounds."""
        if len(self.rounds) < 2 or self.match.lowest_wins:
            return None
        step = max(self.rounds, key=lambda each: max(each.gains))
        most = max(step.gains)
        if most <= 0:
            return None
        signs = [side for side in self.match.sides_of(step.playing, step.gains) if step.gains[side.seat] == most]
        return {"step": step, "points": most, "signs": signs, "names": all_of([sign.name for sign in signs])}

    @property
    def turning_point(self) -> dict[str, Any] | None:
        """The round in which the winner took the lead for good."""
        if self.winner is None or not self.steps:
            return None
        behind = [index for index, step in enumerate(self.steps) if step.ahead != self.winner]
        if not behind or behind[-1] + 1 >= len(self.steps):
            return None
        step, before = self.steps[behind[-1] + 1], self.steps[behind[-1]]
        if step.number is None or all(self._is_best(self.steps[index], self.winner) for index in behind):
            return None
        sides = [side for side in before.best if self.winner.seat not in _seats(side)]
        return {
            "step": step,
            "winner": isolated(self.winner.name),
            "people": len(self.winner.people),
            "points": step.points[self.sides.index(self.winner)],
            "from": all_of([side.name for side in sides]),
            "sides": sides,
        }

    @staticmethod
    def _is_best(step: Step, side: Sign) -> bool:
        """Return whether this side was in first place, alone or tied, after the step."""
        return any(side.seat in _seats(best) for best in step.best)

    @property
    def lead_told(self) -> list[str]:
        """How the winner came to lead, in sentences: the turning point or a lead throughout; [] without either."""
        if turn := self.turning_point:
            facts = {"name": turn["winner"], "other": turn["from"], "points": signed(turn["points"])}
            passed = ngettext(
                "%(name)s goes past %(other)s with %(points)s.",
                "%(name)s go past %(other)s with %(points)s.",
                turn["people"],
            )
            return [_("Turning point: round %(number)s.") % {"number": turn["step"].number}, passed % facts]
        if self.winner is not None and self.led_throughout:
            led = ngettext(
                "%(name)s led from start to finish.",
                "%(name)s led from start to finish, as a team.",
                len(self.winner.people),
            )
            return [led % {"name": isolated(self.winner.name)}]
        return []

    @property
    def margin(self) -> int | None:
        """The winner's lead over the next side, in points; None without a single winner or another side."""
        if self.winner is None or len(self.sides) < 2:
            return None
        first, second, *_rest = self.match.standing
        return abs(int(self.match.totals[first.seat] - self.match.totals[second.seat]))

    @property
    def is_close(self) -> bool:
        """Return whether the game was close: `margin` is above zero, and at most 5% of the sum of all totals."""
        margin = self.margin
        return margin is not None and 0 < margin * 20 <= sum(abs(self.match.totals[side.seat]) for side in self.sides)

    @property
    def led_throughout(self) -> bool:
        """Return whether a single winner was alone in first place after every entry, in three rounds or more."""
        steps = self.steps
        return len(self.rounds) > 2 and self.winner is not None and all(step.ahead == self.winner for step in steps)

    @property
    def context(self) -> dict[str, Any]:
        return {
            "chart": self.chart,
            "numbers": [(step.number, list(step.totals)) for step in self.steps],
            "sides": self.sides,
            "departures": self.departures,
            "rounds": len(self.rounds),
            "play_time": self.play_time,
            "last_at": self.last_at,
            "biggest": self.biggest,
            "lead_told": self.lead_told,
            "margin": self.margin,
            "close": self.is_close,
        }


def _seats(side: Sign) -> set[int]:
    return {each.seat for each in side.people}


class Evening:
    """The summary of a night, from the stories of its games. `finished` are the stories of the games with a winner."""

    def __init__(self, stories: Sequence[Story]) -> None:
        self.stories = stories
        self.finished = [story for story in stories if story.match.winners]
        unfinished = [each for each in stories if not each.match.finished]
        self.told: Sequence[Story] = [*self.finished, *unfinished] or stories

    @cached_property
    def wins(self) -> Counter[Player]:
        """The number of games that each player has won, alone or with others, without games left out of the statistics."""
        counted = [story.match for story in self.finished if not story.match.left_out]
        return Counter(match.seated[seat].player for match in counted for seat in match.winners)

    @property
    def best(self) -> list[Player]:
        """The players with the most wins (`wins`): several if they are tied, [] if nobody has won."""
        most = max(self.wins.values(), default=0)
        return [player for player, wins in self.wins.items() if wins == most]

    @property
    def biggest(self) -> dict[str, Any] | None:
        """The biggest round (`Story.biggest`) of all games with a winner; None if no game has such a round."""
        return max(
            (each for each in (story.biggest for story in self.finished) if each),
            key=lambda each: int(each["points"]),
            default=None,
        )

    @property
    def play_time(self) -> datetime.timedelta | None:
        """The sum of the games' known play times; None if no play time is known."""
        return sum(filter(None, (story.play_time for story in self.stories)), datetime.timedelta()) or None

    @property
    def text(self) -> str:
        """The night in sentences: the number of games, who won most of them, and the closest game."""
        games = in_words(len(self.told)).capitalize()
        if len(self.told) == 1:
            said = [_("One game: %(game)s.") % {"game": self._game(self.told[0])}]
        elif not self.best:
            said = [_("%(games)s games.") % {"games": games}]
        else:
            said = [self._won_most(games)]
        close = min(
            (story for story in self.finished if story.is_close), key=lambda story: story.margin or 0, default=None
        )
        if close is not None and len(self.finished) > 1:
            said.append(self._closest(close))
        return " ".join(said)

    def _won_most(self, games: str) -> str:
        """Return the sentence that says who won most games. `games` is the number of games in words."""
        wins = max(self.wins.values())
        if wins == len(self.told):
            said = ngettext(
                "%(games)s games, all won by %(names)s.",
                "%(games)s games, all won by %(names)s together.",
                len(self.best),
            )
        else:
            said = ngettext(
                "%(games)s games; %(names)s won %(wins)s.",
                "%(games)s games; %(names)s won %(wins)s each.",
                len(self.best),
            )
        return said % {"games": games, "names": all_of([each.name for each in self.best]), "wins": in_words(wins)}

    def _closest(self, story: Story) -> str:
        facts = {
            "game": self._game(story),
            "name": isolated(story.winner.name) if story.winner else "",
            "margin": story.margin,
        }
        closest = ngettext(
            "The closest game was %(game)s: %(name)s won by %(margin)s.",
            "The closest game was %(game)s: %(name)s won together, by %(margin)s.",
            len(story.winner.people) if story.winner else 1,
        )
        turn = story.turning_point
        if turn is None:
            return closest % facts
        before = ngettext(
            "Until round %(number)s, %(other)s was ahead.",
            "Until round %(number)s, %(other)s were ahead.",
            sum(len(side.people) for side in turn["sides"]),
        )
        return f"{closest % facts} {before % {'number': turn['step'].number, 'other': turn['from']}}"

    @staticmethod
    def _game(story: Story) -> str:
        return story.match.title.text(language())

    @property
    def context(self) -> dict[str, Any]:
        return {
            "text": self.text,
            "games": len(self.told),
            "finished": len(self.finished),
            "best": self.best,
            "best_text": all_of([each.name for each in self.best]) if self.best else "",
            "wins": max(self.wins.values(), default=0),
            "biggest": self.biggest,
            "play_time": self.play_time,
        }
