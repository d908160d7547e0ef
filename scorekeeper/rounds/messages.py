"""Messages after an entry was saved or changed: one sentence for whoever did it."""

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from games.kernel.course import no_longer_count
from games.kernel.engine import LAST
from games.kernel.words import isolated
from scorekeeper.nights.models import Course, Entry, Match
from scorekeeper.web.formatting import all_of, minus, signed


def round_of(entry: Entry) -> str:
    """Return which line of the pad it is."""
    if entry.round:
        return _("Round %(number)s") % {"number": entry.round}
    return _("Last rounds") if entry.record.get("kind") == LAST else _("Manual adjustment")


def points_of(match: Match, before: Sequence[int] | None, after: Sequence[int] | None) -> str:
    """Return each player's points before and after, by seat; those that stay are left out. None: it does not count."""
    names = [isolated(seat.name) for seat in match.seated]
    if before is None or after is None:
        points = before if after is None else after
        return ", ".join(f"{name} {signed(each)}" for name, each in zip(names, points or (), strict=False))
    changed = [each for each in zip(names, before, after, strict=True) if each[1] != each[2]]
    return ", ".join(f"{name} {signed(old)} → {signed(new)}" for name, old, new in changed) or _("all points as before")


def no_longer_counting(before: Course, after: Course) -> str:
    """Return which entries counted before and do not any more, and what becomes of the totals; "" where all still do."""
    rows = {row.entry.number: row for row in before.rows}
    dropped = no_longer_count(rows, {row.entry.number: row for row in after.rows})
    if not dropped:
        return ""
    rounds = [str(rows[number].number) for number in dropped if rows[number].number]
    if not rounds:
        told = _("What was entered beside the rounds no longer counts.")
    elif len(rounds) == 1:
        told = _("Round %(rounds)s no longer counts.") % {"rounds": rounds[0]}
    else:
        told = _("Rounds %(rounds)s no longer count.") % {"rounds": all_of(rounds)}
    players, totals = after.engine.seating.everyone, before.engine.totals
    moved = [(name, totals.get(name, 0), after.engine.totals.get(name, 0)) for name in players]
    sums = ", ".join(f"{isolated(name)} {minus(old)} → {minus(new)}" for name, old, new in moved if old != new)
    return f"{told} {_('Totals: %(sums)s.') % {'sums': sums}}" if sums else told


def corrected(
    request: HttpRequest, match: Match, entry: Entry, before: Sequence[int] | None, course: Course | None = None
) -> HttpResponse:
    """Back to the row of an entry, with what became of its points, and of later rounds, in words."""
    entry.refresh_from_db()
    dropped = no_longer_counting(course, match.course) if course else ""
    if dropped and before == entry.points:
        messages.success(request, _("%(round)s corrected.") % {"round": round_of(entry)})
    else:
        what = {"round": round_of(entry), "points": points_of(match, before, entry.points)}
        messages.success(request, _("%(round)s corrected: %(points)s.") % what)
    say_dropped(request, dropped)
    return redirect(f"{match.get_absolute_url()}#r{entry.number}")


def say_dropped(request: HttpRequest, dropped: str) -> None:
    """Say which later rounds no longer count, where that is so."""
    if dropped:
        messages.warning(request, dropped)


def say_removed(request: HttpRequest, match: Match, entry: Entry) -> None:
    """Say so in one line, with the button that restores it."""
    restore = reverse("restore", args=[match.night.group.key, match.key, entry.key])
    messages.success(request, _("%(round)s removed.") % {"round": round_of(entry)}, extra_tags=restore)
