"""The projection of matches to results and ratings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from scorekeeper.history.models import Result, rate_again, rated, rated_results
from scorekeeper.nights.models import Match, Night
from scorekeeper.people.models import Group
from scorekeeper.server.write_queue import write_transaction


class History:
    """The projection (see `nights.projections.Projection`) of matches to results and ratings."""

    def follow(self, match: Match, **signal: Any) -> None:
        """Store the results of a match and the ratings after it. Do nothing if its results are unchanged."""
        before, after = _stored(match), Result.of(match)
        if [each.facts for each in before] == [each.facts for each in after]:
            return
        Result.objects.filter(match=match).delete()
        Result.objects.bulk_create(after)
        rate_again([*before, *after])

    def add(self, group: Group, matches: Sequence[Match], **signal: Any) -> None:
        """Store the results of imported matches."""
        results = [result for match in matches for result in Result.of(match)]
        Result.objects.bulk_create(results)
        rate_again(results)

    def follow_night(self, night: Night, **signal: Any) -> None:
        for match in night.matches.prefetch_related("seats"):
            match.night = night
            self.follow(match)

    def catch_up(self, **signal: Any) -> None:
        """Rate the games that an older version has left to be rated later."""
        unrated = Result.objects.filter(mu=None, place__isnull=False)
        for group in Group.objects.filter(results__in=unrated).distinct():
            with write_transaction(group):
                rate_again(unrated.filter(group=group))

    def check_match(self, match: Match) -> Iterator[str]:
        stored, found = ([each.facts for each in results] for results in (_stored(match), Result.of(match)))
        if stored != found:
            yield f"the statistics keep {stored}, the records give {found}"

    def check_group(self, group: Group) -> Iterator[str]:
        """Yield a message for each stored rating that differs from its recalculation."""
        for game in sorted(set(Result.objects.filter(group=group).values_list("game_key", flat=True))):
            for result, rating in rated(rated_results(group.pk, game)):
                if result.rating != rating:
                    yield f"a rating in {game}: kept as {result.rating}, is {rating}"

    def rebuild(self, group: Group) -> None:
        rate_again(Result.objects.filter(group=group))


def _stored(match: Match) -> list[Result]:
    return list(Result.objects.filter(match=match).order_by("seat__position"))
