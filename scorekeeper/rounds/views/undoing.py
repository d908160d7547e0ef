"""The views that remove and restore an entry, and that undo the last step."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.kernel.engine import LAST
from games.kernel.problems import Problem
from scorekeeper.nights.access import match_for
from scorekeeper.nights.models import TRICKS, Change, Course, Entry, Match, Refused, Stale
from scorekeeper.people.keys import did
from scorekeeper.people.models import Role
from scorekeeper.people.names import writer
from scorekeeper.rounds.meanwhile import faster
from scorekeeper.rounds.messages import consequences, round_of, say_consequences, say_removed
from scorekeeper.rounds.saving import changing
from scorekeeper.web.formatting import language
from scorekeeper.web.posted import whole_number
from scorekeeper.web.refusals import not_done


@require_POST
def remove(request: HttpRequest, key: str, match_key: str, round_key: str) -> HttpResponse:
    """Mark an entry as removed, so that it no longer counts; it can be restored."""
    match = match_for(request, key, match_key, Role.SCORER)
    entry = get_object_or_404(match.entries, key=round_key)
    if entry.removed_at is None:
        after = _with(match, entry, None)
        if page := _in_tricks(request, match, after) or (_asked(request, match, after) if entry.kind == LAST else None):
            return page

    with changing(request, match) as by:
        before, entry = match.course, get_object_or_404(match.entries, key=round_key)
        match.remove(entry, by)
    say_removed(request, match, entry)
    say_consequences(request, consequences(before, match.course).told)
    return redirect(match)


@require_POST
def restore_round(request: HttpRequest, key: str, match_key: str, round_key: str) -> HttpResponse:
    """Restore a removed entry; first ask for confirmation if other entries would no longer count."""
    match = match_for(request, key, match_key, Role.SCORER)
    entry = get_object_or_404(match.entries, key=round_key)
    if entry.removed_at is not None:
        after = _with(match, entry, entry.record)
        if page := _in_tricks(request, match, after) or _asked(request, match, after):
            return page

    try:
        with changing(request, match) as by:
            before = match.course
            match.restore_entry(get_object_or_404(match.entries, key=round_key), by)
    except Refused as refusal:
        return _refused(request, match, refusal.problems)
    say_consequences(request, consequences(before, match.course).told)
    return redirect(match)


def _refused(request: HttpRequest, match: Match, problems: Sequence[Problem]) -> HttpResponse:
    said = (match.game.say_problem(problem, language()) for problem in problems)
    return not_done(request, match, " ".join(said))


@require_POST
def undo(request: HttpRequest, key: str, match_key: str) -> HttpResponse:
    """Undo the last step; first ask for confirmation if other entries would no longer count."""
    match = match_for(request, key, match_key, Role.SCORER)
    last, step = match.last_step, request.POST.get("step", request.GET.get("step"))
    if (step is None and match.draft.is_later_than(last)) or (step or "").startswith("draft-"):
        return _undo_draft(request, match, step)
    if last is not None and step in (None, last.key):
        after = _without(match, last)
        if page := _in_tricks(request, match, after) or _asked(request, match, after):
            return page

    try:
        with changing(request, match) as by:
            before, change = match.course, match.undo(by, step)
    except Refused as refusal:
        return _refused(request, match, refusal.problems)
    except Stale:
        return not_done(request, match, faster(match))
    return _undone(request, match, before, change)


def _undo_draft(request: HttpRequest, match: Match, step: str | None) -> HttpResponse:
    """Undo the last step of the coming round's draft, if that is this step or `step` is None; redirect to the pad."""
    try:
        with changing(request, match) as by:
            seen = match.draft.version if step is None else whole_number(step.removeprefix("draft-"))
            dealer = match.course.engine.next_dealer
            match.draft.undo(seen, by)
            if match.course.engine.next_dealer != dealer:
                did(match, match.draft)
    except Stale:
        return not_done(request, match, faster(match))
    messages.success(request, _("Undone."), extra_tags=f"{request.path}?step={match.draft.step}")
    return redirect(match)


def _without(match: Match, change: Change) -> Course:
    """Return the course that the match would have without its last change."""
    match change.entry, change.verb:
        case None, Change.Verb.OPTIONS:
            records = ((each, each.record) for each in match.active)
            with suppress(Refused):
                return match.whole_course(records, match.table_with(change.before or {}))
        case Entry() as entry, Change.Verb.ADDED | Change.Verb.RESTORED:
            return _with(match, entry, None)
        case Entry() as entry, Change.Verb.CORRECTED | Change.Verb.REMOVED:
            return _with(match, entry, change.before)
    return match.course


def _with(match: Match, entry: Entry, record: Any) -> Course:
    """Return the course that the match would have with this record of the entry; with None, without the entry."""
    records = {each.number: (each, each.record) for each in match.active}
    records[entry.number] = (entry, record)
    return match.whole_course(each for _number, each in sorted(records.items()) if each[1] is not None)


def _asked(request: HttpRequest, match: Match, after: Course) -> HttpResponse | None:
    """Return the page that asks for confirmation because other entries would no longer count."""
    told = consequences(match.course, after).asked
    if not told or request.POST.get("sure") == "yes":
        return None
    context = {"match": match, "group": match.night.group, "told": told, "step": request.POST.get("step")}
    return render(request, "rounds/undo.html", context, status=422)


def _in_tricks(request: HttpRequest, match: Match, after: Course) -> HttpResponse | None:
    """Return a redirect to the tricks of the coming round if this step changes who plays meanwhile; else None."""
    if match.draft.form != TRICKS:
        return None
    before, now = match.course.engine.seating, after.engine.seating
    if {*before.players} == {*now.players} and before.sits_out == now.sits_out:
        return None
    said = _("Round %(next_round)s is being written down trick by trick.")
    to = reverse("discard_tricks", args=[match.night.group.key, match.key, "new"])
    return not_done(request, to, said % {"next_round": match.course.rounds_played + 1})


def _undone(request: HttpRequest, match: Match, before: Course, change: Change | None) -> HttpResponse:
    """Say in a message which step was undone; redirect to the pad, at the step's entry if it still counts."""
    if change is None:
        return not_done(request, match, faster(match))
    say_consequences(request, consequences(before, match.course).told)
    step = change.get_verb_display()
    if change.entry is None:
        messages.success(request, _("Undone: %(step)s.") % {"step": step})
        return redirect(match)
    after = match.entries.get(pk=change.entry.pk)
    if after.removed_at:
        say_removed(request, match, after)
        return redirect(match)
    what = {"step": step, "round": round_of(after), "by": writer(change.by)}
    messages.success(request, _("Undone: %(round)s, %(step)s by %(by)s.") % what)
    return redirect(f"{match.get_absolute_url()}#r{after.number}")
