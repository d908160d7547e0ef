"""The projection of matches to results, tallies and ratings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django.db.models import Count, IntegerField, Q, Sum
from django.db.models.fields.json import KT
from django.db.models.functions import Cast

from scorekeeper.history.models import (
    ALL_TIME,
    Ladder,
    Result,
    Tally,
    month_of,
    rated,
    results_with_keys,
    statistics_by_player,
)
from scorekeeper.history.storing import all_at_once, store
from scorekeeper.nights.models import Match, Night
from scorekeeper.people.models import Group
from scorekeeper.server.write_queue import write_batch, write_transaction

RATED_AT_THE_START = 500  # the most games to rate in one transaction when the server starts: few requests wait then


class History:
    """The projection (see `nights.projections.Projection`) of matches to results, tallies and ratings."""

    def follow(self, match: Match, **signal: Any) -> None:
        store(match)

    def add(self, group: Group, matches: Sequence[Match], **signal: Any) -> None:
        """Store the results of imported matches. Their ratings are pending."""
        results = [result for match in matches for result in Result.of(match)]
        Result.objects.bulk_create(results)
        games = {result.game_key for result in results}
        Tally.add_up(group.pk, games, {result.month for result in results})
        for game in sorted(games):
            first = min((result.played_at, result.match_id) for result in results if result.game_key == game)
            Ladder.of(group.pk, game).forget_from(*first)

    def check_match(self, match: Match) -> Iterator[str]:
        stored = [each.facts for each in Result.objects.filter(match=match).order_by("seat__position")]
        found = [each.facts for each in Result.of(match)]
        if stored != found:
            yield f"the statistics keep {stored}, the records give {found}"

    def follow_night(self, night: Night, **signal: Any) -> None:
        with all_at_once():
            for match in night.matches.prefetch_related("seats"):
                match.night = night
                store(match)

    def follow_day(self, night: Night) -> None:
        """If the night's date was moved to another month, store the results of its games again."""
        if Result.objects.filter(match__night=night).exclude(month=month_of(night.started_at)).exists():
            self.follow_night(night)

    def catch_up(self) -> None:
        _store_lacking()
        for group in Group.objects.filter(pk__in=_counted_too_few()):
            with write_transaction(group):
                renew(group)
        for ladder in Ladder.objects.exclude(stale_from=None).select_related("group"):
            while ladder.stale_from is not None:
                with write_batch(ladder.group):
                    ladder.refresh_from_db(fields=["stale_from", "stale_match"])
                    ladder.recalculate(RATED_AT_THE_START)

    def check_group(self, group: Group) -> Iterator[str]:
        yield from _wrong_tallies(group)
        yield from _wrong_ratings(group)

    def rebuild(self, group: Group) -> None:
        renew(group)


def _store_lacking() -> None:
    """Store results for each game that should have some but has none, and rebuild its group's tallies and ratings."""
    lacking = Match.objects.not_deleted().filter(finished=True, left_out=False, results=None)
    lacking = lacking.exclude(winners=[])
    if not lacking.exists():
        return
    groups = Group.objects.filter(nights__matches__in=lacking).distinct()
    for group in list(groups):
        with write_transaction(group):
            matches = lacking.filter(night__group=group).select_related("night").prefetch_related("seats")
            found = [result for match in matches if match.is_readable for result in Result.of(match)]
            Result.objects.bulk_create(found)
            if found:
                renew(group)


def _counted_too_few() -> list[int]:
    """Return the ids of the groups that have results which their all-time tallies do not count."""
    games = Cast(KT("totals__games"), IntegerField())
    counted = dict(Tally.objects.filter(period=ALL_TIME).values_list("group").annotate(games=Sum(games)))
    there = Result.objects.values_list("group").annotate(Count("pk"))
    return [group for group, results in there if counted.get(group, 0) < 2 * results]


def renew(group: Group) -> None:
    """Rebuild all tallies and ratings of a group."""
    add_up(group)
    for game in set(Result.objects.filter(group=group).values_list("game_key", flat=True)):
        ladder = Ladder.of(group.pk, game)
        ladder.forget_from(*ladder.results.values_list("played_at", "match_id")[0])
        while ladder.stale_from is not None:
            ladder.recalculate(1000)


def add_up(group: Group) -> None:
    """Rebuild all tallies of a group from its results."""
    Tally.objects.filter(group=group).delete()
    results = Result.objects.filter(group=group)
    games = set(results.values_list("game_key", flat=True))
    Tally.add_up(group.pk, games, set(results.values_list("month", flat=True)))


def _wrong_tallies(group: Group) -> Iterator[str]:
    results, keys = results_with_keys(Q(group=group))
    wanted: dict[tuple[int, str, int], dict[str, Any]] = {}
    spans: dict[int, list[Result]] = {ALL_TIME: results}
    for result in results:
        spans.setdefault(result.month, []).append(result)
    for period, part in spans.items():
        for (player, game), statistics in statistics_by_player(part, keys).items():
            wanted[player, game, period] = statistics.as_json()
    tallies = Tally.objects.filter(group=group)
    stored = {(each.player_id, each.game_key, each.period): each.totals for each in tallies}
    for player, game, period in sorted({*stored, *wanted}):
        before, after = stored.get((player, game, period)), wanted.get((player, game, period))
        if before != after:
            yield (
                f"the tally of player {player} in {game or 'all games'}, {period or 'all time'}: "
                f"kept as {before}, is {after}"
            )


def _wrong_ratings(group: Group) -> Iterator[str]:
    """Yield a message for each stored rating that differs from its recalculation, except for pending ratings."""
    for game in sorted(set(Result.objects.filter(group=group).values_list("game_key", flat=True))):
        ladder = Ladder.objects.filter(group=group, game_key=game).first() or Ladder(group=group, game_key=game)
        open_ones = set(ladder.unrated.values_list("pk", flat=True))
        for result, rating in rated(ladder.results):
            if result.pk not in open_ones and result.rating != rating:
                yield f"a rating in {game}: kept as {result.rating}, is {rating}"
