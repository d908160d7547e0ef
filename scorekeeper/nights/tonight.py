"""The game that is being played, by the clock or, where the clock was wrong, by what was done last."""

from __future__ import annotations

from django.db.models import Q, QuerySet
from django.utils import timezone

from scorekeeper.nights.models import Change, Match, Night
from scorekeeper.people.models import Group


def matches_so_far(group: Group) -> QuerySet[Match]:
    """The games of this group, the last one first; none that a slip or a wrong clock has put into the future."""
    soon = timezone.now() + Night.STILL_TONIGHT
    matches = Match.objects.not_deleted().filter(night__group=group, started_at__lte=soon)
    return matches.select_related("night").prefetch_related("seats__player").last_first()


def last_match(group: Group) -> Match | None:
    """The game played last in this group."""
    return matches_so_far(group).first()


def running_match(group: Group) -> Match | None:
    """The game that is being played in this group just now, whatever its date says."""
    last = last_match(group)
    found = last if last and not last.finished and last.night.is_going_on else match_of_another_day(group)
    if found is not None:
        found.night.group = group
    return found


def match_of_another_day(group: Group) -> Match | None:
    """A game that began while the clock was wrong: rounds were entered lately, or it began here in what is the future now."""
    lately, soon = timezone.now() - Night.STILL_TONIGHT, timezone.now() + Night.STILL_TONIGHT
    played = Q(changes__verb=Change.Verb.ADDED, changes__at__gt=lately)
    matches = Match.objects.not_deleted().filter(night__group=group, finished=False)
    wrong = matches.filter(Q(started_at__lt=lately) & played | Q(started_at__gt=soon, file_id=""))
    return wrong.select_related("night").prefetch_related("seats__player").order_by("-pk").first()


def next_dealer(match: Match) -> int:
    """Return whose turn it would be to deal, of those who sit there now: a rematch begins with them."""
    names = [seat.name for seat in match.sitting]
    dealer = match.course.engine.next_dealer
    return names.index(dealer) if dealer else 0
