"""The spans of time that pages offer; each is a bounded number of tallies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.kernel.game import AnyGame
from scorekeeper.history.models import ALL_TIME, month_of
from scorekeeper.nights.played import game_of


@dataclass(frozen=True)
class Period:
    """What an address calls it (`?in=`), what people call it, and the tallies it is put together of."""

    code: str
    label: Promise
    tallies: Sequence[int]


def periods() -> list[Period]:
    """All time first; the last twelve months are this one and the eleven before it."""
    month = month_of(timezone.now())
    year, number = divmod(month, 100)
    count = year * 12 + number - 1
    months = [(each // 12) * 100 + each % 12 + 1 for each in range(count - 11, count + 1)]
    return [
        Period("", _("All time"), [ALL_TIME]),
        Period("year", _("This year"), [year]),
        Period("months", _("12 months"), months),
    ]


@dataclass(frozen=True)
class Chosen:
    """The game and the period a page was asked for; what it does not know counts as all."""

    period: Period
    slug: str  # what was played; "" for all games

    @classmethod
    def read(cls, values: Mapping[str, str]) -> Chosen:
        known = periods()
        asked = values.get("in", "")
        period = next((each for each in known if each.code == asked), known[0])
        slug = values.get("game", "")
        return cls(period, slug if game_of(slug) else "")

    @property
    def game(self) -> AnyGame | None:
        return game_of(self.slug)
