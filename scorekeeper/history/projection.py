"""The projection of matches to results, tallies and ratings.

When a match changes, receivers of the signals of `nights` update these tables in the same transaction. After an
import, they are updated in batches.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from itertools import batched
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

RATED_AT_ONCE = 25  # after an import: the most games of a ladder to rate in one transaction
MATCHES_AT_ONCE = 40  # after an import: the most matches whose results are stored in one transaction
RATED_AT_THE_START = 500  # the most games to rate in one transaction when the server starts: few requests wait then


class History:
    """The projection (see `nights.projections.Projection`) of matches to results, tallies and ratings."""

    def follow(self, match: Match, **signal: Any) -> None:
        store(match)

    def end_import(self, group: Group, matches: Sequence[int], **signal: Any) -> Iterator[None]:
        """Store the results of the imported matches with these ids. Yield between batches.

        The order is:
        - the results; from then on, the ratings are pending
        - the tallies of the months
        - the all-time tallies
        - ratings of at most `Ladder.AT_ONCE` games of each ladder
        """
        games: set[str] = set()
        months: set[int] = set()
        for part in batched(matches, MATCHES_AT_ONCE):
            there = list(Match.objects.filter(pk__in=part).select_related("night").prefetch_related("seats"))
            results = [result for match in there for result in Result.of(match)]
            first: dict[str, tuple[datetime.datetime, int]] = {}  # time and id of the earliest match, by game key
            for match in there:
                if match.winners:
                    at = (match.started_at, match.pk)
                    first[match.game_key] = min(at, first.get(match.game_key, at))
                    months.add(month_of(match.night.started_at))
            with write_batch(group):
                _add(there, results)
                for game, at in first.items():
                    Ladder.of(group.pk, game).forget_from(*at)
            games |= first.keys()
            yield
        for month in sorted(months):
            Tally.add_up_month(group, games, month)
            yield
        with write_batch(group):
            Tally.add_up_all_time(group.pk, games)
        for game in sorted(games):
            ladder = Ladder.of(group.pk, game)
            for rated_so_far in range(0, Ladder.AT_ONCE, RATED_AT_ONCE):
                with write_batch(group):
                    ladder.refresh_from_db(fields=["stale_from", "stale_match"])
                    ladder.recalculate(min(RATED_AT_ONCE, Ladder.AT_ONCE - rated_so_far))
                yield
                if ladder.stale_from is None:
                    break

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
    """Store results for each game that should have some but has none, and rebuild its group's tallies and ratings.

    An older version or an interrupted import can leave such games.
    """
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
    """Return the ids of the groups that have results which their all-time tallies do not count.

    An older version or an interrupted import can leave a group like this. Each result counts in two all-time tallies:
    that of its game, and that of all games.
    """
    games = Cast(KT("totals__games"), IntegerField())
    counted = dict(Tally.objects.filter(period=ALL_TIME).values_list("group").annotate(games=Sum(games)))
    there = Result.objects.values_list("group").annotate(Count("pk"))
    return [group for group, results in there if counted.get(group, 0) < 2 * results]


def _add(matches: Sequence[Match], results: Sequence[Result]) -> None:
    """Store the results derived from imported matches.

    A match can have changed since then, or have stored results already. Then derive its results again (`store`).
    """
    tags = dict(Match.objects.filter(pk__in=[match.pk for match in matches]).values_list("pk", "tag"))
    counted = set(Result.objects.filter(match__in=matches).values_list("match_id", flat=True))
    same = {match.pk for match in matches if tags.get(match.pk) == match.tag} - counted
    Result.objects.bulk_create(result for result in results if result.match_id in same)
    for match in Match.objects.filter(pk__in=tags.keys() - same).select_related("night").prefetch_related("seats"):
        store(match)


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
