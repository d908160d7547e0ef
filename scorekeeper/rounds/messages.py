"""Messages after an entry was saved or changed: one sentence for whoever did it."""

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from games.kernel.engine import LAST
from games.kernel.words import isolated
from scorekeeper.nights.models import Entry, Match
from scorekeeper.web.formatting import signed


def round_of(entry: Entry) -> str:
    """Which line of the pad it is."""
    if entry.round:
        return _("Round %(number)s") % {"number": entry.round}
    return _("Last rounds") if entry.record.get("kind") == LAST else _("Manual adjustment")


def points_of(match: Match, before: Sequence[int] | None, after: Sequence[int] | None) -> str:
    """Each player's points before and after, by seat; those that stay are left out. None: the entry does not count."""
    names = [isolated(seat.name) for seat in match.seated]
    if before is None or after is None:
        points = before if after is None else after
        return ", ".join(f"{name} {signed(each)}" for name, each in zip(names, points or (), strict=False))
    changed = [each for each in zip(names, before, after, strict=True) if each[1] != each[2]]
    return ", ".join(f"{name} {signed(old)} → {signed(new)}" for name, old, new in changed) or _("all points as before")


def corrected(request: HttpRequest, match: Match, entry: Entry, before: Sequence[int] | None) -> HttpResponse:
    """Back to the row of an entry, with what became of its points in words."""
    entry.refresh_from_db()
    what = {"round": round_of(entry), "points": points_of(match, before, entry.points)}
    messages.success(request, _("%(round)s corrected: %(points)s.") % what)
    return redirect(f"{match.get_absolute_url()}#r{entry.number}")


def say_removed(request: HttpRequest, match: Match, entry: Entry) -> None:
    """Say so in one line, with the button that restores it."""
    restore = reverse("restore", args=[match.night.group.key, match.key, entry.key])
    messages.success(request, _("%(round)s removed.") % {"round": round_of(entry)}, extra_tags=restore)
