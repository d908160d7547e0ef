"""The views that enter a round or an adjustment. Their forms work without JavaScript; htmx adds the preview."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.kernel.posted import Fields, Posted
from games.kernel.screen import AnyScreen
from scorekeeper.nights.access import match_for
from scorekeeper.nights.models import Match, Refused, Stale
from scorekeeper.people.keys import is_replay
from scorekeeper.people.models import Role
from scorekeeper.rounds.adjustment import AdjustmentScreen
from scorekeeper.rounds.forms import adds_up_later, form_context, form_page, previewed
from scorekeeper.rounds.judged import Saved, saved_bonuses
from scorekeeper.rounds.meanwhile import Meanwhile, refuse_stale
from scorekeeper.rounds.piles import Piles
from scorekeeper.rounds.round_form import RoundForm
from scorekeeper.rounds.saving import changing
from scorekeeper.rounds.submitted import SubmittedRound, all_questions, question_of, unanswered
from scorekeeper.web.posted import posted, prefilled, whole_number
from scorekeeper.web.refusals import not_done


@require_http_methods(["GET", "POST"])
def enter(request: HttpRequest, key: str, match_key: str) -> HttpResponse:
    """Show the form of a new round; a POST saves it."""
    match = match_for(request, key, match_key, Role.SCORER)
    if request.method == "POST":
        return _save_new(request, match, request.POST.get("screen", ""))
    if match.course.engine.over:
        return _game_over(request, match)
    fields = prefilled(request.GET)
    round_form = RoundForm(match, dealer=Posted(fields).one("dealer"))
    screen, draft = round_form.screen(fields.pop("as", [""])[-1]), fields.pop("draft", [""])[-1]
    bids = round_form.bids if screen.dealt else None
    known = bids.form(bids.open_parts()) if bids and bids.parts else {}
    given = _from_tricks(round_form, screen, fields, draft)
    return form_page(
        request,
        round_form,
        screen,
        {**given, **known, **fields},
        typed=bool(given or fields or draft),
        saved=_saved(round_form, counted=_is_counted(fields)) if given and not draft else None,
    )


def _is_counted(fields: Fields) -> bool:
    """Return whether the form was opened after a count of cards: its address has other fields than `dealer`."""
    return bool(fields.keys() - {"dealer"})


def _from_tricks(round_form: RoundForm, screen: AnyScreen, fields: Fields, draft: str) -> Fields:
    """Return the fields that follow from the saved tricks, except those that the address has (`fields`)."""
    match, table = round_form.match, round_form.table
    found = screen.from_judged(match.judged_tricks(table), table)
    given = {name: values for name, values in found.items() if any(values) and name not in fields}
    if draft:
        parts = Piles.current(match) if given and screen.own else None
        return parts.of_waiting(given) if parts else {}  # the others have checked their own fields
    # After a count of cards, only the count decides where the cards are.
    counting = match.game.count(table) if given and _is_counted(fields) else None
    return {name: values for name, values in given.items() if counting is None or not counting.own(name)}


def _saved(round_form: RoundForm, *, counted: bool) -> Saved | None:
    """Return what a note on the form lists as filled in from the saved tricks; after a count, only the bonuses."""
    match = round_form.match
    verdicts = [verdict for _trick, verdict in match.judged_tricks(round_form.table)]
    saved = saved_bonuses(match.game, match.signs, verdicts)
    return saved._replace(discarded=(), worthless=()) if saved and counted else saved


@require_http_methods(["GET", "POST"])
def adjust(request: HttpRequest, key: str, match_key: str) -> HttpResponse:
    """Show the form of a manual adjustment; a POST saves it."""
    match = match_for(request, key, match_key, Role.SCORER)
    if request.method == "POST":
        return _save_new(request, match, AdjustmentScreen.code)
    if match.course.engine.over:
        return _game_over(request, match)
    return form_page(request, RoundForm(match), AdjustmentScreen(), {})


def _game_over(request: HttpRequest, match: Match) -> HttpResponse:
    return not_done(request, match, _("This game is over."))


def _is_too_late(match: Match, sent: SubmittedRound) -> bool:
    """Return whether the round comes too late, because the game was ended early."""
    return match.ended_early and not (sent.whole or is_replay())


def _save_new(request: HttpRequest, match: Match, code: str) -> HttpResponse:
    form = posted(request.POST)
    round_form = RoundForm(match, dealer=form.one("dealer"))
    screen = round_form.screen(code)
    sent = SubmittedRound.of(round_form, screen, form)
    if screen.dealt and not sent.whole and (bids := round_form.bids) and bids.is_secret:
        # Whoever has bid in secret is not asked again; the form, shown again, still does not tell what they bid.
        filled = SubmittedRound.of(round_form, screen, Posted(bids.fill(form.fields)))
        sent = sent._replace(record=filled.record)
    if not sent.whole and (question := unanswered(round_form, screen, form, sent.record)):
        return form_page(request, round_form, screen, form.fields, question=question, status=422)
    try:
        with changing(request, match) as by:
            _enter(RoundForm(match, dealer=form.one("dealer")), sent, form, by)
    except Refused as refusal:
        wrong = sent.messages(refusal.problems, round_form)
        return form_page(request, round_form, **sent.form(round_form), problems=wrong, status=422)
    except Stale:
        round_form, meanwhile = RoundForm(match, dealer=form.one("dealer")), Meanwhile(match, form)
        shown = sent.form(round_form)
        return form_page(request, round_form, **shown, status=409, meanwhile=meanwhile, seen=match.last_number)
    return redirect(match)


def _enter(round_form: RoundForm, sent: SubmittedRound, form: Posted, by: str) -> None:
    """Enter the round. Raise Stale if something that it depends on has changed; Refused for its problems."""
    match, record = round_form.match, sent.record
    if _is_too_late(match, sent):
        raise Stale
    if form.one("next"):  # the round before it still waited in the outbox; `turn` is who deals after that one
        turn = None if "dealer" in record else form.seat("turn", round_form.table)
        record = {**record, "dealer": turn} if turn else record
    else:
        refuse_stale(match, form, last=True)
    match.enter(record, match.last_number, by, form.one("key") if sent.whole else "")


@require_POST
def preview(request: HttpRequest, key: str, match_key: str) -> HttpResponse:
    """Return the preview of the round as typed so far: its result with the lines of the score, or its problems."""
    match = match_for(request, key, match_key, Role.SCORER)
    form = posted(request.POST)
    sent = bool(form.one("sent"))
    number = whole_number(form.one("entry"))
    entry = next((each for each in match.all_entries if each.number == number), None)
    round_form = RoundForm(match, entry, form.one("dealer"))
    table, screen = round_form.table, round_form.screen(form.one("screen"))
    record = screen.record(form, table)
    course, row = match.preview(match.with_dealer(record) if entry is None else record, instead_of=entry)
    bids = round_form.bids if screen.dealt else None
    told = {f"{name}.{player}" for name, known in bids.saved_bids.items() for player in known} if bids else set()
    shown = [
        each
        for each in row.problems
        if (sent or not adds_up_later(each, record, table)) and not (each.gap and each.field in told)
    ]
    context = form_context(
        request,
        round_form,
        screen,
        form.fields,
        problems=round_form.messages(shown, screen, record, sent=sent),
        filled=screen.filled(form, record, table),
    )
    context["correcting"] = entry is not None and entry.removed_at is None and row.score is not None
    if bids and bids.is_secret:
        # Keep the question about secret bids, whatever is typed. If it came and went, it would give the bids away.
        asked = form.one("asked") or question_of(round_form, screen, form, record)
    else:
        asked = all_questions(round_form, screen, form, record, course if entry is not None else None)
    context["question"] = "" if row.problems else asked
    return previewed(request, match, course, row, context)
