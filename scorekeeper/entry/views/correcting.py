"""Correcting a round, removing, restoring, ending, reopening, and who did what."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.kernel.engine import Engine
from scorekeeper.entry.messages import points_of, round_of
from scorekeeper.entry.views.entering import (
    Received,
    form_page,
    screen_for,
    screens_of,
    unanswered,
)
from scorekeeper.nights.access import match_for, refuse_other_rules
from scorekeeper.nights.house_rules import option_fields
from scorekeeper.nights.models import Change, Entry, Match, Refused, Stale
from scorekeeper.nights.presenter import ledger_texts, match_context
from scorekeeper.people.access import actor, group_for
from scorekeeper.people.models import Role
from scorekeeper.people.names import writer
from scorekeeper.server.write_queue import write_transaction
from scorekeeper.web.formatting import language
from scorekeeper.web.posted import posted, prefilled, whole_number

MOST_STEPS = 200


def _do(request: HttpRequest, match: Match, verb: Callable[[str], Any]) -> Any:
    """Run one method of a match inside the write transaction, on the match as other phones have left it."""
    by = actor(request, match.night.group)
    with write_transaction(match.night.group):
        match.lock()
        return verb(by)


def _correction_page(request: HttpRequest, match: Match, entry: Entry) -> HttpResponse:
    """The screen asked for, else the one that shows the record; a round of tricks is corrected on their pages."""
    if request.GET.get("as"):
        screen = screen_for(match, request.GET["as"])
        counted = prefilled(request.GET)
        counted.pop("as", None)
        seen = counted.pop("seen", [""])[-1] or entry.version
        if counted:
            return form_page(request, match, screen, counted, entry=entry, seen=seen)
        fields = screen.fields(entry.record, match.table) if screen.shows(entry.record) else {}
        return form_page(request, match, screen, fields, entry=entry)
    shown_on = next((each for each in screens_of(match) if each.shows(entry.record)), None)
    if shown_on is not None:
        return form_page(request, match, shown_on, shown_on.fields(entry.record, match.table), entry=entry)
    if match.game.trick_by_trick(match.table) and isinstance(entry.record.get("tricks"), list) and not entry.removed_at:
        return redirect("after_tricks", key=match.night.group.key, match_key=match.key, which=entry.number)
    messages.info(request, _("This round wasn’t entered here. Remove it and enter it again."))
    return redirect(match)


@require_http_methods(["GET", "POST"])
def correct(request: HttpRequest, key: str, match_key: str, round_key: str) -> HttpResponse:
    """An old round, on the screen it was entered on."""
    match = match_for(request, key, match_key, Role.SCORER)
    entry = get_object_or_404(match.entries, key=round_key)
    if request.method == "GET":
        return _correction_page(request, match, entry)
    form = posted(request.POST)
    screen = screen_for(match, form.one("screen"))
    sent = Received.of(match, screen, form)
    if not sent.whole and "note" not in form.fields and "note" in entry.record:
        sent.record["note"] = entry.record["note"]
    if not sent.whole and (question := unanswered(match, screen, form, sent.record, instead_of=entry)):
        return form_page(request, match, screen, form.fields, entry=entry, question=question, status=422)
    try:
        with write_transaction(match.night.group):
            match.lock()
            entry.refresh_from_db()
            points = entry.points
            match.correct(entry, sent.record, whole_number(form.one("seen")), actor(request, match.night.group))
    except Refused as refused:
        return form_page(
            request,
            match,
            **sent.form(match, entry),
            entry=entry,
            problems=sent.messages(refused.problems, match),
            status=422,
        )
    except Stale:
        row = next((row for row in match.course.rows if row.entry == entry), None)
        return form_page(
            request,
            match,
            **sent.form(match, entry),
            entry=entry,
            status=409,
            newer=[{"row": row, "texts": ledger_texts(match, row.record, row.score)}] if row else [],
            seen=entry.version,
            last_change=entry.changes.first(),
        )
    return corrected(request, match, entry, points)


def corrected(request: HttpRequest, match: Match, entry: Entry, before: Sequence[int] | None) -> HttpResponse:
    """Back to the row of an entry, with what became of its points in words."""
    entry.refresh_from_db()
    what = {"round": round_of(entry), "points": points_of(match, before, entry.points)}
    messages.success(request, _("%(round)s corrected: %(points)s.") % what)
    return redirect(f"{match.get_absolute_url()}#r{entry.number}")


@require_POST
def remove(request: HttpRequest, key: str, match_key: str, round_key: str) -> HttpResponse:
    """Take a round out of the count; it can come back."""
    match = match_for(request, key, match_key, Role.SCORER)

    def take_out(by: str) -> Entry:
        entry = get_object_or_404(match.entries, key=round_key)
        match.remove(entry, by)
        return entry

    say_removed(request, match, _do(request, match, take_out))
    return redirect(match)


def say_removed(request: HttpRequest, match: Match, entry: Entry) -> None:
    """Say so in one line, with the button that restores it."""
    restore = reverse("restore", args=[match.night.group.key, match.key, entry.key])
    messages.success(request, _("%(round)s removed.") % {"round": round_of(entry)}, extra_tags=restore)


@require_POST
def restore_round(request: HttpRequest, key: str, match_key: str, round_key: str) -> HttpResponse:
    match = match_for(request, key, match_key, Role.SCORER)
    _do(request, match, lambda by: match.restore_entry(get_object_or_404(match.entries, key=round_key), by))
    return redirect(match)


@require_POST
def undo(request: HttpRequest, key: str, match_key: str) -> HttpResponse:
    """Take back the last step."""
    match = match_for(request, key, match_key, Role.SCORER)
    try:
        change = _do(request, match, lambda by: match.undo(by, request.POST.get("step")))
    except Stale:
        messages.info(request, _("Someone else was faster. Check what’s there now before you undo."))
        return redirect(match)
    if change is None:
        messages.info(request, _("There’s nothing to undo."))
        return redirect(match)
    step = change.get_verb_display()
    if change.entry is None:
        messages.success(request, _("Undone: %(step)s.") % {"step": step})
        return redirect(match)
    before, after = change.entry, match.entries.get(pk=change.entry.pk)
    if after.removed_at:
        say_removed(request, match, after)
        return redirect(match)
    what = {
        "step": step,
        "round": round_of(after),
        "by": writer(change.by),
        "points": points_of(match, before.points, after.points),
    }
    messages.success(request, _("Undone: %(round)s, %(step)s by %(by)s: %(points)s.") % what)
    return redirect(f"{match.get_absolute_url()}#r{after.number}")


@require_POST
def close(request: HttpRequest, key: str, match_key: str) -> HttpResponse:
    match = match_for(request, key, match_key, Role.SCORER)
    _do(request, match, match.close)
    return redirect(match)


@require_POST
def reopen(request: HttpRequest, key: str, match_key: str) -> HttpResponse:
    match = match_for(request, key, match_key, Role.SCORER)
    _do(request, match, match.reopen)
    return redirect(match)


@require_http_methods(["GET", "POST"])
def delete(request: HttpRequest, key: str, match_key: str) -> HttpResponse:
    """Ask once, then take a game begun by mistake out of everything."""
    match = match_for(request, key, match_key, Role.SCORER, any_rules=True)
    if request.method == "POST" and request.POST.get("sure") == "yes":
        _do(request, match, match.delete_for_now)
        messages.success(request, _("Deleted. You can restore it here for 30 days."))
        return redirect(match.night)
    signs = [{"sign": sign, "total": total} for sign, total in zip(match.signs, match.totals, strict=True)]
    context = {"match": match, "group": match.night.group, "signs": signs, "last": match.active}
    return render(request, "entry/delete.html", context)


@require_POST
def restore(request: HttpRequest, key: str, match_key: str) -> HttpResponse:
    """A deleted game counts again."""
    group = group_for(request, key, Role.SCORER)
    match = get_object_or_404(Match.objects.deleted().select_related("night"), key=match_key, night__group=group)
    match.night.group = group
    refuse_other_rules(match)  # what it comes to could not be counted again
    _do(request, match, match.restore)
    return redirect(match)


@require_POST
def count(request: HttpRequest, key: str, match_key: str) -> HttpResponse:
    """A misplayed game is left out of the statistics, or counts again."""
    match = match_for(request, key, match_key, Role.SCORER)
    counts = request.POST.get("counts") == "yes"
    _do(request, match, match.count_again if counts else match.leave_out)
    return redirect(match.night)


@require_safe
def changes(request: HttpRequest, key: str, match_key: str) -> HttpResponse:
    """Show who changed what, and when, with before and after."""
    match = match_for(request, key, match_key)
    found = list(match.changes.select_related("entry")[:MOST_STEPS])
    played = _played_before(match, {change.entry.number for change in found if change.entry})
    steps = []
    for change in found:
        engine = played[change.entry.number] if change.entry else match.engine()
        describe = _DESCRIBE.get(change.verb, _describe_record)
        before, after = (describe(match, engine, each) for each in (change.before, change.after))
        if change.verb == Change.Verb.OPTIONS:
            before, after = (
                [each for each in before if each not in after],
                [each for each in after if each not in before],
            )
        steps.append(
            {
                "change": change,
                "round": change.entry.round if change.entry else None,
                "before": before,
                "after": after,
            }
        )
    return render(request, "entry/changes.html", {**match_context(match), "steps": steps, "step": match.last_step})


def _played_before(match: Match, numbers: Collection[int]) -> dict[int, Engine]:
    """The game as it stood before each of these entries, played through once."""
    engine = match.engine()
    waiting = match.active
    found = {}
    for number in sorted(numbers):
        while waiting and waiting[0].number < number:
            engine.enter(waiting.pop(0).record)
        found[number] = engine.branch()
    return found


def _describe_record(match: Match, engine: Engine, record: Any) -> list[str]:
    """A record by the lines it gives where it stands in the game."""
    if record is None:
        return []
    scored = engine.branch().enter(record)
    return ledger_texts(match, record, scored.score) or [problem.text(language()) for problem in scored.problems]


def _describe_dealer(match: Match, engine: Engine, seat: Any) -> list[str]:
    return [match.seated[seat].name]


def _describe_options(match: Match, engine: Engine, options: Any) -> list[str]:
    return [field.told for field in option_fields(match.game, options or {})]


_DESCRIBE: Mapping[str, Callable[[Match, Engine, Any], list[str]]] = {
    Change.Verb.OPTIONS: _describe_options,
    Change.Verb.FIRST_DEALER: _describe_dealer,
}
