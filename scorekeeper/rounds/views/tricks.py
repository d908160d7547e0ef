"""The pages of a round that is entered trick by trick, on one phone or on several in turn."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper.nights.models import Refused, Stale
from scorekeeper.rounds.forms import previewed
from scorekeeper.rounds.meanwhile import faster
from scorekeeper.rounds.messages import corrected
from scorekeeper.rounds.trick_pages import TrickPages, tapped_trick, trick_fields, trick_page
from scorekeeper.rounds.trick_questions import (
    add_part,
    end_fields,
    end_page,
    end_record,
    first_fields,
    first_page,
    first_problems,
)
from scorekeeper.rounds.tricks import Tricks
from scorekeeper.web.htmx import HtmxRequest, redirect_page
from scorekeeper.web.posted import posted, whole_number
from scorekeeper.web.refusals import not_done


@require_http_methods(["GET", "POST"])
def trick(request: HtmxRequest, key: str, match_key: str, which: str) -> HttpResponse:
    """Show the form of the next trick; a POST with `save` saves the trick. Without scripts, each tap posts the form."""
    pages = TrickPages(request, key, match_key, which)
    if page := pages.elsewhere():
        return page
    draft = pages.draft
    if request.method == "GET":
        if not draft.begun and pages.entry is None and pages.asked.before is not None:
            return redirect(pages.url("before_tricks"))
        if draft.complete:
            return redirect(pages.url("after_tricks"))
        return trick_page(pages, draft, len(draft.tricks), {})
    form = posted(request.POST)
    if not form.one("save"):
        return trick_page(pages, draft, len(draft.tricks), form.fields)
    place = whole_number(form.one("place")) - 1
    # A form can arrive again after its trick was saved. Judge it at that trick's place, not as the next trick.
    played = tapped_trick(pages, draft, place if 0 <= place <= len(draft.tricks) else len(draft.tricks), form).played
    try:
        with pages.changing() as (draft, by):
            draft.add(played, place, pages.seen, by)
    except Refused as refusal:
        draft = pages.draft
        return trick_page(pages, draft, len(draft.tricks), form.fields, problems=refusal.problems, status=422)
    except Stale:
        draft = pages.draft
        if draft.complete and not pages.over:
            said = _("All tricks are played")
            return not_done(request, pages.url("after_tricks"), said)
        return trick_page(pages, draft, len(draft.tricks), form.fields, status=409, meanwhile=pages.meanwhile)
    return redirect(pages.url())


@require_http_methods(["GET", "POST"])
def change(request: HtmxRequest, key: str, match_key: str, which: str, place: int) -> HttpResponse:
    """Show the form of a saved trick (`place` counts from 1); a POST with `save` replaces the trick."""
    pages = TrickPages(request, key, match_key, which)
    if page := pages.elsewhere():
        return page
    draft, index = pages.draft, place - 1
    if not 0 <= index < len(draft.tricks):
        return pages.was_faster() if "save" in request.POST else redirect_page(request, pages.url())
    if request.method == "GET":
        return trick_page(pages, draft, index, trick_fields(draft, index))
    form = posted(request.POST)
    if not form.one("save"):
        return trick_page(pages, draft, index, form.fields)
    played = tapped_trick(pages, draft, index, form).played
    try:
        with pages.changing() as (draft, by):
            draft.change(index, played, pages.seen, by)
    except Refused as refusal:
        return trick_page(pages, pages.draft, index, form.fields, problems=refusal.problems, status=422)
    except Stale:
        draft = pages.draft
        if index >= len(draft.tricks):
            return pages.was_faster()
        return trick_page(pages, draft, index, form.fields, status=409, meanwhile=pages.meanwhile)
    return redirect(pages.url())


@require_POST
def back(request: HtmxRequest, key: str, match_key: str, which: str) -> HttpResponse:
    """Remove the last trick from the draft of the round."""
    pages = TrickPages(request, key, match_key, which)
    if page := pages.elsewhere():
        return page
    try:
        with pages.changing() as (draft, by):
            draft.remove_last(pages.seen, by)
    except Stale:
        return pages.was_faster()
    return redirect(pages.url())


@require_http_methods(["GET", "POST"])
def discard(request: HtmxRequest, key: str, match_key: str, which: str) -> HttpResponse:
    """Ask whether to discard the draft of the round, or of the correction; a POST discards it."""
    pages = TrickPages(request, key, match_key, which)
    if page := pages.elsewhere():
        return page
    draft = pages.draft
    if request.method == "GET":
        return render(request, "tricks/discard.html", pages.context(draft)) if draft.begun else redirect(pages.match)
    try:
        with pages.changing() as (draft, _by):
            draft.discard(pages.seen)
    except Stale:
        return pages.was_faster()
    messages.success(request, _("Discarded."))
    return redirect(pages.match)


@require_http_methods(["GET", "POST"])
def first(request: HtmxRequest, key: str, match_key: str, which: str) -> HttpResponse:
    """Ask who deals, and what the game asks before the first trick; a POST saves the answers in the draft."""
    pages = TrickPages(request, key, match_key, which)
    if page := pages.elsewhere():
        return page
    draft = pages.draft
    screen = pages.asked.before
    if request.method == "GET":
        if chosen := request.GET.get("dealer"):
            draft = Tricks(pages.match, pages.entry, chosen)
            return first_page(pages, draft, {**first_fields(pages, draft), "dealer": [chosen]})
        return first_page(pages, draft, first_fields(pages, draft))
    form = posted(request.POST)
    draft = Tricks(pages.match, pages.entry, form.one("dealer"))
    record = screen.record(form, draft.table) if screen else {}
    if dealer := form.seat("dealer", draft.table):
        record["dealer"] = dealer
    problems = first_problems(pages, draft, record)
    if problems and not pages.over:
        return first_page(pages, draft, form.fields, problems=problems, status=422)
    try:
        with pages.changing() as (draft, by):
            draft.describe(record, pages.seen, by)
    except Stale:
        draft = Tricks(pages.match, pages.entry, form.one("dealer"))
        return first_page(pages, draft, form.fields, status=409, meanwhile=pages.meanwhile)
    return redirect(pages.url())


@require_http_methods(["GET", "POST"])
def end(request: HtmxRequest, key: str, match_key: str, which: str) -> HttpResponse:
    """Show the result with the score's lines, and ask the last questions; a POST enters or corrects the round."""
    pages = TrickPages(request, key, match_key, which)
    if page := pages.elsewhere():
        return page
    if request.method == "GET":
        draft = pages.draft
        if not draft.complete:
            return redirect(pages.url())
        return end_page(pages, draft, end_fields(pages, draft))
    form = posted(request.POST)
    if pages.match.entries.filter(key=form.one("round"), removed_at=None).exists():
        return redirect(pages.match)
    draft = pages.draft
    if not draft.begun and (pages.seen > 0 or pages.entry is None):
        return not_done(request, pages.match, faster(pages.match))
    points, course = (pages.entry.points, pages.match.course) if pages.entry else (None, None)
    try:
        with pages.changing() as (draft, by):
            draft.finish(end_record(pages, draft, form), pages.seen, by)
    except Refused as refusal:
        return end_page(pages, pages.draft, form.fields, problems=refusal.problems, status=422)
    except Stale:
        draft = pages.draft
        if not draft.complete and not pages.over:
            return pages.was_faster()
        return end_page(pages, draft, form.fields, status=409, meanwhile=pages.meanwhile)
    if pages.entry is None:
        return redirect(pages.match)
    return corrected(request, pages.match, pages.entry, points, course)


@require_POST
def preview(request: HtmxRequest, key: str, match_key: str, which: str) -> HttpResponse:
    """Return the preview of the result, with the answers typed on the last page."""
    pages = TrickPages(request, key, match_key, which)
    if page := pages.elsewhere():
        return page
    match, draft, form = pages.match, pages.draft, posted(request.POST)
    after = pages.asked.after
    record = draft.completed(end_record(pages, draft, form))
    course, row = match.preview(record, instead_of=pages.entry)
    context = pages.context(draft) | {
        "fields": form.fields,
        "screen": after,
        "filled": after.filled(form, record, draft.table) if after else {},
    }
    add_part(request, draft.round_form, context, after, record, row.problems, sent=bool(form.one("sent")))
    return previewed(request, match, course, row, context)
