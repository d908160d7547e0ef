"""The story of a game, from the points stored with its entries: nothing is scored again."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from games.kernel.words import isolated
from scorekeeper.nights.models import Match
from scorekeeper.nights.presenter import totals_chart
from scorekeeper.people.models import Player
from scorekeeper.people.signs import Sign
from scorekeeper.web.charts import Chart
from scorekeeper.web.formatting import all_of, in_words, joined, language


def play_time(match: Match, entered: Sequence[datetime.datetime]) -> datetime.timedelta | None:
    """Return how long it took, from the deal of the first round to the last that was entered, at these times.

    None where that is not known: for games typed in later, or taken from a file.
    """
    took = max(entered) - match.started_at if entered else datetime.timedelta()
    return took if datetime.timedelta() < took < match.night.STILL_TONIGHT else None


@dataclass(frozen=True)
class Step:
    """An entry that counts: its round number (None for an entry that is no round), its points, the totals after it."""

    entry: int
    number: int | None
    points: Sequence[int]
    totals: Sequence[int]
    places: Sequence[int]
    at: datetime.datetime

    @property
    def ahead(self) -> int | None:
        """The seat that leads alone; None if several are level."""
        return self.places.index(1) if self.places.count(1) == 1 else None


class Story:
    """A match from its first round to its last, given its entries as from `match.entries.all()`."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.people: list[Sign] = match.signs

    @cached_property
    def steps(self) -> list[Step]:
        sums = [0] * len(self.people)
        found: list[Step] = []
        game, options = self.match.game, self.match.house_rules
        for entry in self.match.entries.all():
            if entry.removed_at is None and entry.points is not None:
                sums = [before + points for before, points in zip(sums, entry.points, strict=True)]
                found.append(
                    Step(entry.number, entry.round, entry.points, sums, game.places(options, sums), entry.created_at)
                )
        return found

    @property
    def rounds(self) -> list[Step]:
        return [step for step in self.steps if step.number is not None]

    @property
    def last_at(self) -> datetime.datetime | None:
        """The time of the last entry that counts; None without one."""
        return self.steps[-1].at if self.steps else None

    @property
    def play_time(self) -> datetime.timedelta | None:
        return play_time(self.match, [step.at for step in self.steps])

    @property
    def chart(self) -> Chart | None:
        return totals_chart(self.people, [step.totals for step in self.steps], [step.number for step in self.steps])

    @property
    def biggest(self) -> dict[str, Any] | None:
        """The round with the most points for one player, the first of equals.

        None with fewer than two rounds, where nobody gained points in any, or where the lowest total wins.
        """
        if len(self.rounds) < 2 or self.match.game.lowest_wins(self.match.house_rules):
            return None
        step = max(self.rounds, key=lambda each: max(each.points))
        most = max(step.points)
        if most <= 0:
            return None
        signs = [sign for sign, points in zip(self.people, step.points, strict=True) if points == most]
        return {"step": step, "points": most, "signs": signs, "names": all_of([sign.name for sign in signs])}

    @property
    def turning_point(self) -> dict[str, Any] | None:
        """The step in which the one winner took the lead for good, and from whom; None if the lead never changed hands.

        `seats` are those who led right before: several where they were level.
        """
        if len(self.match.winners) != 1 or not self.steps:
            return None
        [winner] = self.match.winners
        behind = [index for index, step in enumerate(self.steps) if step.ahead != winner]
        if not behind or behind[-1] + 1 >= len(self.steps):
            return None
        step, before = self.steps[behind[-1] + 1], self.steps[behind[-1]]
        if step.number is None or all(self.steps[index].places[winner] == 1 for index in behind):
            return None
        seats = [seat for seat, place in enumerate(before.places) if place == 1 and seat != winner]
        names = all_of([self.people[seat].name for seat in seats])
        return {"step": step, "winner": isolated(self.people[winner].name), "from": names, "seats": seats}

    @property
    def margin(self) -> int | None:
        """By how much the one winner is ahead of the next."""
        if len(self.match.winners) != 1 or len(self.match.totals) < 2:
            return None
        first, second, *_rest = self.match.standing
        return abs(int(self.match.totals[first] - self.match.totals[second]))

    @property
    def is_close(self) -> bool:
        """Whether the winner's lead was at most a twentieth of the sum of all totals, taken without their signs."""
        margin = self.margin
        return margin is not None and 0 < margin * 20 <= sum(abs(total) for total in self.match.totals)

    @property
    def led_throughout(self) -> bool:
        """Whether the one winner was alone in the lead after every round."""
        steps = self.steps
        return (
            len(steps) > 2
            and len(self.match.winners) == 1
            and all(step.ahead == self.match.winners[0] for step in steps)
        )

    @property
    def context(self) -> dict[str, Any]:
        return {
            "chart": self.chart,
            "numbers": [(step.number, list(step.totals)) for step in self.steps],
            "people": self.people,
            "rounds": len(self.rounds),
            "disputed": sum(entry.is_disputed and entry.removed_at is None for entry in self.match.entries.all()),
            "play_time": self.play_time,
            "last_at": self.last_at,
            "biggest": self.biggest,
            "turning_point": self.turning_point,
            "led_throughout": self.led_throughout,
            "margin": self.margin,
            "close": self.is_close,
        }


class Evening:
    """A night as one paragraph, from the stories of its games."""

    def __init__(self, stories: Sequence[Story]) -> None:
        self.stories = stories
        self.finished = [story for story in stories if story.match.winners]

    @cached_property
    def _winners(self) -> list[list[Player]]:
        """The winners of each game; a win left out of the statistics does not count here either."""
        counted = (story.match for story in self.finished if not story.match.left_out)
        return [[match.seated[seat].player for seat in match.winners] for match in counted]

    @cached_property
    def wins(self) -> Counter[Player]:
        """How many games each has won, alone or with others."""
        return Counter(player for winners in self._winners for player in winners)

    @property
    def best(self) -> list[Player]:
        """The players who won most games: several if they are level."""
        most = max(self.wins.values(), default=0)
        return [player for player, wins in self.wins.items() if wins == most]

    @property
    def biggest(self) -> dict[str, Any] | None:
        """The round with the most points for anybody, over all games."""
        return max(
            (each for each in (story.biggest for story in self.finished) if each),
            key=lambda each: int(each["points"]),
            default=None,
        )

    @property
    def play_time(self) -> datetime.timedelta | None:
        """The time of all games together, as far as it is known."""
        return sum(filter(None, (story.play_time for story in self.stories)), datetime.timedelta()) or None

    @property
    def text(self) -> str:
        """How many games, who won most of them and with whom, and the closest one."""
        games = in_words(len(self.stories)).capitalize()
        if len(self.stories) == 1:
            said = [_("One game: %(game)s.") % {"game": self._game(self.stories[0])}]
        elif not self.best:
            said = [_("%(games)s games, none of them finished.") % {"games": games}]
        else:
            said = [self._won_most(games)]
        close = min(
            (story for story in self.finished if story.is_close), key=lambda story: story.margin or 0, default=None
        )
        if close is not None and len(self.finished) > 1:
            said.append(self._closest(close))
        return " ".join(said)

    def _won_most(self, games: str) -> str:
        """Return who won most of so many games, each or together, and with whom they shared wins."""
        wins = max(self.wins.values())
        together = sum(set(winners) == set(self.best) for winners in self._winners)
        names = {
            "games": games,
            "names": all_of([each.name for each in self.best]),
            "winners": in_words(len(self.best)),
            "wins": in_words(wins),
            "together": in_words(together),
            "shared": "" if len(self.best) > 1 else self._shared(self.best[0]),
        }
        all_won = wins == len(self.stories)
        if len(self.best) == 1:
            if all_won and wins == 2:
                return _("Two games, both won by %(names)s%(shared)s.") % names
            if all_won:
                return _("%(games)s games, all won by %(names)s%(shared)s.") % names
            return _("%(games)s games; %(names)s won %(wins)s%(shared)s.") % names
        if together == wins:
            if all_won and wins == 2:
                return _("Two games, both won by %(names)s together.") % names
            if all_won:
                return _("%(games)s games, all won by %(names)s together.") % names
            return _("%(games)s games; %(names)s won %(wins)s together.") % names
        if wins == 1:
            return _("%(games)s games, %(winners)s winners: %(names)s.") % names
        if together:
            return _("%(games)s games; %(names)s won %(wins)s each, %(together)s of them together.") % names
        return _("%(games)s games; %(names)s won %(wins)s each.") % names

    def _shared(self, who: Player) -> str:
        """Return the clause that says with whom this player shared how many wins; "" for none."""
        others = ([each for each in winners if each != who] for winners in self._winners if who in winners)
        parts: list[str] = []
        for names, wins in Counter(all_of([each.name for each in some]) for some in others if some).items():
            facts = {"wins": in_words(wins), "names": names}
            parts.append((_("%(wins)s with %(names)s") if parts else _("%(wins)s shared with %(names)s")) % facts)
        return f", {joined(parts)}" if parts else ""

    def _closest(self, story: Story) -> str:
        facts = {
            "game": self._game(story),
            "name": isolated(story.people[story.match.winners[0]].name),
            "margin": story.margin,
        }
        if story.margin == 1:
            closest = _("The closest game was %(game)s: %(name)s won by just 1.") % facts
        else:
            closest = _("The closest game was %(game)s: %(name)s won by %(margin)s.") % facts
        turn = story.turning_point
        if turn is None:
            return closest
        facts = {"number": turn["step"].number, "other": turn["from"]}
        if len(turn["seats"]) > 1:
            return f"{closest} {_('Until round %(number)s, %(other)s were ahead.') % facts}"
        return f"{closest} {_('Until round %(number)s, %(other)s was ahead.') % facts}"

    @staticmethod
    def _game(story: Story) -> str:
        return story.match.title.text(language())

    @property
    def context(self) -> dict[str, Any]:
        return {
            "text": self.text,
            "finished": len(self.finished),
            "best": self.best,
            "best_text": all_of([each.name for each in self.best]) if self.best else "",
            "wins": max(self.wins.values(), default=0),
            "biggest": self.biggest,
            "play_time": self.play_time,
        }
