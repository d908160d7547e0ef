"""The games that a group is playing now, one for each table."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Max, Q, QuerySet
from django.utils import timezone

from scorekeeper.nights.models import Change, Match, Night
from scorekeeper.people.bounds import GAMES_A_NIGHT
from scorekeeper.people.keys import event_time
from scorekeeper.people.models import Group, Player

STILL_GOES_ON = datetime.timedelta(days=60)  # an unfinished game is offered to its players


def matches_so_far(group: Group) -> QuerySet[Match]:
    """Return the group's games, the latest first, without games dated more than twelve hours ahead."""
    soon = timezone.now() + Night.STILL_TONIGHT
    matches = Match.objects.not_deleted().filter(night__group=group, started_at__lte=soon)
    return matches.select_related("night").prefetch_related("seats__player").last_first()


def last_match(group: Group) -> Match | None:
    """Return the latest of the group's games so far; None if there is none."""
    return matches_so_far(group).first()


@dataclass(frozen=True)
class Tables:
    """The tables at which a group is playing. Their games have seats and players prefetched."""

    last: Sequence[Match]
    games: Sequence[Match] = ()  # all games of the night in progress, newest first

    @cached_property
    def running(self) -> list[Match]:
        return [match for match in self.last if not match.finished]

    def of(self, person: Player | None) -> Match | None:
        """Return the last game of the table at which this person sits; None if they sit at no table."""
        return next((match for match in self.last if person and person.pk in _people(match)), None)

    def game_for(self, person: Player | None) -> Match | None:
        """Return the game in play at this person's table; None if that game is finished."""
        if mine := self.of(person):
            return None if mine.finished else mine
        return self.running[0] if len(self.running) == 1 else None

    def asks(self, person: Player | None) -> bool:
        """Return whether to ask this person for their game: they sit at no table, and several games are in play."""
        return len(self.running) > 1 and self.of(person) is None


def tables_of(group: Group) -> Tables:
    """Return the tables of the night in progress."""
    last = matches_so_far(group).prefetch_related(None).first()
    games: list[Match] = []
    if last is not None and event_time() - last.started_at < Night.STILL_TONIGHT:
        games = list(matches_so_far(group).filter(night=last.night).annotate(entered_at=Max("entries__created_at")))
        for match in games:
            match.night = last.night
    last_ones = (match for number, match in enumerate(games) if next_at_table(match, games[:number]) is None)
    found = [*last_ones]
    if all(match.finished for match in found) and (other := match_of_another_day(group)):
        found = [other, *(match for match in found if match != other)]
    for match in found:
        match.night.group = group
    return Tables(found, games)


def next_at_table(match: Match, later: Sequence[Match]) -> Match | None:
    """Return the newest of the games `later` at the match's table; None without one. `later` begins with the newest."""
    people = _people(match)
    for each in later:
        if 2 * len(people & _people(each)) >= len(people):
            entered = getattr(match, "entered_at", None)
            return None if not match.finished and entered and entered > each.started_at else each
    return None


def followed_by(match: Match) -> Match | None:
    """Return the newest later game at the match's table; None if there is none."""
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
    """Return the last game of the table at which this person sits, else the group's last game; None if it has none."""
    return tables_of(group).of(person) or last_match(group)


def running_match(group: Group, person: Player | None = None) -> Match | None:
    """Return the game in play for this person, as `Tables.game_for` does; None if there is none."""
    return tables_of(group).game_for(person)


def match_of_another_day(group: Group) -> Match | None:
    """Return the newest unfinished game that is played now, but dated to another day; None if there is none."""
    lately, soon = timezone.now() - Night.STILL_TONIGHT, timezone.now() + Night.STILL_TONIGHT
    played = Q(changes__verb=Change.Verb.ADDED, changes__at__gt=lately)
    matches = Match.objects.not_deleted().filter(night__group=group, finished=False)
    wrong = matches.filter(Q(started_at__lt=lately) & played | Q(started_at__gt=soon, file_id=""))
    return wrong.select_related("night").prefetch_related("seats__player").order_by("-pk").first()


def unfinished_game_of(group: Group, people: Collection[int], but: Match | None = None) -> Match | None:
    """Return the newest game with entries that exactly these players (ids) have not finished; None if there is none."""
    lately = timezone.now() - STILL_GOES_ON
    begun = Match.objects.filter(finished=False, started_at__gt=lately, entries__isnull=False, entries__removed_at=None)
    for match in matches_so_far(group).filter(pk__in=begun.filter(seats__player__in=people)):
        if match == but:
            continue
        if _people(match) == {*people} and match.is_readable:
            match.night.group = group
            return match
    return None


def next_dealer(match: Match) -> int:
    """Return the index of the next dealer in `match.sitting_now`; 0 if the dealer is not known."""
    names = [seat.name for seat in match.sitting_now]
    dealer = match.course.engine.next_dealer
    return names.index(dealer) if dealer else 0
