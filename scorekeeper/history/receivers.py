"""Keeps the history up with the nights: called by their signals, inside what they write."""

from __future__ import annotations

from typing import Any

from django.db.models import Q
from django.dispatch import receiver

from scorekeeper.history.models import (
    ALL_TIME,
    Ladder,
    Result,
    Tally,
    figures_by_player,
    keep_night,
    reckoned,
    results_with_keys,
)
from scorekeeper.nights import signals
from scorekeeper.nights.models import Match, Night
from scorekeeper.people.models import Group


@receiver(signals.rescored)
def follow_match(match: Match, **_: Any) -> None:
    Result.keep(match)


@receiver(signals.put_away)
def follow_night(night: Night, **_: Any) -> None:
    keep_night(night)


@receiver(signals.audited)
def audit_match(match: Match, **_: Any) -> list[str]:
    kept = [each.facts for each in Result.objects.filter(match=match).order_by("seat__position")]
    found = [each.facts for each in Result.of(match)]
    return [] if kept == found else [f"the statistics keep {kept}, the records give {found}"]


@receiver(signals.group_audited)
def audit_group(group: Group, fix: bool, **_: Any) -> list[str]:
    """Compares every tally and every rating with all results added up and reckoned anew."""
    texts = [*_wrong_tallies(group), *_wrong_ratings(group)]
    if texts and fix:
        renew(group)
    return texts


def renew(group: Group) -> None:
    """Adds up and reckons everything of a group anew."""
    Tally.objects.of_group(group.pk).delete()
    results = Result.objects.filter(group=group)
    games = set(results.values_list("game_slug", flat=True))
    Tally.add_up(group.pk, games, set(results.values_list("month", flat=True)))
    for game in games:
        ladder = Ladder.of(group.pk, game)
        ladder.forget_from(*ladder.results.values_list("played_at", "match_id")[0])
        while ladder.stale_from is not None:
            ladder.climb(1000)


def _wrong_tallies(group: Group) -> list[str]:
    results, keys = results_with_keys(Q(group=group))
    wanted: dict[tuple[int, str, int], dict[str, Any]] = {}
    spans: dict[int, list[Result]] = {ALL_TIME: results}
    for result in results:
        for period in (result.month, result.month // 100):
            spans.setdefault(period, []).append(result)
    for period, part in spans.items():
        for (player, game), figures in figures_by_player(part, keys).items():
            wanted[player, game, period] = figures.as_json()
    kept = {(each.player_id, each.game_slug, each.period): each.kept for each in Tally.objects.of_group(group.pk)}
    return [
        f"the tally of player {player} in {game or 'all games'}, {period or 'all time'}: "
        f"kept as {kept.get((player, game, period))}, is {wanted.get((player, game, period))}"
        for player, game, period in sorted({*kept, *wanted})
        if kept.get((player, game, period)) != wanted.get((player, game, period))
    ]


def _wrong_ratings(group: Group) -> list[str]:
    """Those that count as reckoned; the others are known to be open."""
    texts = []
    for game in sorted(set(Result.objects.filter(group=group).values_list("game_slug", flat=True))):
        ladder = Ladder.of(group.pk, game)
        open_ones = set(ladder.unreckoned.values_list("pk", flat=True))
        texts += [
            f"a rating in {game}: kept as {(result.mu, result.sigma)}, is {tuple(rating)}"
            for result, rating in reckoned(ladder.results)
            if result.pk not in open_ones and (result.mu, result.sigma) != tuple(rating)
        ]
    return texts
