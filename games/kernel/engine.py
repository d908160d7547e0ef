"""The engine: it scores the records of one game in order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from typing import Any, NamedTuple, Protocol

from .game import AnyGame, AnyKind, Kind
from .lines import ADJUSTMENT, Line, Score, score_of
from .needs import AT_THE_END, Need, in_front
from .problems import (
    AN_OBJECT,
    WHO_DEALT,
    WRONG_TYPE,
    Problem,
    Problems,
)
from .record import AnyRecord, Record
from .seating import SEATS_KEYS, SeatChange, read_seat_change
from .seats import AnyDeal, AnyTable, Deal
from .words import Phrase, abbreviated, join_names

AFTER_THE_END = Phrase("after_the_end", de="Das Spiel war da schon zu Ende.", en="The game was over by then.")
UNEQUAL_TEAM = Phrase(
    "unequal_team",
    de="{players} sind ein Team und bekommen gleich viel.",
    en="{players} are a team and get the same.",
)
LAST_ROUNDS = Phrase(
    "result",
    de="{rounds:Noch {rounds} Runde|Noch {rounds} Runden}, dann gewinnt, wer vorn liegt.",
    en="{rounds:{rounds} more round|{rounds} more rounds}, then whoever is ahead wins.",
)
NO_SCORE = Phrase(
    "result",
    de="Diese Runde wurde gegeben und zählt nicht.",
    en="This round was dealt and doesn’t count.",
)
ALL_PASSED = Phrase("result", de="Alle haben gepasst.", en="All passed.")
LAST = "last_rounds"  # the kind of entry that sets how many more rounds are dealt
SEATS = "seats"  # the kind of entry that sets who plays from then on
UNSCORED = "unscored"  # the kind of a round that was dealt and does not count
LARGEST_ADJUSTMENT = 1_000_000
MOST_LAST_ROUNDS = 1000

COMMON_KEYS = ("kind", "note")
DEALT_KEYS = (*COMMON_KEYS, "dealer")
# The keys of entries and tricks that mean the same in every game. Other keys are known only inside the games.
SHARED_KEYS = frozenset((*DEALT_KEYS, "points", "tricks", "plays", "choices", "last", "trump", *SEATS_KEYS, "rounds"))


class LastRounds(NamedTuple):
    """A limit set by an entry: after this many more rounds the game is over, and the best total wins."""

    rounds: int


class Unscored(NamedTuple):
    """The change that an unscored round makes: only that it was dealt."""


class ScoredEntry(NamedTuple):
    """The result of one record: its score, its problems, and a round's dealer."""

    score: Score | None  # None if there are problems, or if a dealer sits out and it is not known who deals
    problems: Sequence[Problem]
    dealer: str | None  # None if not known, or if the entry is not a round
    # for a round, its table without a dealer who sits out. For an unscored round or another entry, the whole table
    # after it
    table: AnyTable
    # what the entry adds to each balance, in minor units (cents); None without a score or a stake. A game that pays
    # at its end pays the sums of these amounts
    money: Mapping[str, int] | None = None


class Engine:
    """The state of one game; `enter` scores the records of the game in order."""

    def __init__(self, game: AnyGame, table: AnyTable, first_dealer: str | None) -> None:
        self.game = game
        self.totals = dict.fromkeys(table.players, 0)
        self.money = dict.fromkeys(table.players, 0)
        self.replaced: frozenset[str] = frozenset()  # players who left and whose points an heir took over
        self.next_dealer = first_dealer
        self.asks_dealer = False  # whether the last record with a dealer was an unscored round of an unknown dealer
        self.last_deal: int | None = None  # the limit on `deals` that an entry has set; None: no limit
        self.deals = 0
        self.unknown = 0
        self.past: Any = None
        self.over = False
        self.has_scores = False
        self._sit_down(table)

    def _sit_down(self, table: AnyTable) -> None:
        self.seating = table
        self.kinds = self._kinds(table.without_dealer(None))

    def _kinds(self, table: AnyTable) -> Mapping[str, AnyKind]:
        """Return the game's kinds of round at this table, and the kinds of entry that every game has."""
        return {**self.game.kinds(table), **self._kinds_of_every_game()}

    def _kinds_of_every_game(self) -> Mapping[str, AnyKind]:
        return {
            "adjustment": Kind(self._adjust, dealt=False),
            SEATS: Kind(self._seat_anew, dealt=False),
            LAST: Kind(self._limit_rounds, dealt=False),
            UNSCORED: Kind(self._leave_unscored),
        }

    def enter(self, raw: object) -> ScoredEntry:
        """Score one record of the score file, update the state of the game, and return the result."""
        problems = Problems()
        if self.over:
            problems.add("", AFTER_THE_END())
        if not isinstance(raw, dict):
            problems.add("", WRONG_TYPE(value=abbreviated(raw), wanted=AN_OBJECT))
            return self._deal_unknown(problems)
        record = Record(raw, self.seating, problems)
        if "note" in raw:
            record.text("note")
        kind = self._kind(record)
        if kind is None:
            return self._deal_unknown(problems)
        deal = self._deal(record) if kind.dealt else self._deal_by(None)
        score = self._score(record, kind, deal)
        money = None if score is None else self._count(score, record.table)
        table = record.table if kind.dealt else self.seating
        self.over = self.over or self._ends
        return ScoredEntry(score, problems, deal.dealer, table, money)

    def _score(self, record: AnyRecord, kind: AnyKind, deal: AnyDeal) -> Score | None:
        """Return the score of a record; None with problems, or if a dealer sits out and nobody knows who deals."""
        if kind.dealt and self.seating.sits_out and record.raw["kind"] != UNSCORED:
            record.table = self.seating.without_dealer(deal.dealer)
            if deal.dealer is None:
                if self.asks_dealer:
                    record.add("dealer", WHO_DEALT())
                return None
            kind = self._kinds(record.table)[record.raw["kind"]]
        score = kind.score(record, deal)
        return None if record.problems else score

    def is_dealt(self, raw: object) -> bool:
        """Return whether a record is a dealt round."""
        kind = raw.get("kind") if isinstance(raw, dict) else None
        return isinstance(kind, str) and kind in self.kinds and self.kinds[kind].dealt

    def branch(self) -> Engine:
        """Return a copy of the engine, which can score further records without changing this one."""
        other = copy(self)
        other.totals, other.money = dict(self.totals), dict(self.money)
        other.kinds = {**self.kinds, **other._kinds_of_every_game()}
        return other

    @property
    def table(self) -> AnyTable:
        """The table of the coming round: all who sit at the table now, except a dealer who sits out."""
        return self.seating.without_dealer(self.next_dealer)

    @property
    def coming(self) -> AnyDeal:
        """The deal of the coming round; its dealer and leader are None if not known."""
        return self._deal_by(self.next_dealer)

    def _deal_by(self, dealer: str | None) -> AnyDeal:
        leader = None if dealer is None else self.seating.left_of(dealer)
        return Deal(dealer, leader, self.deals, self.unknown, self.past, dict(self.totals))

    @property
    def rounds_left(self) -> int | None:
        """The number of rounds left before the limit that an entry has set; None without a limit."""
        return None if self.last_deal is None else max(0, self.last_deal - self.deals)

    def finish_early(self) -> None:
        """End the game before its rules end it."""
        self.over = True

    # The standing of those who sit at the table, and the end of the game. A player who left keeps the points, but is
    # not part of the standing.

    @property
    def standing(self) -> dict[str, int]:
        """The totals, in points, of those who sit at the table now, in seat order."""
        return {player: self.totals[player] for player in self.seating.players}

    @property
    def ranking(self) -> list[list[str]]:
        """The players grouped by equal totals, the best total first. Each group is in seat order."""
        standing = self.standing
        return [
            [player for player in standing if standing[player] == total]
            for total in sorted(set(standing.values()), reverse=not self.game.lowest_wins(self.seating.options))
        ]

    @property
    def winners(self) -> list[str]:
        """The players with the best total; none before the end, or if no round or adjustment has a score."""
        return self.ranking[0] if self.over and self.has_scores else []

    @property
    def tied(self) -> bool:
        """Return whether the goal is reached, but a tie for the highest total demands another round."""
        return not self.over and self.game.tied(self.table, self.standing)

    @property
    def _ends(self) -> bool:
        """Return whether the game is over now: by its own rules, or because a limit on the rounds is reached."""
        return self._ends_by_its_rules or self.ends_by_limit

    @property
    def _ends_by_its_rules(self) -> bool:
        return self.game.over(self.table, self.standing, self.coming)

    @property
    def rounds_by_its_rules(self) -> int | None:
        """The number of rounds left by the game's own rules; None if they set no number of rounds."""
        rounds = self.game.rounds(self.table)
        return None if rounds is None else max(0, rounds - self.deals)

    @property
    def ends_by_limit(self) -> bool:
        """Return whether the limit that an entry has set ends the game now, and the game's own rules do not."""
        return self.rounds_left == 0 and self.rounds_by_its_rules != 0 and not self._ends_by_its_rules

    # Money

    @property
    def balances(self) -> Mapping[str, int] | None:
        """The balance of each player, in minor units (cents; below zero: owes); None if nothing is to be paid yet."""
        if not self.seating.stake or not (self.over or self.game.pays_each_round):
            return None
        return {player: self.money.get(player, 0) for player in dict.fromkeys((*self.standing, *self.seating.everyone))}

    def money_of(self, score: Score, table: AnyTable | None = None) -> Mapping[str, int]:
        """Return what a round or an adjustment adds to each player's balance, in minor units (cents)."""
        table = table or self.seating
        if self.game.pays_each_round:
            return score.money or dict.fromkeys(table.players, 0)
        stake = -table.stake if self.game.lowest_wins(table.options) else table.stake
        players = dict.fromkeys((*table.players, *score.points))
        all_points = sum(score.points.values())
        return {player: stake * (len(players) * score.points.get(player, 0) - all_points) for player in players}

    # The effects of an entry

    def _kind(self, record: AnyRecord) -> AnyKind | None:
        kind = record.choice("kind", self.kinds)
        return None if kind is None else self.kinds[kind]

    def _deal_unknown(self, problems: Problems) -> ScoredEntry:
        """Count a broken record in `unknown`, as it may have been a deal, and return its result without a score."""
        self.next_dealer = None
        self.unknown += 1
        return ScoredEntry(None, problems, None, self.seating)

    def _deal(self, record: AnyRecord) -> AnyDeal:
        dealer = self.next_dealer
        if "dealer" in record:
            unknown = record.raw["dealer"] is None and record.raw["kind"] == UNSCORED
            dealer = None if unknown else record.seated("dealer", record.raw["dealer"])
            self.asks_dealer = unknown
        deal = self._deal_by(dealer)
        self.next_dealer = deal.leader
        self.deals += 1
        return deal

    def _count(self, score: Score, table: AnyTable) -> Mapping[str, int] | None:
        """Add a score to totals and balances, apply its `change` and `past`; return the money, in minor units."""
        for player, points in score.points.items():
            self.totals[player] = self.totals.get(player, 0) + points
        money: Mapping[str, int] = {}
        match score.change:
            case SeatChange():
                money = self._seat(score.change)
            case LastRounds():
                self.last_deal = self.deals + score.change.rounds
            case Unscored():
                pass
            case _:
                self.has_scores = True
                money = self.money_of(score, table)
        for player, amount in money.items():
            self.money[player] = self.money.get(player, 0) + amount
        if score.past is not None:
            self.past = score.past
        return money if table.stake else None

    def _seat(self, change: SeatChange) -> Mapping[str, int]:
        """Change who plays and who deals next; return the change of each balance, in minor units."""
        money = change.passed_on(self.seating, self.money)
        self.next_dealer = change.next_dealer(self.seating, self.next_dealer)
        self.past = self.game.passed_on(self.past, change.heirs)
        self.replaced = (self.replaced | change.heirs.keys()).difference(change.table.players)
        self._sit_down(change.table)
        return money

    # The kinds of entry that every game has

    def _adjust(self, record: AnyRecord, deal: AnyDeal) -> Score | None:
        """Return the score of a manual adjustment, with points of any sign; None if the points cannot be read."""
        record.allow((*COMMON_KEYS, "points"))
        typed = record.counts("points", low=-LARGEST_ADJUSTMENT, high=LARGEST_ADJUSTMENT, needed=True)
        if typed is None:
            return None
        points = self._to_teams(record, typed)
        players = self.seating.players
        money = None
        if self.game.pays_each_round:
            record.sums_to("points", sum(points.values()), 0)
        if self._pays_now:
            money = {player: points.get(player, 0) * self.seating.stake for player in players}
        lines = (Line(player, ADJUSTMENT, points.get(player, 0)) for player in players)
        return score_of(players, lines, money=money)

    def _to_teams(self, record: AnyRecord, points: Mapping[str, int]) -> Mapping[str, int]:
        """Return the points by player, with the points of one player of a team given to the whole team."""
        shared = dict(points)
        for team in self.game.teams(self.seating):
            named = [player for player in team if player in points]
            if len({points[player] for player in named}) > 1:
                record.add(f"points.{named[0]}", UNEQUAL_TEAM(players=join_names(named)))
            elif named:
                shared |= dict.fromkeys(team, points[named[0]])
        return shared

    def _seat_anew(self, record: AnyRecord, deal: AnyDeal) -> Score | None:
        """Return the score of a change of who plays: starting points, and what heirs take over; None if it is wrong."""
        record.allow((*COMMON_KEYS, *SEATS_KEYS))
        change = read_seat_change(record, self.game, self.totals, self.replaced)
        if change is None:
            return None
        money = change.passed_on(self.seating, self.money) if self._pays_now else None
        return change.score(self.seating, self.totals, money)

    def _limit_rounds(self, record: AnyRecord, deal: AnyDeal) -> Score | None:
        """Return the score, without points, of a limit on the rounds still to be dealt; None if it is wrong."""
        record.allow((*COMMON_KEYS, "rounds"))
        rounds = record.whole("rounds", 1, MOST_LAST_ROUNDS)
        if rounds is None:
            return None
        players = self.seating.players
        money = dict.fromkeys(players, 0) if self._pays_now else None
        return score_of(players, (), money=money, said=LAST_ROUNDS(rounds=rounds), change=LastRounds(rounds))

    def _leave_unscored(self, record: AnyRecord, deal: AnyDeal) -> Score:
        """Return the score of a round that was dealt and does not count. The score has no points."""
        record.allow(DEALT_KEYS)
        players = self.seating.players
        money = dict.fromkeys(players, 0) if self._pays_now else None
        said = ALL_PASSED() if self.game.passes else NO_SCORE()
        return score_of(players, (), money=money, said=said, change=Unscored())

    @property
    def _pays_now(self) -> bool:
        return self.game.pays_each_round and self.seating.stake > 0


# The course of a game: the scoring of its records, the entries that a correction invalidates, the players' needs


class HasScore(Protocol):
    """The type of a `ScoredEntry` and of a match's `Row`. `score` is None if the entry does not count."""

    @property
    def score(self) -> Score | None: ...


def play(engine: Engine, records: Iterable[object]) -> list[ScoredEntry]:
    """Enter these records into the engine in this order, and return the scored entry of each."""
    return [engine.enter(record) for record in records]


def no_longer_count[K](before: Mapping[K, HasScore], after: Mapping[K, HasScore]) -> list[K]:
    """Return the keys of the entries that had a score before a correction and have none after it."""
    return [key for key, entry in before.items() if entry.score and key in after and not after[key].score]


def needs_of(engine: Engine) -> Sequence[Need]:
    """Return what each player of the coming round needs to win; [] if the game is over or cannot tell."""
    if engine.over:
        return []
    needs: Sequence[Need] = (
        [] if engine.rounds_left else engine.game.needs(engine.table, engine.standing, engine.coming)
    )
    rounds = engine.rounds_left or engine.rounds_by_its_rules
    if needs or not rounds:
        return needs
    return in_front(
        engine.table,
        engine.standing,
        AT_THE_END,
        teams=engine.game.teams(engine.table),
        lowest_wins=engine.game.lowest_wins(engine.seating.options),
        rounds=rounds,
    )
