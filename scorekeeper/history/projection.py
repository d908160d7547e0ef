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
        """Store results for each game that should have some but has none, and the ratings that are lacking."""
        lacking = Match.objects.not_deleted().filter(finished=True, left_out=False, results=None).exclude(winners=[])
        for group in Group.objects.filter(nights__matches__in=lacking).distinct():
            with write_transaction(group):
                matches = lacking.filter(night__group=group).select_related("night").prefetch_related("seats")
                self.add(group, [match for match in matches if match.is_readable])
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
