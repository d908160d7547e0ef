"""The page on which an entry is corrected."""

import json
from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.kernel.engine import LAST, UNSCORED
from games.kernel.problems import Problem
from scorekeeper.nights.access import match_for
from scorekeeper.nights.models import Course, Entry, Match
from scorekeeper.nights.presenter import ledger_texts
from scorekeeper.people.models import Role
from scorekeeper.rounds.forms import (
    form_page,
    screen_for,
    screens_of,
    usual_screen,
)
from scorekeeper.rounds.messages import corrected
from scorekeeper.rounds.removed import say_removed_by
from scorekeeper.rounds.saving import save
from scorekeeper.rounds.submitted import SubmittedRound, unanswered
from scorekeeper.web.posted import posted, prefilled, whole_number


def _correction_page(request: HttpRequest, match: Match, entry: Entry) -> HttpResponse:
    """Return the form to correct this entry, or a redirect.

    The first case that applies counts:

    - The entry was removed: redirect to the pad, which says so.
    - The query has a screen, `as`: show the form on it. Raise Http404 if no such screen exists.
    - A screen can show the record: show the form on the first such screen.
    - The entry is an unscored round: show an empty form.
    - A number of last rounds, while the game is not over, and recorded tricks have pages of their own: redirect there.
    - The entry counts but is not a dealt round: show it in words, so that it can be removed.
    - Otherwise, redirect to the pad with a message.
    """
    dealer = request.GET.get("dealer", "") if match.dealer_sits_out else ""
    match.dealt_by(dealer)
    chosen = prefilled(request.GET)
    screen_code = chosen.pop("as", [""])[-1]
    if entry.removed_at:
        return say_removed_by(request, match, entry)
    if screen_code:
        screen = screen_for(match, screen_code)
        if chosen:  # the address has another dealer
            return form_page(request, match, screen, chosen, entry=entry)
        fields = screen.fields(entry.record, match.table) if screen.shows(entry.record) else {}
        return form_page(request, match, screen, fields, entry=entry)
    shown_on = next((each for each in screens_of(match) if each.shows(entry.record)), None)
    if shown_on is not None:
        return form_page(request, match, shown_on, shown_on.fields(entry.record, match.table), entry=entry)
    if entry.record.get("kind") == UNSCORED:
        return form_page(request, match, usual_screen(match), {}, entry=entry)
    if entry.record.get("kind") == LAST and not match.course.engine.over:
        return redirect("how_long", key=match.night.group.key, match_key=match.key)
    if match.game.trick_by_trick(match.table) and isinstance(entry.record.get("tricks"), list):
        return redirect("after_tricks", key=match.night.group.key, match_key=match.key, which=entry.number)
    row = next((row for row in match.course.rows if row.entry == entry), None)
    if row is not None and row.number is None and row.score:  # not a dealt round
        texts = ledger_texts(match, entry.record, row.score)
        screen, record = usual_screen(match), json.dumps(entry.record)
        return form_page(request, match, screen, {}, entry=entry, record=record, in_words=texts)
    messages.info(request, _("This round wasn’t entered here. Remove it and enter it again."))
    return redirect(match)


@require_http_methods(["GET", "POST"])
def correct(request: HttpRequest, key: str, match_key: str, round_key: str) -> HttpResponse:
    """Show the form to correct an entry (see `_correction_page`); a POST saves the correction."""
    match = match_for(request, key, match_key, Role.SCORER)
    entry = get_object_or_404(match.entries, key=round_key)
    match.correcting(entry)
    if request.method == "GET":
        return _correction_page(request, match, entry)
    form = posted(request.POST)
    match.dealt_by(form.one("dealer"))
    screen = screen_for(match, form.one("screen"))
    sent = SubmittedRound.of(match, screen, form)

    def stale() -> HttpResponse:
        if entry.removed_at:
            return say_removed_by(request, match, entry)
        match.dealt_by(form.one("dealer"))  # the match was read again
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

    if entry.removed_at:
        return say_removed_by(request, match, entry)
    if not sent.whole and "note" not in form.fields and "note" in entry.record:
        sent.record["note"] = entry.record["note"]
    if not sent.whole and (question := unanswered(match, screen, form, sent.record, instead_of=entry)):
        return form_page(request, match, screen, form.fields, entry=entry, question=question, status=422)

    def correct_round(by: str) -> tuple[Sequence[int] | None, Course]:
        entry.refresh_from_db()
        before = entry.points, match.course
        match.correct(entry, sent.record, whole_number(form.one("seen")), by)
        return before

    def refused(problems: Sequence[Problem]) -> HttpResponse:
        wrong = sent.messages(problems, match)
        return form_page(request, match, **sent.form(match, entry), entry=entry, problems=wrong, status=422)

    return save(
        request,
        match,
        correct_round,
        saved=lambda before: corrected(request, match, entry, *before),
        refused=refused,
        stale=stale,
    )
