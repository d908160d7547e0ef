"""Results of finished games, one for each seat."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from django.db import models

from games.kernel.feats import Feat, feats_by_code
from games.kernel.seating import SeatChange
from scorekeeper.history import ratings
from scorekeeper.nights.game_key import LENGTH, game_of
from scorekeeper.nights.models import Match, Row, Seat
from scorekeeper.people.models import Group, Player


def known_feats(game_key: str) -> dict[str, Feat]:
    """Return a game's feats (its own figures on leaderboards) by code; {} for an unknown game or ALL_GAMES."""
    game = game_of(game_key)
    return feats_by_code(game.feats) if game else {}


class Result(models.Model):
    """The result of a finished game at one seat."""

    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="result")
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="results")
    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="results")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="results")
    game_key = models.CharField(max_length=LENGTH)
    played_at = models.DateTimeField()
    place = models.PositiveSmallIntegerField(null=True)  # in a tie, the better place; null: left before the end
    team = models.PositiveSmallIntegerField(null=True)  # the same number for all players of a team; null: played alone
    won = models.BooleanField()
    points = models.IntegerField()
    rounds = models.PositiveIntegerField()
    round_points = models.IntegerField()  # only the points of rounds, without e.g. adjustments
    best = models.IntegerField(null=True)  # the most points in a round, even if the fewest points win the game
    best_number = models.PositiveIntegerField(null=True)  # number of that round's entry
    worst = models.IntegerField(null=True)
    worst_number = models.PositiveIntegerField(null=True)
    feats = models.JSONField(default=dict)
    money = models.BigIntegerField(null=True)  # minor units; null if the game was not for money
    currency = models.CharField(max_length=3, blank=True)
    # The rating after this game, in millionths; null for who left before the end.
    mu = models.BigIntegerField(null=True)
    sigma = models.BigIntegerField(null=True)

    # The fields that are derived from the records. `rescore --check` derives them again and compares them.
    FROM_RECORDS = (
        *("match_id", "group_id", "player_id", "game_key", "played_at", "place", "team", "won", "points"),
        *("rounds", "round_points", "best", "best_number", "worst", "worst_number", "feats"),
        *("money", "currency"),
    )

    class Meta:
        indexes = [
            models.Index(fields=["group", "game_key", "played_at", "match"]),
            models.Index(fields=["player", "game_key", "-played_at", "-match"]),
            models.Index(fields=["player", "-played_at", "-match"]),
            models.Index(fields=["player", "currency", "-played_at", "-match"]),
        ]

    def __str__(self) -> str:
        return f"{self.game_key}: {self.points}, place {self.place}"

    @property
    def facts(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in self.FROM_RECORDS)

    def is_same_side(self, other: Result) -> bool:
        """Return whether the other result of the same match is the player's own, or that of a partner."""
        return self.seat_id == other.seat_id or (self.team is not None and self.team == other.team)

    @property
    def rating(self) -> ratings.Rating | None:
        return None if self.mu is None or self.sigma is None else ratings.Rating(self.mu, self.sigma)

    @classmethod
    def of(cls, match: Match) -> list[Result]:
        """Return the unsaved results of a match, in seat order; [] if the statistics do not count the match."""
        if not match.winners or match.left_out or match.is_deleted or not match.is_readable:
            return []
        engine = match.course.engine
        feats = feats_of(match)
        balances, points = engine.balances, engine.standing | _left_with(match)
        places, teams = match.places_after(match.course), _teams(match)
        results = []
        for number, seat in enumerate(match.seated):
            rounds = [row for row in match.course.rows if row.number and row.score and seat.name in row.table.players]
            if not rounds and seat.name not in places:
                continue
            result = cls(
                seat=seat,
                match=match,
                group_id=match.night.group_id,
                player_id=seat.player_id,
                game_key=match.game_key,
                played_at=match.started_at,
                place=places.get(seat.name),
                team=teams.get(seat.name),
                won=number in match.winners,
                points=points[seat.name],
                rounds=len(rounds),
                round_points=sum(row.points[number] for row in rounds),
                feats=feats.get(seat.name, {}),
                money=None if balances is None else balances[seat.name],
                currency="" if balances is None else match.table.options.currency,
                **_extremes(rounds, number),
            )
            results.append(result)
        return results


def _left_with(match: Match) -> dict[str, int]:
    """Return the points that players had when they left for good, by name."""
    sitting, totals = {seat.name for seat in match.starters}, [0] * len(match.seated)
    found: dict[str, int] = {}
    for row in match.course.rows:
        if row.score and isinstance(row.score.change, SeatChange):
            found |= {name: totals[row.table.number_of(name)] for name in sitting.difference(row.table.players)}
            sitting = {*row.table.players}
        totals = [*row.totals]
    return {name: points for name, points in found.items() if name not in sitting}


def _teams(match: Match) -> dict[str, int]:
    """Return the number of each player's team, by the player's name. Players without a team are left out."""
    sides = match.sides_after(match.course)
    return {each.name: number for number, side in enumerate(sides) for each in side.members}


def _extremes(rounds: Sequence[Row], seat: int) -> dict[str, int | None]:
    """Return the `Result` fields for a seat's best and worst round, i.e. those with the most and the fewest points."""
    if not rounds:
        return {}
    best = max(rounds, key=lambda row: row.points[seat])
    worst = min(rounds, key=lambda row: row.points[seat])
    return {
        "best": best.points[seat],
        "best_number": best.entry.number,
        "worst": worst.points[seat],
        "worst_number": worst.entry.number,
    }


def feats_of(match: Match) -> dict[str, dict[str, int]]:
    """Return the feats of this match: {player's name in the records: {feat's code: amount}}."""
    found: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for row in match.course.rows:
        if row.score is not None:
            for feat in match.game.feats:
                for player, amount in feat.earned(row.entry.record, row.score).items():
                    found[player][feat.code].append(amount)
    known = known_feats(match.game_slug)
    return {
        player: {code: known[code].together(amounts) for code, amounts in sorted(mine.items())}
        for player, mine in found.items()
    }
