"""Entering a round. Forms post without JavaScript; the preview is what htmx adds."""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import Any, NamedTuple, Self

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.views.decorators.http import require_http_methods, require_POST
from django_htmx.http import trigger_client_event

from games.kernel.naming import under_the_names_of
from games.kernel.posted import Fields, Posted, seat_of
from games.kernel.problems import Problem
from games.kernel.record import RawRecord
from games.kernel.screen import AnyScreen
from games.kernel.seats import AnyDeal
from games.kernel.words import Phrase
from scorekeeper.entry.adjustment import AdjustmentScreen
from scorekeeper.entry.saved_tricks import saved_bonuses
from scorekeeper.nights.access import match_for
from scorekeeper.nights.models import Course, Draft, Entry, Match, Refused, Row, Stale
from scorekeeper.nights.presenter import ledger_texts, match_context, outcome, problem_messages
from scorekeeper.people.access import actor
from scorekeeper.people.models import Role
from scorekeeper.server.write_queue import write_transaction
from scorekeeper.web.formatting import all_of, language
from scorekeeper.web.posted import entry_key, posted, prefilled, whole_number, written_record

TWO_LINES = 85  # characters, above a keypad on a phone


def screens_of(match: Match) -> list[AnyScreen]:
    return [*match.game.screens(match.table), AdjustmentScreen()]


def offered_screens(match: Match) -> list[AnyScreen]:
    """The game's screens that are offered at this point; all of them if none is."""
    screens = match.game.screens(match.table)
    return [each for each in screens if each.is_offered(match.table, match.course.engine.coming)] or list(screens)


def usual_screen(match: Match) -> AnyScreen:
    """The screen of the match's last round, if that is one to stay on; else the first one offered."""
    screens = offered_screens(match) or screens_of(match)
    last = match.active[-1].record if match.active else {}
    return next((screen for screen in screens if screen.remembered and screen.shows(last)), screens[0])


def alternatives(match: Match, entry: Entry | None) -> list[AnyScreen]:
    """The screens to choose from: a round may have been of another kind than was entered first."""
    if entry is None:
        return offered_screens(match)
    kinds = match.course.engine.kinds
    if entry.kind not in kinds or not kinds[entry.kind].dealt:
        return []
    return [screen for screen in match.game.screens(match.table) if screen.dealt]


def screen_choices(screens: Sequence[AnyScreen], screen: AnyScreen) -> dict[str, Any]:
    """Return what there is to choose: `kinds`, a screen for each kind of round, entered as now where it can be, and
    `ways`, the screens by which a round of this kind can be entered.
    """
    kinds: dict[Phrase | None, list[AnyScreen]] = {}
    for each in screens:
        kinds.setdefault(each.kind_of_round, []).append(each)
    alike = [next((each for each in some if each.label == screen.label), some[0]) for some in kinds.values()]
    return {"kinds": alike if len(alike) > 1 else [], "ways": kinds.get(screen.kind_of_round, [])}


def screen_for(match: Match, code: str) -> AnyScreen:
    """The screen with this code; without a code the usual one."""
    screens = screens_of(match)
    if not code:
        return usual_screen(match)
    for screen in screens:
        if screen.code == code:
            return screen
    raise Http404("no such screen")


def screen_messages(
    problems: Sequence[Problem], screen: AnyScreen, record: Any, match: Match, *, sent: bool
) -> list[dict[str, str]]:
    """The problems in words, each where the screen wants it."""
    table = match.table
    return [
        {**problem, "slot": screen.slot(problem["slot"], record, table)}
        for problem in problem_messages(problems, match, sent=sent)
    ]


def deal_before(match: Match, entry: Entry | None) -> AnyDeal:
    """Return the deal of this entry, or the coming one, with what was played until then."""
    if entry is None:
        return match.course.engine.coming
    return match.course_of((each, each.record) for each in match.active if each.number < entry.number).engine.coming


def screen_context(
    match: Match,
    screen: AnyScreen,
    form: Posted,
    entry: Entry | None = None,
    beside: Mapping[str, Any] = MappingProxyType({}),
) -> dict[str, Any]:
    """Return the context of a screen's own template; `beside` is what of the record stands beside its form."""
    table = match.table
    record = {**beside, **screen.record(form, table)}
    return {
        "options": table.options,
        "table": table,
        **screen.context(table),
        **screen.live_context(form, record, table, deal_before(match, entry)),
    }


def form_context(
    request: HttpRequest,
    match: Match,
    screen: AnyScreen,
    fields: Fields,
    *,
    entry: Entry | None,
    problems: Sequence[Mapping[str, str]],
    **more: Any,
) -> dict[str, Any]:
    """The form of a screen: its `body`, and the parts that a preview replaces, in `live` by their id."""
    context = {
        **match_context(match),
        "screen": screen,
        "fields": fields,
        "seats": match.signs,
        "problems": problems,
        "entry": entry,
        **screen_context(match, screen, Posted(fields), entry),
        **more,
    }
    add_body(request, screen, context)
    return context


def add_body(request: HttpRequest, screen: AnyScreen, context: dict[str, Any]) -> None:
    """Add the game's own part and which problems it shows next to their fields; the others go into `wrong`."""
    context |= {"beside": set(), "live": {}}
    context["body"] = render_to_string(screen.template, context, request)
    context["wrong"] = [problem for problem in context["problems"] if problem["slot"] not in context["beside"]]


def form_page(
    request: HttpRequest,
    match: Match,
    screen: AnyScreen,
    fields: Fields,
    *,
    entry: Entry | None = None,
    problems: Any = (),
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    context = form_context(
        request,
        match,
        screen,
        fields,
        entry=entry,
        problems=problems,
        round=match.course.rounds_played + 1,
        corrected=next((row for row in match.course.rows if row.entry == entry), None),
        **more,
    )
    page = {
        "countable": screen.dealt and match.game.count(match.table) is not None,
        **screen_choices([] if isinstance(screen, AdjustmentScreen) else alternatives(match, entry), screen),
        "trick_by_trick": entry is None and screen.dealt and match.game.trick_by_trick(match.table) is not None,
        "key": entry_key(request.POST.get("key", "")),
        "seen": request.POST.get("seen") or (entry.version if entry else match.last_number),
        "turn": seat_of(match.course.engine.next_dealer, match.table),
    }
    return render(request, "entry/entry.html", page | context, status=status)


@require_http_methods(["GET", "POST"])
def enter(request: HttpRequest, key: str, match_key: str) -> HttpResponse:
    """A new round."""
    match = match_for(request, key, match_key, Role.SCORER)
    if request.method == "GET":
        fields = prefilled(request.GET)
        screen, draft = screen_for(match, fields.pop("as", [""])[-1]), fields.pop("draft", [""])[-1]
        if fields or draft:  # what was counted already, or typed by others; bonuses came along
            return form_page(request, match, screen, fields, taken_over=draft)
        played = match.judged_tricks
        fields = screen.from_saved_tricks(played, match.table)
        saved = saved_bonuses(match.game, match.signs, [verdict for _, verdict in played]) if fields else None
        return form_page(request, match, screen, fields, saved=saved)
    return _save_new(request, match, screen_for(match, request.POST.get("screen", "")))


@require_http_methods(["GET", "POST"])
def adjust(request: HttpRequest, key: str, match_key: str) -> HttpResponse:
    """A correction by hand."""
    match = match_for(request, key, match_key, Role.SCORER)
    if request.method == "GET":
        return form_page(request, match, AdjustmentScreen(), {})
    return _save_new(request, match, AdjustmentScreen())


class Received(NamedTuple):
    """A round as it came: typed on a screen, or whole, as the score file writes it, from a script or another phone."""

    screen: AnyScreen
    fields: Fields | None  # None: no screen shows the record
    record: RawRecord
    whole: bool

    @classmethod
    def of(cls, match: Match, screen: AnyScreen, form: Posted) -> Self:
        record = written_record(form.one("record"))
        if record is None:
            return cls(screen, form.fields, screen.record(form, match.table), whole=False)
        record = under_the_names_of(match.game, match.table, record, form.many("seat"))
        for each in screens_of(match):
            # A script may send what no form gives.
            with suppress(AttributeError, LookupError, TypeError, ValueError):
                if each.shows(record):
                    fields = each.fields(record, match.table)
                    each.record(Posted(fields), match.table)
                    return cls(each, fields, record, whole=True)
        return cls(screen, None, record, whole=True)

    def form(self, match: Match, entry: Entry | None = None) -> dict[str, Any]:
        """Return what shows it in a form: in its fields, or in words where no screen shows it."""
        if self.fields is not None:
            return {"screen": self.screen, "fields": self.fields}
        _course, row = match.preview(match.with_dealer(self.record) if entry is None else self.record, instead_of=entry)
        in_words = ledger_texts(match, self.record, row.score)
        return {"screen": self.screen, "fields": {}, "record": json.dumps(self.record), "in_words": in_words}

    def messages(self, problems: Sequence[Problem], match: Match) -> list[dict[str, str]]:
        """Return the problems in words, each where the form has its field."""
        if self.fields is None:
            return problem_messages(problems, match, sent=True)
        return screen_messages(problems, self.screen, self.record, match, sent=True)


def _save_new(request: HttpRequest, match: Match, screen: AnyScreen) -> HttpResponse:
    form = posted(request.POST)
    sent = Received.of(match, screen, form)
    made = entry_key(form.one("key"))
    by, pad = actor(request, match.night.group), match.get_absolute_url()
    if not sent.whole and (question := unanswered(match, screen, form, sent.record)):
        return form_page(request, match, screen, form.fields, question=question, status=422)
    try:
        with write_transaction(match.night.group):
            match.lock()
            # A dealer whom somebody has named stays the dealer.
            turn = None if "dealer" in sent.record else form.seat("turn", match.table)
            if form.one("next"):  # after whatever others have entered meanwhile, dealt by whom the form showed
                match.enter({**sent.record, "dealer": turn} if turn else sent.record, made, match.last_number, by)
            else:
                match.enter(sent.record, made, whole_number(form.one("seen")), by, turn)
            if draft := form.one("draft"):
                Draft.taken_over(match, whole_number(draft))
    except Refused as refused:
        return form_page(
            request,
            match,
            **sent.form(match),
            problems=sent.messages(refused.problems, match),
            status=422,
            taken_over=form.one("draft"),
        )
    except Stale:
        return _conflict(request, match, sent, form)
    return redirect(pad)


def question_of(match: Match, screen: AnyScreen, form: Posted, record: RawRecord) -> str:
    """Return what the screen asks before this record is saved; "" where it asks nothing."""
    question = screen.question(form, record, match.table)
    return match.game.say(question, language()) if question else ""


def unanswered(
    match: Match, screen: AnyScreen, form: Posted, record: RawRecord, instead_of: Entry | None = None
) -> str:
    """A question that whoever sent this has not seen yet; while the record has problems these come first."""
    question = question_of(match, screen, form, record)
    if not question or form.one("asked") == question:
        return ""
    _course, row = match.preview(match.with_dealer(record) if instead_of is None else record, instead_of=instead_of)
    return "" if row.problems else question


def _conflict(request: HttpRequest, match: Match, sent: Received, form: Posted) -> HttpResponse:
    """Another phone has entered something since the form was opened, or somebody else deals: shows it and asks."""
    match.refresh()
    newer = [row for row in match.course.rows if row.entry.number > whole_number(form.one("seen"))]
    turn = form.seat("turn", match.table)
    return form_page(
        request,
        match,
        **sent.form(match),
        status=409,
        newer=[{"row": row, "texts": ledger_texts(match, row.record, row.score)} for row in newer],
        other_dealer=not newer and turn not in (None, match.course.engine.next_dealer),
        seen=match.last_number,
        taken_over=form.one("draft"),
    )


@require_POST
def preview(request: HttpRequest, key: str, match_key: str) -> HttpResponse:
    """Show what the round would come to as typed so far: its lines, or what is wrong."""
    match = match_for(request, key, match_key, Role.SCORER)
    form = posted(request.POST)
    screen = screen_for(match, form.one("screen"))
    number = whole_number(form.one("entry"))
    entry = next((each for each in match.all_entries if each.number == number), None)
    record = screen.record(form, match.table)
    course, row = match.preview(match.with_dealer(record) if entry is None else record, instead_of=entry)
    context = form_context(
        request,
        match,
        screen,
        form.fields,
        entry=entry,
        problems=screen_messages(row.problems, screen, record, match, sent=bool(form.one("sent"))),
        filled=screen.filled(form, record, match.table),
    )
    context["correcting"] = entry is not None and row.score is not None
    context["question"] = "" if row.problems else question_of(match, screen, form, record)
    return previewed(request, match, course, row, context)


def previewed(request: HttpRequest, match: Match, course: Course, row: Row, form: Mapping[str, Any]) -> HttpResponse:
    """Show what a round that is not saved yet would come to, with the parts of its form that follow from it, for htmx.

    An entry that is corrected stands there with its points before and after. What follows for an empty field goes with the
    event `filled`, as its placeholder.
    """
    gives = outcome(match, row)
    told = [each for each in gives["result"] if each[-1] is not None] or gives["result"]
    changed = [sign.name for sign, _points, _total, was in gives["result"] if was is not None]
    context = {
        "game": match.game,
        "match": match,
        "changed": len(changed),
        "changed_names": all_of(changed) if changed else "",
        "told": told,
        "crowded": sum(len(sign.name) + len("  +10 ·") for sign, *_figures in told) > TWO_LINES,
        "winners": all_of(list(course.engine.winners)) if course.engine.over and course.engine.winners else "",
        "live": form["live"],
        "correcting": form.get("correcting", False),
        "question": form.get("question"),  # None: nothing is asked on this page
        "wrong": form["wrong"],
        **gives,
    }
    response = render(request, "entry/result.html", context)
    fields = {name: value for name, value in form["filled"].items() if isinstance(value, str)}
    return trigger_client_event(response, "filled", fields)
