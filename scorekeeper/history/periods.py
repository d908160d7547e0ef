"""The periods of the statistics pages: fixed periods, which are sums of tallies, and the group's seasons."""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.kernel.game import AnyGame
from games.kernel.words import isolated
from scorekeeper.history.models import (
    ALL_TIME,
    Season,
    Tally,
    known_feats,
    month_of,
    results_with_keys,
    statistics_by_player,
    together,
)
from scorekeeper.history.statistics import Statistics
from scorekeeper.nights.game_key import game_of
from scorekeeper.nights.models.night import midnight
from scorekeeper.people.models import Group

type ByPlayer = dict[tuple[int, str], Statistics]  # by player's id and game key; the key "" is all games together


@dataclass(frozen=True)
class Period:
    """A period of the statistics pages: a fixed one, or a season (then `season` is set)."""

    code: str  # its value in URLs (`?in=`)
    label: Promise | str
    tallies: Sequence[int] = ()
    season: Season | None = None

    def statistics(self, group: Group, player: int | None = None) -> ByPlayer:
        """Return the statistics of this period: of all players or, if `player` is given (an id), of that player."""
        if self.season is not None:
            found = _of_days(group, self.season.begin, self.season.end)
            return {key: each for key, each in found.items() if player in (None, key[0])}
        tallies = Tally.objects.filter(group=group, period__in=self.tallies)
        return together(tallies if player is None else Tally.objects.filter(player=player, period__in=self.tallies))

    def by_month(self, group: Group) -> list[tuple[int, ByPlayer]]:
        """Return each month with games, such as 202611, and its statistics; [] if the period is not a season."""
        return [] if self.season is None else _by_month(group, self.season.begin, self.season.end)

    @property
    def season_results(self) -> Q:
        """The filter for the results of a season. If the period is not a season, the filter keeps all results."""
        return Q() if self.season is None else _on_days(self.season.begin, self.season.end)

    @property
    def results(self) -> Q:
        """The filter for the results of the period."""
        if self.season is not None or ALL_TIME in self.tallies:
            return self.season_results
        return Q(month__in=self.tallies)

    @property
    def is_over(self) -> bool:
        return self.season is not None and self.season.end <= timezone.now()


def _next_month(month: int) -> int:
    return month + 1 if month % 100 < 12 else month + 89


def _begin_of(month: int) -> datetime.datetime:
    return midnight(datetime.date(month // 100, month % 100, 1))


def _on_days(begin: datetime.datetime, end: datetime.datetime) -> Q:
    """Return the filter for the results of nights that began at or after `begin` and before `end`."""
    # The filter by month changes nothing in the result, but lets the database use the index of `month`.
    months = Q(month__gte=month_of(begin), month__lte=month_of(end))
    return months & Q(match__night__started_at__gte=begin, match__night__started_at__lt=end)


def _of_days(group: Group, begin: datetime.datetime, end: datetime.datetime) -> ByPlayer:
    """Return the statistics of the nights that began at or after `begin` and before `end`."""
    found: dict[tuple[int, str], list[Statistics]] = defaultdict(list)
    for _month, span in _by_month(group, begin, end):
        for key, statistics in span.items():
            found[key].append(statistics)
    return {key: Statistics.of(parts, known_feats(key[1])) for key, parts in found.items()}


def _by_month(group: Group, begin: datetime.datetime, end: datetime.datetime) -> list[tuple[int, ByPlayer]]:
    """Return each month with games between `begin` and `end`, with its statistics. Whole months come from tallies."""
    month = month_of(begin) if begin == _begin_of(month_of(begin)) else _next_month(month_of(begin))
    last = month_of(end)  # never counts as a whole: `end` lies within this month, or at its start
    if month >= last:
        found = [(month_of(begin), _of_results(group, begin, min(end, _begin_of(_next_month(month_of(begin))))))]
        if begin < _begin_of(last) == _begin_of(month):
            found.append((last, _of_results(group, _begin_of(last), end)))
    else:
        tallies: dict[int, list[Tally]] = defaultdict(list)
        for tally in Tally.objects.filter(group=group, period__gte=month, period__lt=last):
            tallies[tally.period].append(tally)
        found = [
            (month_of(begin), _of_results(group, begin, _begin_of(month))),
            *((each, together(tallies[each])) for each in sorted(tallies)),
            (last, _of_results(group, _begin_of(last), end)),
        ]
    return [(each, span) for each, span in found if span]


def _of_results(group: Group, begin: datetime.datetime, end: datetime.datetime) -> ByPlayer:
    if begin >= end:
        return {}
    return statistics_by_player(*results_with_keys(_on_days(begin, end) & Q(group=group)))


def periods(group: Group) -> list[Period]:
    """Return the periods to choose from: all time, this year, twelve months including this one, and all seasons."""
    month = month_of(timezone.now())
    year, number = divmod(month, 100)
    count = year * 12 + number - 1
    months = [(each // 12) * 100 + each % 12 + 1 for each in range(count - 11, count + 1)]
    return [
        Period("", _("All time"), [ALL_TIME]),
        Period("year", _("This year"), range(year * 100 + 1, year * 100 + 13)),
        Period("months", _("12 months"), months),
        *(Period(f"season-{each.pk}", isolated(each.name), season=each) for each in Season.objects.filter(group=group)),
    ]


@dataclass(frozen=True)
class Chosen:
    """The game and period chosen in a page's URL, and the periods to choose from."""

    period: Period
    slug: str  # the game key; "" for all games
    periods: Sequence[Period]

    @classmethod
    def read(cls, values: Mapping[str, str], group: Group) -> Chosen:
        known = periods(group)
        asked = values.get("in", "")
        period = next((each for each in known if each.code == asked), known[0])
        slug = values.get("game", "")
        return cls(period, slug if game_of(slug) else "", known)

    @property
    def game(self) -> AnyGame | None:
        return game_of(self.slug)
