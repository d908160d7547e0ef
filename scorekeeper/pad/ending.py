"""The end of a game: who won and by how much, the other places, and the highlights."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from games.kernel.game import AnyGame
from games.kernel.words import isolated
from scorekeeper.nights.models import Match
from scorekeeper.nights.presenter import money
from scorekeeper.nights.signals import match_described
from scorekeeper.nights.story import Story
from scorekeeper.people.signs import Sign
from scorekeeper.web.formatting import SYMBOLS, all_of, signed, signed_amount

HIGHEST = 72  # the height of the podium's highest step above the ground, in pixels
FACTS = 3  # the largest number of highlights shown


@dataclass(frozen=True)
class Place:
    """The place of a side (a player or a team) at the end of a game."""

    number: int  # 1 for the best
    sign: Sign
    total: int
    behind: int = 0  # the points to the next better place; 0 on the first place
    whom: str = ""  # the names of the sides on the next better place
    won: bool = False
    step: int = 0  # the height of the side's step on the podium, in pixels (see `podium`)


@dataclass(frozen=True)
class Fact:
    """A highlight of a game: a badge of a few letters, a title, details, and the URL of a page with more ("": none)."""

    badge: str
    title: str
    sentence: str = ""
    url: str = ""
    shares: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        return self.sentence or ", ".join(self.shares)


@dataclass(frozen=True)
class Ending:
    """The end of a game, as the pad and the picture of the result show it. `places` begin with the winners."""

    match: Match
    places: Sequence[Place]
    winners: Sequence[Place]

    @cached_property
    def story(self) -> Story:
        return Story(self.match)

    @property
    def margin(self) -> int:
        """The points by which the winners are ahead of the sides on the next place; 0 without such a side."""
        after = self.places[len(self.winners) :]
        return after[0].behind if self.winners and after else 0

    @property
    def next(self) -> str:
        """The names of the sides on the next place after the winners, in words; "" without such a side."""
        after = self.places[len(self.winners) :]
        return all_of([each.sign.name for each in after if each.number == after[0].number]) if after else ""

    @property
    def facts(self) -> list[Fact]:
        """The highlights, at most FACTS, the most interesting first."""
        found = [self.lead, self._streak, self._money, self._biggest]
        return [fact for fact in found if fact][:FACTS]

    @property
    def lead(self) -> Fact | None:
        """The highlight of the turning point, else of a lead after every round; None if there is neither."""
        if not (told := self.story.lead_told):
            return None
        turn = self.story.turning_point
        badge = _("R%(number)s") % {"number": turn["step"].number} if turn else "1."
        return Fact(badge, told[0], "".join(told[1:]))

    @property
    def _streak(self) -> Fact | None:
        """The highlight that tells which winners now have the most wins in a row, and how many; None below two wins."""
        found: Any = match_described.send(Match, match=self.match)
        streaks = {seat: wins for _receiver, each in found for seat, wins in each.items() if wins > 1}
        if not streaks:
            return None
        wins = max(streaks.values())
        holders = {seat for seat, each in streaks.items() if each == wins}
        names: list[str] = []
        for side in (each.sign for each in self.winners):
            whole = all(each.seat in holders for each in side.people)
            names += [each.name for each in ([side] if whole else side.people) if whole or each.seat in holders]
        title = _("%(name)s: %(wins)s wins in a row.") % {"name": all_of(names), "wins": wins}
        return Fact(f"{wins}×", title)

    @property
    def _money(self) -> Fact | None:
        """The highlight with each player's balance, highest first; None without money, or if all balances are zero."""
        sums = money(self.match, [self.match.signs[seat.position] for seat in self.match.ever_sat])
        if sums is None or not any(cents for _sign, cents, _text in sums["sums"]):
            return None
        code = self.match.table.options.currency
        order = sorted(sums["sums"], key=lambda each: -each[1])
        first, *others = [f"{isolated(sign.name)} {signed_amount(cents, code)}" for sign, cents, _text in order]
        group, night = self.match.night.group, self.match.night
        url = reverse("night_money", args=[group.key, night.key])
        return Fact(SYMBOLS.get(code, code), first, url=url, shares=tuple(others))

    @property
    def _biggest(self) -> Fact | None:
        biggest = self.story.biggest
        turn = self.story.turning_point
        if biggest is None or (turn and turn["step"] == biggest["step"]):  # already shown by `lead`
            return None
        points = signed(biggest["points"])
        title = _("Biggest round: round %(number)s.") % {"number": biggest["step"].number}
        return Fact(points, title, _("%(points)s for %(names)s.") % {"points": points, "names": biggest["names"]})


def ending(match: Match) -> Ending | None:
    """Return the end of a match; None if the match is not finished, or ended before any points were scored."""
    if not match.finished or not match.winners:
        return None
    sides, numbers = match.standing, match.places
    totals = [match.totals[side.seat] for side in sides]
    steps = podium(match.game, match.house_rules, totals)
    places: list[Place] = []
    for side, total, step in zip(sides, totals, steps, strict=True):
        number = numbers[side.seat]
        ahead = [each for each in places if each.number < number]
        last = [each for each in ahead if each.number == ahead[-1].number]
        whom = all_of([each.sign.name for each in last]) if last else ""
        behind = abs(last[0].total - total) if last else 0
        places.append(Place(number, side, total, behind, whom, side.seat in match.winners, step))
    places.sort(key=lambda each: not each.won)
    return Ending(match, places, [each for each in places if each.won])


def podium(game: AnyGame, options: object, totals: Sequence[int]) -> list[int]:
    """Return the height of the podium's step for each total, in pixels: HIGHEST for the best total, 0 at the ground."""
    best, worst = (min(totals), max(totals)) if game.lowest_wins(options) else (max(totals), min(0, *totals))
    return [round(HIGHEST * (total - worst) / (best - worst)) if best != worst else HIGHEST for total in totals]
