"""A player's statistics, summed month by month, so that a changed game has only its month counted again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields
from functools import reduce
from typing import Any, Self

from games.kernel.feats import Feat


@dataclass(frozen=True)
class Extreme:
    """The highest or lowest points in a game or a round."""

    points: int
    match: str  # match's key
    number: int | None = None  # number of the round's entry; None if the points are those of a game


@dataclass(frozen=True)
class Duel:
    """A player's record against one opponent. `games` counts the games that both played to the end."""

    games: int = 0
    ahead: int = 0
    behind: int = 0

    @property
    def level(self) -> int:
        return self.games - self.ahead - self.behind

    @property
    def share_ahead(self) -> int:
        """The percentage of games in which the player had the better place, rounded half up."""
        return _percent(self.ahead, self.games)

    @property
    def share_behind(self) -> int:
        return _percent(self.behind, self.games)

    def __add__(self, later: Duel) -> Duel:
        return Duel(self.games + later.games, self.ahead + later.ahead, self.behind + later.behind)


@dataclass(frozen=True)
class Statistics:
    """One player's statistics in a span of time. `Statistics()` describes a span without games."""

    games: int = 0
    left: int = 0  # games that the player left before their end: neither won nor lost
    wins: int = 0
    points: int = 0
    rounds: int = 0
    round_points: int = 0
    best: Extreme | None = None  # the round with the most points
    worst: Extreme | None = None
    high: Extreme | None = None  # the game with the most points
    low: Extreme | None = None
    opening: int = 0  # wins in a row at the start of the span
    streak: int = 0  # wins in a row at the end of the span
    longest: int = 0  # most wins in a row, anywhere in the span
    feats: Mapping[str, int] = field(default_factory=dict)
    duels: Mapping[str, Duel] = field(default_factory=dict)  # by the other player's id, as text
    money: Mapping[str, int] = field(default_factory=dict)  # won in minor units (below zero: lost), by currency

    @property
    def share(self) -> int:
        """The percentage of games that were won, rounded half up."""
        return _percent(self.wins, self.games)

    def then(self, later: Statistics, feats: Mapping[str, Feat]) -> Statistics:
        """Return the statistics of both spans together; `self` is the earlier span."""
        if not self.games or not later.games:
            return later if not self.games else self
        return Statistics(
            games=self.games + later.games,
            left=self.left + later.left,
            wins=self.wins + later.wins,
            points=self.points + later.points,
            rounds=self.rounds + later.rounds,
            round_points=self.round_points + later.round_points,
            best=_higher(self.best, later.best),
            worst=_lower(self.worst, later.worst),
            high=_higher(self.high, later.high),
            low=_lower(self.low, later.low),
            opening=self.opening + later.opening if self.opening == self.games - self.left else self.opening,
            streak=self.streak + later.streak if later.streak == later.games - later.left else later.streak,
            longest=max(self.longest, later.longest, self.streak + later.opening),
            feats=_feats(self.feats, later.feats, feats),
            duels={
                other: self.duels.get(other, Duel()) + later.duels.get(other, Duel())
                for other in sorted({*self.duels, *later.duels})
            },
            money={
                currency: self.money.get(currency, 0) + later.money.get(currency, 0)
                for currency in sorted({*self.money, *later.money})
            },
        )

    def across_games(self) -> Statistics:
        """Return the statistics without points, extremes and feats: these cannot be added up across games."""
        return Statistics(
            games=self.games,
            left=self.left,
            wins=self.wins,
            rounds=self.rounds,
            opening=self.opening,
            streak=self.streak,
            longest=self.longest,
            duels=self.duels,
            money=self.money,
        )

    @classmethod
    def of(cls, parts: Iterable[Statistics], feats: Mapping[str, Feat]) -> Statistics:
        """Return the statistics of all these spans together. The spans are in order of time; `feats` as in `then`."""
        return reduce(lambda before, later: before.then(later, feats), parts, cls())

    def as_json(self) -> dict[str, Any]:
        """Return the fields that are not 0, None or empty, as `Tally.totals` stores them."""
        return {name: value for name, value in asdict(self).items() if value not in (0, None, {})}

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Self:
        values = {each.name: stored[each.name] for each in fields(cls) if each.name in stored}
        for name in ("best", "worst", "high", "low"):
            if name in values:
                values[name] = Extreme(**values[name])
        if "duels" in values:
            values["duels"] = {other: Duel(**duel) for other, duel in values["duels"].items()}
        return cls(**values)


def _percent(part: int, whole: int) -> int:
    return (200 * part + whole) // (2 * whole) if whole else 0


def _higher(before: Extreme | None, later: Extreme | None) -> Extreme | None:
    """Return the extreme with more points. If they are equal, return `before`; if both are None, return None."""
    if before is None or later is None:
        return before or later
    return later if later.points > before.points else before


def _lower(before: Extreme | None, later: Extreme | None) -> Extreme | None:
    if before is None or later is None:
        return before or later
    return later if later.points < before.points else before


def _feats(before: Mapping[str, int], later: Mapping[str, int], known: Mapping[str, Feat]) -> dict[str, int]:
    """Return the amounts of both spans together, by the feat's code. Feats that are not `known` are left out."""
    together = {code: [part[code] for part in (before, later) if code in part] for code in known}
    return {code: known[code].together(amounts) for code, amounts in together.items() if amounts}
