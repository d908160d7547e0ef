"""The page on which an entry is corrected."""

import json

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.kernel.engine import LAST, UNSCORED
from games.kernel.posted import Fields, Posted
from scorekeeper.nights.access import match_for
from scorekeeper.nights.models import Entry, Refused, Stale
from scorekeeper.nights.presenter import ledger_texts
from scorekeeper.people.models import Role
from scorekeeper.rounds.forms import form_page
from scorekeeper.rounds.meanwhile import Meanwhile
from scorekeeper.rounds.messages import corrected
from scorekeeper.rounds.removed import say_removed_by
from scorekeeper.rounds.round_form import RoundForm
from scorekeeper.rounds.saving import changing
from scorekeeper.rounds.submitted import SubmittedRound, unanswered
from scorekeeper.web.posted import posted, prefilled, whole_number


@require_http_methods(["GET", "POST"])
def correct(request: HttpRequest, key: str, match_key: str, round_key: str) -> HttpResponse:
    """Show the form to correct an entry; a POST saves the correction."""
    match = match_for(request, key, match_key, Role.SCORER)
    entry = get_object_or_404(match.entries, key=round_key)
    if entry.removed_at:
        return say_removed_by(request, match, entry)
    if request.method == "GET":
        chosen = prefilled(request.GET)
        return _page(request, entry, RoundForm(match, entry, Posted(chosen).one("dealer")), chosen)
    form = posted(request.POST)
    round_form = RoundForm(match, entry, form.one("dealer"))
    screen = round_form.screen(form.one("screen"))
    sent = SubmittedRound.of(round_form, screen, form)
    if not sent.whole and "note" not in form.fields and "note" in entry.record:
        sent.record["note"] = entry.record["note"]
    if not sent.whole and (question := unanswered(round_form, screen, form, sent.record)):
        return form_page(request, round_form, screen, form.fields, question=question, status=422)
    try:
        with changing(request, match) as by:
            entry.refresh_from_db()
            points, course = entry.points, match.course
            match.correct(entry, sent.record, whole_number(form.one("seen")), by)
    except Refused as refusal:
        wrong = sent.messages(refusal.problems, round_form)
        return form_page(request, round_form, **sent.form(round_form), problems=wrong, status=422)
    except Stale:
        entry.refresh_from_db()
        if entry.removed_at:
            return say_removed_by(request, match, entry)
        round_form, meanwhile = RoundForm(match, entry, form.one("dealer")), Meanwhile(match, form, entry)
        shown = sent.form(round_form)
        return form_page(request, round_form, **shown, status=409, meanwhile=meanwhile, seen=entry.version)
    return corrected(request, match, entry, points, course)


def _page(request: HttpRequest, entry: Entry, round_form: RoundForm, chosen: Fields) -> HttpResponse:
    """Return the form to correct an entry, or where it can be corrected."""
    match = round_form.match
    record, screen_code = entry.record, chosen.pop("as", [""])[-1]
    if screen_code:
        screen = round_form.screen(screen_code)
        saved = screen.fields(record, round_form.table) if screen.shows(record) else {}
        return form_page(request, round_form, screen, chosen or saved)
    shown_on = next((each for each in round_form.screens if each.shows(record)), None)
    if shown_on is not None:
        return form_page(request, round_form, shown_on, shown_on.fields(record, round_form.table))
    if record.get("kind") == UNSCORED:
        return form_page(request, round_form, round_form.usual_screen, {})
    if record.get("kind") == LAST and not match.course.engine.over:
        return redirect("how_long", key=match.night.group.key, match_key=match.key)
    if match.game.trick_by_trick(round_form.table) and isinstance(record.get("tricks"), list):
        return redirect("after_tricks", key=match.night.group.key, match_key=match.key, which=entry.number)
    row = round_form.row
    if row is not None and row.number is None and row.score:  # not a dealt round: in words, so that it can be removed
        texts = ledger_texts(match, record, row.score)
        screen = round_form.usual_screen
        return form_page(request, round_form, screen, {}, record=json.dumps(record), in_words=texts)
    messages.info(request, _("This round wasn’t entered here. Remove it and enter it again."))
    return redirect(match)
