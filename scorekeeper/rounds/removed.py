"""Entries that were removed while their form was open: the message that says so, and restoring by the form."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from games.kernel.posted import Posted
from scorekeeper.nights.models import Change, Entry, Match
from scorekeeper.people.names import someone
from scorekeeper.rounds.messages import round_of


def remover_of(entry: Entry) -> str:
    """Return the recorded name of the person who last removed this entry; "" if nobody did.

    Undoing the step that added or restored the entry counts as removing it.
    """
    removed = entry.changes.filter(verb=Change.Verb.REMOVED, undone_at=None)
    undone = entry.changes.filter(verb__in=(Change.Verb.ADDED, Change.Verb.RESTORED)).exclude(undone_at=None)
    return max((each.last_step for each in (*removed, *undone)), default=(None, ""))[1]


def say_removed_by(request: HttpRequest, match: Match, entry: Entry) -> HttpResponse:
    """Redirect to the pad. A message says who removed this entry, and has a button that restores it."""
    said = _("%(by)s removed this: %(round)s.") % {"by": someone(remover_of(entry)), "round": round_of(entry)}
    restore = reverse("restore", args=[match.night.group.key, match.key, entry.key])
    messages.info(request, said, extra_tags=restore)
    return redirect(match)


def restores(form: Posted) -> bool:
    """Return whether the form of a removed entry also restores it."""
    return bool(form.one("restore"))


def restored(match: Match, entry: Entry, form: Posted, seen: int, by: str) -> int:
    """Restore a removed entry if its correction form asks for it (see `restores`). Return the version to correct.

    - If the entry is restored, this is its new version.
    - Otherwise, it is `seen`, the version that the form showed.

    An entry is not restored if `seen` is outdated. May raise Refused, as `Match.restore_entry` does.
    """
    if not restores(form) or entry.removed_at is None or entry.version != seen:
        return seen
    match.restore_entry(entry, by)
    return entry.version
