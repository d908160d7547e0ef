"""The games that a group is playing now, one for each table.

A group plays at its latest night for twelve hours after the latest game of that night began. A later game belongs to
the same table as an earlier one if at least half of the earlier game's players also sit at the later game; but an
unfinished game in which a round was entered after the later one began stays a table of its own. If a wrong clock gave
a game another day, the entries show that it is being played (`match_of_another_day`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Max, Q, QuerySet
from django.utils import timezone

from scorekeeper.nights.models import Change, Match, Night
from scorekeeper.people.bounds import GAMES_A_NIGHT
from scorekeeper.people.keys import event_time
from scorekeeper.people.models import Group, Player


def matches_so_far(group: Group) -> QuerySet[Match]:
    """Return the games of this group, the latest first, without those that begin more than twelve hours from now.

    A wrong clock or a typing error may have given a game such a time.
    """
    soon = timezone.now() + Night.STILL_TONIGHT
    matches = Match.objects.not_deleted().filter(night__group=group, started_at__lte=soon)
    return matches.select_related("night").prefetch_related("seats__player").last_first()


def last_match(group: Group) -> Match | None:
    """Return the group's latest game; None if it has none."""
    return matches_so_far(group).first()


@dataclass(frozen=True)
class Tables:
    """The last game of each table, newest first, with seats and players prefetched."""

    last: Sequence[Match]
    games: Sequence[Match] = ()  # of this night, the newest first

    @cached_property
    def running(self) -> list[Match]:
        return [match for match in self.last if not match.finished]

    def of(self, person: Player | None) -> Match | None:
        """Return the last game of the table at which this person sits."""
        return next((match for match in self.last if person and person.pk in _people(match)), None)

    def game_for(self, person: Player | None) -> Match | None:
        """Return the game in play that this person means; None if there is none, or if they have to be asked."""
        if mine := self.of(person):
            return None if mine.finished else mine
        return self.running[0] if len(self.running) == 1 else None

    def asks(self, person: Player | None) -> bool:
        """Return whether this person has to be asked which game they mean."""
        return len(self.running) > 1 and self.of(person) is None


def tables_of(group: Group) -> Tables:
    """Return the tables at which this group is playing."""
    last = matches_so_far(group).prefetch_related(None).first()
    games: list[Match] = []
    if last is not None and event_time() - last.started_at < Night.STILL_TONIGHT:
        games = list(matches_so_far(group).filter(night=last.night).annotate(entered_at=Max("entries__created_at")))
        for match in games:
            match.night = last.night
    last_ones = (match for number, match in enumerate(games) if next_at_table(match, games[:number]) is None)
    found = [match for match in last_ones if not match.laid_aside]
    if all(match.finished for match in found) and (other := match_of_another_day(group)):
        found = [other, *(match for match in found if match != other)]
    for match in found:
        match.night.group = group
    return Tables(found, games)


def next_at_table(match: Match, later: Sequence[Match]) -> Match | None:
    """Return the newest of these later games (newest first) at the same table; None without one.

    Also return None if this match is unfinished and its last entry (at the time `entered_at`, where that was queried)
    is later than the start of that game.
    """
    people = _people(match)
    for each in later:
        if 2 * len(people & _people(each)) >= len(people):
            entered = getattr(match, "entered_at", None)
            return None if not match.finished and entered and entered > each.started_at else each
    return None


def followed_by(match: Match) -> Match | None:
    """Return the newest later game of the same table; None where this is the last one."""
    found = matches_so_far(match.night.group)
    later = found.filter(night__started_at__gte=match.night.started_at, started_at__gte=match.started_at)
    newest = later.exclude(pk=match.pk).exclude(started_at=match.started_at, pk__lt=match.pk)
    after = next_at_table(match, list(newest[: GAMES_A_NIGHT.most]))
    if after is not None:
        after.night.group = match.night.group
    return after


def _people(match: Match) -> set[int]:
    return {seat.player_id for seat in match.seats.all() if seat.position in match.sitting_seats}


def last_of(group: Group, person: Player | None) -> Match | None:
    """Return the last game of the table at which this person sits, else the last game of the group."""
    return tables_of(group).of(person) or last_match(group)


def running_match(group: Group, person: Player | None = None) -> Match | None:
    """Return the game in play that this person means; for an unknown person, the only game in play. None without one."""
    return tables_of(group).game_for(person)


def match_of_another_day(group: Group) -> Match | None:
    """Return an unfinished game dated to another day by a wrong clock, but played now; None without one.

    Either it began more than twelve hours ago, and rounds were entered or it was taken up in the last twelve hours; or
    its start is more than twelve hours in the future.
    """
    lately, soon = timezone.now() - Night.STILL_TONIGHT, timezone.now() + Night.STILL_TONIGHT
    played = Q(changes__verb__in=[Change.Verb.ADDED, Change.Verb.TAKEN_UP], changes__at__gt=lately)
    matches = Match.objects.not_deleted().filter(night__group=group, finished=False, laid_aside=False)
    wrong = matches.filter(Q(started_at__lt=lately) & played | Q(started_at__gt=soon, file_id=""))
    return wrong.select_related("night").prefetch_related("seats__player").order_by("-pk").first()


def laid_aside_by(group: Group, people: Collection[int]) -> list[Match]:
    """Return the games laid aside by exactly these people (ids of players), the latest first."""
    if not people:
        return []
    found = matches_so_far(group).filter(pk__in=Match.objects.laid_aside().filter(seats__player__in=people))
    games = [match for match in found if match.is_readable and {seat.player_id for seat in match.sitting} == {*people}]
    for match in games:
        match.night.group = group
    return games


def next_dealer(match: Match) -> int:
    """Return the next dealer, who also deals first in a rematch, as an index among those who sit there now."""
    names = [seat.name for seat in match.sitting]
    dealer = match.course.engine.next_dealer
    return names.index(dealer) if dealer else 0
