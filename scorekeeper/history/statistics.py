"""A player's statistics, counted from results."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from django.db.models import F, QuerySet

from games.kernel.feats import Feat
from scorekeeper.history.models import Result, known_feats

ALL_GAMES = ""  # the game key of the statistics of all games together


class Extreme(NamedTuple):
    """The highest or lowest points in a game or a round."""

    points: int
    match: str  # match's key
    number: int | None = None  # number of the round's entry; None if the points are those of a game


@dataclass
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


@dataclass
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
    streak: int = 0  # wins in a row at the end of the span
    longest: int = 0  # most wins in a row, anywhere in the span
    feats: dict[str, int] = field(default_factory=dict)
    duels: dict[int, Duel] = field(default_factory=lambda: defaultdict(Duel))  # by the other player's id
    money: dict[str, int] = field(default_factory=lambda: defaultdict(int))  # minor units won, by currency

    @property
    def share(self) -> int:
        """The percentage of games that were won, rounded half up."""
        return _percent(self.wins, self.games)

    def count(self, result: Result, against: Sequence[Result], feats: Mapping[str, Feat], key: str) -> None:
        """Add a result that is later than all before, with the opponents' results, and the key of the match."""
        self.games += 1
        self.points += result.points
        self.rounds += result.rounds
        self.round_points += result.round_points
        if result.money is not None:
            self.money[result.currency] += result.money
        if result.best is not None and result.worst is not None:
            self.best = _higher(self.best, Extreme(result.best, key, result.best_number))
            self.worst = _lower(self.worst, Extreme(result.worst, key, result.worst_number))
        for code, amount in result.feats.items():
            if code in feats:
                self.feats[code] = feats[code].together([self.feats[code], amount]) if code in self.feats else amount
        if result.place is None:  # who left has won or lost nothing
            self.left += 1
            return
        self.high = _higher(self.high, Extreme(result.points, key))
        self.low = _lower(self.low, Extreme(result.points, key))
        self.wins += result.won
        self.streak = self.streak + 1 if result.won else 0
        self.longest = max(self.longest, self.streak)
        for other in against:
            if other.place is not None:
                duel = self.duels[other.player_id]
                duel.games += 1
                duel.ahead += result.place < other.place
                duel.behind += result.place > other.place


def statistics_of(results: QuerySet[Result]) -> dict[tuple[int, str], Statistics]:
    """Return the statistics of these results by (player's id, game key or ALL_GAMES)."""
    tables: dict[str, list[Result]] = defaultdict(list)
    for each in results.annotate(match_key=F("match__key")).order_by("played_at", "match_id", "seat_id"):
        tables[each.match_key].append(each)
    found: dict[tuple[int, str], Statistics] = defaultdict(Statistics)
    for key, table in tables.items():
        feats = known_feats(table[0].game_key)
        for result in table:
            against = [other for other in table if not result.is_same_side(other)]
            found[result.player_id, result.game_key].count(result, against, feats, key)
            found[result.player_id, ALL_GAMES].count(result, against, feats, key)
    return dict(found)


def _percent(part: int, whole: int) -> int:
    return (200 * part + whole) // (2 * whole) if whole else 0


def _higher(before: Extreme | None, later: Extreme) -> Extreme:
    return later if before is None or later.points > before.points else before


def _lower(before: Extreme | None, later: Extreme) -> Extreme:
    return later if before is None or later.points < before.points else before
