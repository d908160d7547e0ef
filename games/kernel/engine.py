"""The engine: scores the records of one game in order and keeps its totals, its deals, its end and who pays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any, NamedTuple

from .game import AnyGame, AnyKind, Kind
from .lines import ADJUSTMENT, Line, Score, score_of
from .problems import (
    AN_OBJECT,
    MISSING_KEY,
    UNKNOWN_VALUE,
    WRONG_TYPE,
    Problem,
    Problems,
)
from .record import AnyRecord, Record
from .seats import AnyDeal, AnyTable, Deal
from .words import Phrase, abbreviated

AFTER_THE_END = Phrase("after_the_end", de="Das Spiel war da schon zu Ende.", en="The game was over by then.")
LARGEST_ADJUSTMENT = 1_000_000

COMMON_KEYS = ("kind", "note")
DEALT_KEYS = (*COMMON_KEYS, "dealer")
# The keys of rounds and tricks that mean the same in every game: these alone are known outside the games.
SHARED_KEYS = frozenset((*DEALT_KEYS, "points", "tricks", "plays", "choices", "last", "trump"))


class ScoredEntry(NamedTuple):
    """The result of one record: its score or its problems, and who dealt, where that is known."""

    score: Score | None
    problems: Sequence[Problem]
    dealer: str | None = None


class Engine:
    """Scores the records of one game in order.

    A record with a problem scores nothing; of it only the deal counts. `first_dealer` None leaves open who deals, until
    a record names a dealer. `totals` are points, `money` is minor units (cents), both by player.
    """

    def __init__(self, game: AnyGame, table: AnyTable, first_dealer: str | None) -> None:
        self.game = game
        self.table = table
        self.kinds: Mapping[str, AnyKind] = {
            **game.kinds(table),
            "adjustment": Kind(self._adjust, dealt=False),
        }
        self.totals = dict.fromkeys(table.players, 0)
        self.money = dict.fromkeys(table.players, 0)
        self.next_dealer = first_dealer
        self.deals = 0
        self.unknown = 0
        self.past: Any = None
        self.over = False
        self.has_scores = False

    def enter(self, raw: object) -> ScoredEntry:
        """Read and score one record of the score file and add it to the totals; raise nothing for a broken one."""
        problems = Problems()
        if self.over:
            problems.add("", AFTER_THE_END())
        if not isinstance(raw, dict):
            problems.add("", WRONG_TYPE(value=abbreviated(raw), wanted=AN_OBJECT))
            return self._deal_unknown(problems)
        record = Record(raw, self.table, problems)
        if "note" in raw:
            record.text("note")
        kind = self._kind(record)
        if kind is None:
            return self._deal_unknown(problems)
        deal = self._deal(record) if kind.dealt else Deal(None, None, self.deals, self.unknown, self.past)
        score = kind.score(record, deal)
        if problems or score is None:
            score = None
        else:
            self._count(score)
        self.over = self.over or self.game.over(self.table, self.totals, self.coming)
        return ScoredEntry(score, problems, deal.dealer)

    def is_dealt(self, raw: object) -> bool:
        """Return whether a record is a dealt round; an adjustment, a last count and an unknown kind are none."""
        kind = raw.get("kind") if isinstance(raw, dict) else None
        return isinstance(kind, str) and kind in self.kinds and self.kinds[kind].dealt

    def branch(self) -> Engine:
        """Return a copy of the engine, to score a record without counting it here."""
        other = copy(self)
        other.totals, other.money = dict(self.totals), dict(self.money)
        return other

    @property
    def coming(self) -> AnyDeal:
        """Return the next deal, as far as it is known now."""
        leader = None if self.next_dealer is None else self.table.left_of(self.next_dealer)
        return Deal(self.next_dealer, leader, self.deals, self.unknown, self.past)

    def finish_early(self) -> None:
        """End the game before its own end."""
        self.over = True

    @property
    def ranking(self) -> list[list[str]]:
        """Return the players by their totals, the best first; equals together, in seat order."""
        return [
            [player for player in self.table.players if self.totals[player] == total]
            for total in sorted(set(self.totals.values()), reverse=not self.game.lowest_wins(self.table.options))
        ]

    @property
    def winners(self) -> list[str]:
        """Return the players with the best total once the game is over; none where nothing was entered."""
        return self.ranking[0] if self.over and self.has_scores else []

    @property
    def balances(self) -> Mapping[str, int] | None:
        """Return the balance of each player in minor units (cents, below zero: owes); None while nothing is to be paid.

        Where the game does not pay each round, every two players settle the difference of their totals.
        """
        stake = self.table.stake
        if not stake:
            return None
        if self.game.pays_each_round:
            return self.money
        return self._differences(self.totals) if self.over else None

    def money_of(self, score: Score) -> Mapping[str, int]:
        """Return the amount that one round adds to each player's balance, in minor units (cents)."""
        if self.game.pays_each_round:
            return score.money or dict.fromkeys(self.table.players, 0)
        return self._differences(score.points)

    def _differences(self, points: Mapping[str, int]) -> Mapping[str, int]:
        """Return what each gets from all others, in minor units (cents): the stake times the differences of their points."""
        stake = -self.table.stake if self.game.lowest_wins(self.table.options) else self.table.stake
        seats, all_points = len(self.table.players), sum(points.values())
        return {player: stake * (seats * points.get(player, 0) - all_points) for player in self.table.players}

    def _kind(self, record: AnyRecord) -> AnyKind | None:
        value = record.raw.get("kind")
        if isinstance(value, str) and value in self.kinds:
            return self.kinds[value]
        if "kind" in record:
            record.add("kind", UNKNOWN_VALUE(value=abbreviated(value), allowed=list(self.kinds)))
        else:
            record.add("kind", MISSING_KEY(key="kind"))
        return None

    def _deal_unknown(self, problems: Problems) -> ScoredEntry:
        """Count a record that may have been a deal or not: who deals next is open until a record names a dealer."""
        self.next_dealer = None
        self.unknown += 1
        return ScoredEntry(None, problems)

    def _deal(self, record: AnyRecord) -> AnyDeal:
        dealer = self.next_dealer
        if "dealer" in record:
            dealer = record.seated("dealer", record.raw["dealer"])
        leader = None if dealer is None else self.table.left_of(dealer)
        deal = Deal(dealer, leader, self.deals, self.unknown, self.past)
        self.next_dealer = leader
        self.deals += 1
        return deal

    def _count(self, score: Score) -> None:
        self.has_scores = True
        for player, points in score.points.items():
            self.totals[player] += points
        if score.money is not None:
            for player, amount in score.money.items():
                self.money[player] += amount
        if score.past is not None:
            self.past = score.past

    def _adjust(self, record: AnyRecord, deal: AnyDeal) -> Score | None:
        """Score a correction by hand: points by player, which may be negative."""
        record.allow((*COMMON_KEYS, "points"))
        points = record.counts("points", low=-LARGEST_ADJUSTMENT, high=LARGEST_ADJUSTMENT, needed=True)
        if points is None:
            return None
        money = None
        if self.game.pays_each_round:
            record.sums_to("points", sum(points.values()), 0)
            if self.table.stake:
                money = {player: points.get(player, 0) * self.table.stake for player in self.table.players}
        players = self.table.players
        lines = (Line(player, ADJUSTMENT, points.get(player, 0)) for player in players)
        return score_of(players, lines, money=money)
