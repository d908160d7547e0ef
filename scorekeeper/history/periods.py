"""The periods of the statistics pages: all time, this year, twelve months, and the group's seasons."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.kernel.game import AnyGame
from games.kernel.words import isolated
from scorekeeper.history.models import Season
from scorekeeper.nights.game_key import game_of
from scorekeeper.nights.models.night import midnight
from scorekeeper.people.models import Group


@dataclass(frozen=True)
class Period:
    """A period of the statistics pages: a fixed one, or a season (then `season` is set)."""

    code: str  # its value in URLs (`?in=`)
    label: Promise | str
    results: Q  # the filter for its results: a game belongs to the day on which its night began
    season: Season | None = None

    @property
    def is_over(self) -> bool:
        return self.season is not None and self.season.end <= timezone.now()


def _since(day: datetime.date) -> Q:
    return Q(match__night__started_at__gte=midnight(day))


def periods(group: Group) -> list[Period]:
    """Return the periods to choose from: all time, this year, twelve months including this one, and all seasons."""
    first = timezone.localdate().replace(day=1)
    year_ago = first.replace(year=first.year - 1)
    eleven_months_ago = (year_ago + datetime.timedelta(days=31)).replace(day=1)
    return [
        Period("", _("All time"), Q()),
        Period("year", _("This year"), _since(first.replace(month=1))),
        Period("months", _("12 months"), _since(eleven_months_ago)),
        *(_of_season(each) for each in Season.objects.filter(group=group)),
    ]


def _of_season(season: Season) -> Period:
    days = Q(match__night__started_at__gte=season.begin, match__night__started_at__lt=season.end)
    return Period(f"season-{season.pk}", isolated(season.name), days, season)


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
