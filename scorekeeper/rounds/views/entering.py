"""The views that enter a round or an adjustment. Their forms work without JavaScript; htmx adds the preview."""

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.kernel.posted import Fields, Posted
from games.kernel.problems import Problem
from games.kernel.screen import AnyScreen
from scorekeeper.nights.access import match_for
from scorekeeper.nights.models import Match, Stale
from scorekeeper.nights.presenter import ledger_texts
from scorekeeper.people.keys import is_replay
from scorekeeper.people.models import Role
from scorekeeper.rounds.adjustment import AdjustmentScreen
from scorekeeper.rounds.bids import Bids
from scorekeeper.rounds.bids_page import bids_so_far
from scorekeeper.rounds.forms import adds_up_later, form_context, form_page, previewed, screen_for, screen_messages
from scorekeeper.rounds.piles import Piles
from scorekeeper.rounds.saved_tricks import Saved, saved_bonuses
from scorekeeper.rounds.saving import save
from scorekeeper.rounds.submitted import SubmittedRound, all_questions, question_of, unanswered
from scorekeeper.web.posted import posted, prefilled, whole_number
from scorekeeper.web.refusals import not_done


@require_http_methods(["GET", "POST"])
def enter(request: HttpRequest, key: str, match_key: str) -> HttpResponse:
    """Show the form of a new round; a POST saves it."""
    match = match_for(request, key, match_key, Role.SCORER)
    if request.method == "GET":
        if match.course.engine.over:
            return _game_over(request, match)
        fields = prefilled(request.GET)
        if match.dealer_sits_out and "dealer" in fields:
            match.dealt_by(fields["dealer"][-1])
        screen, draft = screen_for(match, fields.pop("as", [""])[-1]), fields.pop("draft", [""])[-1]
        bids = Bids.of(match) if screen.dealt else None
        known = bids.form(bids.open_parts()) if bids and bids.parts else {}
        given = _from_tricks(match, screen, fields, draft)
        return form_page(
            request,
            match,
            screen,
            {**given, **known, **fields},
            typed=bool(given or fields or draft),
            saved=_saved(match, counted=_is_counted(fields)) if given and not draft else None,
        )
    return _save_new(request, match, screen_for(match, request.POST.get("screen", "")))


def _is_counted(fields: Fields) -> bool:
    """Return whether the form was opened after a count of cards.

    This is so if its address has other fields than `dealer`. Do not call this for a form that continues a draft.
    """
    return bool(fields.keys() - {"dealer"})


def _from_tricks(match: Match, screen: AnyScreen, fields: Fields, draft: str) -> Fields:
    """Return the fields that follow from the saved tricks, except those that the address has (`fields`).

    After a count of cards, leave out the fields of the count: only the count decides where the cards are.

    `draft` is the version of the draft in parts that the form continues; "" if it continues none. For such a form,
    return only fields of players without a part. The other players have checked their own fields.
    """
    found = screen.from_saved_tricks(match.judged_tricks, match.table)
    given = {name: values for name, values in found.items() if any(values) and name not in fields}
    if draft:
        parts = Piles.current(match) if given and screen.own else None
        return parts.of_waiting(given) if parts else {}
    counting = match.game.count(match.table) if given and _is_counted(fields) else None
    return {name: values for name, values in given.items() if counting is None or not counting.own(name)}


def _saved(match: Match, *, counted: bool) -> Saved | None:
    """Return the bonuses and cards of the saved tricks, which a note on the form lists; None if there are none.

    The note says that they are filled in. After a count of cards, the note lists only the bonuses.
    """
    saved = saved_bonuses(match.game, match.signs, [verdict for _trick, verdict in match.judged_tricks])
    return saved._replace(discarded=(), worthless=()) if saved and counted else saved


@require_http_methods(["GET", "POST"])
def adjust(request: HttpRequest, key: str, match_key: str) -> HttpResponse:
    """Show the form of a manual adjustment; a POST saves it."""
    match = match_for(request, key, match_key, Role.SCORER)
    if request.method == "GET":
        if match.course.engine.over:
            return _game_over(request, match)
        return form_page(request, match, AdjustmentScreen(), {})
    return _save_new(request, match, AdjustmentScreen())


def _game_over(request: HttpRequest, match: Match) -> HttpResponse:
    return not_done(request, match, _("This game is over."))


def _is_too_late(match: Match, sent: SubmittedRound) -> bool:
    """Return whether the round comes too late, because the game was ended early.

    A whole record, or a form that Pocket has processed before, is never too late. Such a round may have been played
    before the end.
    """
    return match.ended_early and not (sent.whole or is_replay())


def _save_new(request: HttpRequest, match: Match, screen: AnyScreen) -> HttpResponse:
    form = posted(request.POST)
    match.dealt_by(form.one("dealer"))
    sent = SubmittedRound.of(match, screen, form)
    made = form.one("key") if sent.whole else ""
    if not sent.whole and (question := unanswered(match, screen, form, sent.record)):
        return form_page(request, match, screen, form.fields, question=question, status=422)

    def enter_round(by: str) -> None:
        if _is_too_late(match, sent):
            raise Stale
        bids = Bids.of(match) if screen.dealt and not sent.whole else None
        if bids and bids.parts and bids.version != whole_number(form.one("bids")) and not bids.agrees_with(sent.record):
            raise Stale
        # `turn` is the dealer that the page showed. It is not checked if the record names its dealer.
        turn = None if "dealer" in sent.record else form.seat("turn", match.table)
        if form.one("next"):  # the round before it still waited in the outbox: add it at the end
            record = {**sent.record, "dealer": turn} if turn else sent.record
            match.enter(record, match.last_number, by, key=made)
        else:
            match.enter(sent.record, whole_number(form.one("seen")), by, turn, made)

    def refused(problems: Sequence[Problem]) -> HttpResponse:
        wrong = sent.messages(problems, match)
        return form_page(request, match, **sent.form(match), problems=wrong, status=422)

    return save(
        request,
        match,
        enter_round,
        saved=lambda _entry: redirect(match),
        refused=refused,
        stale=lambda: _conflict(request, match, sent, form),
    )


def _conflict(request: HttpRequest, match: Match, sent: SubmittedRound, form: Posted) -> HttpResponse:
    """Return the form as typed, together with what other phones have changed meanwhile; status 409.

    Other phones can have added entries, changed the bids, named another dealer, or ended the game.
    """
    newer = [row for row in match.course.rows if row.entry.number > whole_number(form.one("seen"))]
    other_bids = not newer and bids_so_far(match, Piles.current(match))
    turn = form.seat("turn", match.table)
    other_dealer = not newer and turn not in (None, match.course.engine.next_dealer)
    if not other_dealer or form.one("dealer") != form.one("turn"):
        match.dealt_by(form.one("dealer"))  # the match was read again
    return form_page(
        request,
        match,
        **sent.form(match),
        status=409,
        newer=[{"row": row, "texts": ledger_texts(match, row.record, row.score)} for row in newer],
        other_bids=other_bids if other_bids and other_bids.begun else None,
        other_dealer=other_dealer,
        ended=_is_too_late(match, sent),
        seen=match.last_number,
    )


@require_POST
def preview(request: HttpRequest, key: str, match_key: str) -> HttpResponse:
    """Return the preview of the round as typed so far: its result with the lines of the score, or its problems."""
    match = match_for(request, key, match_key, Role.SCORER)
    form = posted(request.POST)
    sent = bool(form.one("sent"))
    number = whole_number(form.one("entry"))
    entry = next((each for each in match.all_entries if each.number == number), None)
    match.correcting(entry)
    match.dealt_by(form.one("dealer"))
    screen = screen_for(match, form.one("screen"))
    record = screen.record(form, match.table)
    course, row = match.preview(match.with_dealer(record) if entry is None else record, instead_of=entry)
    bids = Bids.of(match) if screen.dealt and entry is None else None
    context = form_context(
        request,
        match,
        screen,
        form.fields,
        entry=entry,
        problems=screen_messages(
            [each for each in row.problems if sent or not adds_up_later(each, record, match.table)],
            screen,
            record,
            match,
            sent=sent,
        ),
        filled=screen.filled(form, record, match.table),
    )
    context["correcting"] = entry is not None and entry.removed_at is None and row.score is not None
    if entry is not None:
        asked = all_questions(match, screen, form, record, course)
    else:
        # Keep the question about secret bids, whatever is typed. If it came and went, it would give the bids away.
        kept = form.one("asked") if bids and bids.is_secret else ""
        asked = kept or question_of(match, screen, form, record)
    context["question"] = "" if row.problems else asked
    return previewed(request, match, course, row, context)
