"""How a game went, from the points stored with its entries: nothing is scored again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from scorekeeper.nights.models import Match
from scorekeeper.nights.presenter import totals_chart
from scorekeeper.people.signs import Sign
from scorekeeper.web.charts import Chart
from scorekeeper.web.formatting import all_of


@dataclass(frozen=True)
class Step:
    """An entry that counts: the number of its round (what nobody deals has none), its points, the totals after."""

    entry: int
    number: int | None
    points: Sequence[int]
    totals: Sequence[int]
    places: Sequence[int]

    @property
    def ahead(self) -> int | None:
        """The seat that is alone in the lead."""
        return self.places.index(1) if self.places.count(1) == 1 else None


class Story:
    """A match from its first round to its last. Takes its entries as `match.entries.all()` gives them."""

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
                found.append(Step(entry.number, entry.round, entry.points, sums, game.places(options, sums)))
        return found

    @property
    def rounds(self) -> list[Step]:
        return [step for step in self.steps if step.number is not None]

    @property
    def chart(self) -> Chart | None:
        return totals_chart(self.people, [step.totals for step in self.steps], [step.number for step in self.steps])

    @property
    def biggest(self) -> dict[str, Any] | None:
        """The round that gave one player most; of equals the first. None where nobody gained by it."""
        if len(self.rounds) < 2 or self.match.game.lowest_wins(self.match.house_rules):
            return None
        step = max(self.rounds, key=lambda each: max(each.points))
        most = max(step.points)
        if most <= 0:
            return None
        names = [sign.name for sign, points in zip(self.people, step.points, strict=True) if points == most]
        return {"step": step, "points": most, "names": all_of(names)}

    @property
    def turning_point(self) -> dict[str, Any] | None:
        """Where the one winner took the lead for good from somebody else; None where the lead never changed hands."""
        if len(self.match.winners) != 1 or not self.steps:
            return None
        [winner] = self.match.winners
        behind = [index for index, step in enumerate(self.steps) if step.ahead != winner]
        if not behind or behind[-1] + 1 >= len(self.steps):
            return None
        step = self.steps[behind[-1] + 1]
        others = {self.steps[index].ahead for index in behind} - {None, winner}
        if not others or step.number is None:
            return None
        last = next(each.ahead for each in reversed(self.steps[: behind[-1] + 1]) if each.ahead not in (None, winner))
        return {"step": step, "winner": self.people[winner].name, "from": self.people[last or 0].name}

    @property
    def margin(self) -> int | None:
        """By how much the one winner is ahead of the next."""
        if len(self.match.winners) != 1 or len(self.match.totals) < 2:
            return None
        first, second, *_rest = self.match.standing
        return abs(int(self.match.totals[first] - self.match.totals[second]))

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
            "biggest": self.biggest,
            "turning_point": self.turning_point,
            "led_throughout": self.led_throughout,
            "margin": self.margin,
        }
