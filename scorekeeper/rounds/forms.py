"""The forms of a round: the screens to choose from, the contexts of their templates, and the response of a preview."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django_htmx.http import trigger_client_event

from games.kernel.posted import Fields, Posted, seat_of
from games.kernel.problems import WRONG_SUM, Problem
from games.kernel.record import RawRecord
from games.kernel.screen import AnyScreen
from games.kernel.seats import AnyDeal, AnyTable
from games.kernel.words import Phrase
from scorekeeper.nights.columns import winners_of, won_by
from scorekeeper.nights.models import Course, Entry, Match, Row
from scorekeeper.nights.presenter import match_context, outcome, problem_messages
from scorekeeper.people.signs import Sign
from scorekeeper.rounds.adjustment import AdjustmentScreen
from scorekeeper.rounds.bids import Bids
from scorekeeper.rounds.messages import consequences
from scorekeeper.web.formatting import all_of, language
from scorekeeper.web.posted import form_key

TWO_LINES = 85  # characters that fit into two lines above the keypad on a phone


def screens_of(match: Match) -> list[AnyScreen]:
    return [*match.game.screens(match.table), AdjustmentScreen()]


def offered_screens(match: Match) -> list[AnyScreen]:
    """Return the game's screens that are offered for the coming round; all its screens if none is offered."""
    screens = match.game.screens(match.table)
    return [each for each in screens if each.is_offered(match.table, match.course.engine.coming)] or list(screens)


def usual_screen(match: Match) -> AnyScreen:
    """Return the first offered screen that is `remembered` and can show the last entry; else the first offered one.

    In a game without screens, return the screen for a manual adjustment.
    """
    screens = offered_screens(match) or screens_of(match)
    last = match.active[-1].record if match.active else {}
    return next((screen for screen in screens if screen.remembered and screen.shows(last)), screens[0])


def alternatives(match: Match, entry: Entry | None) -> list[AnyScreen]:
    """Return the screens to choose from.

    - For a new round (`entry` is None): the screens that are offered.
    - For the correction of a dealt round: all screens for dealt rounds, because the kind of round may be wrong.
    - For the correction of any other entry: [].
    """
    if entry is None:
        return offered_screens(match)
    kind = match.game.kinds(match.table).get(entry.kind)
    if kind is None or not kind.dealt:
        return []
    return [screen for screen in match.game.screens(match.table) if screen.dealt]


def screen_choices(screens: Sequence[AnyScreen], screen: AnyScreen) -> dict[str, Any]:
    """Return the screens that the form of `screen` offers instead of itself, in two lists.

    - `kinds`: one screen for each kind of round; [] if there is only one kind. Of several screens for a kind, it is the
      one labelled like `screen`, which is the same way to enter a round; else the first.
    - `ways`: all screens for the kind of round of `screen`, itself included.
    """
    kinds: dict[Phrase | None, list[AnyScreen]] = {}
    for each in screens:
        kinds.setdefault(each.kind_of_round, []).append(each)
    alike = [next((each for each in some if each.label == screen.label), some[0]) for some in kinds.values()]
    return {"kinds": alike if len(alike) > 1 else [], "ways": kinds.get(screen.kind_of_round, [])}


def screen_for(match: Match, code: str) -> AnyScreen:
    """Return the screen with this code; `usual_screen` for "". Raise Http404 for an unknown code."""
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
    """Return the problems in words; `slot` is the field beside which the screen shows the problem.

    Until the form is `sent`, problems of missing values are left out.
    """
    table = match.table
    return [
        {**problem, "slot": screen.slot(problem["slot"], record, table)}
        for problem in problem_messages(problems, match, sent=sent)
    ]


def adds_up_later(problem: Problem, record: RawRecord, table: AnyTable) -> bool:
    """Return whether the problem is a sum that is too low because numbers are still missing."""
    typed = record.get(problem.field, {})
    is_short = problem.message.phrase is WRONG_SUM and problem.message.facts["off"] < 0
    return is_short and isinstance(typed, dict) and len(typed) < len(table.players)


def deal_before(match: Match, entry: Entry | None) -> AnyDeal:
    """Return what was known right before this entry: who was to deal and to lead, and the state of the game.

    If `entry` is None, return what is known before the coming round.
    """
    if entry is None:
        return match.course.engine.coming
    return match.course_of((each, each.record) for each in match.active if each.number < entry.number).engine.coming


def dealers(match: Match) -> list[dict[str, Any]]:
    """Return the possible dealers of the entry that is being corrected (`Match.corrects`), else of the coming round.

    Each has these keys:

    - `sign`: the player's sign.
    - `deals`: whether this player is the dealer.
    - `again`: whether this player also dealt the last round; False in a correction.
    - `next`: the seat of the left neighbour.
    """
    row = match.corrected_row
    table = row.table if row else match.course.engine.seating
    deals = row.dealer if row else match.course.engine.next_dealer
    dealt = [
        each.dealer for each in match.course.rows if each.number and (row is None or each.number < (row.number or 0))
    ]
    seated = table.seated
    return [
        {
            "sign": match.signs[table.number_of(name)],
            "deals": name == deals,
            "again": bool(dealt) and name == dealt[-1] and row is None,
            "next": table.number_of(seated[(place + 1) % len(seated)]),
        }
        for place, name in enumerate(seated)
    ]


def _sitting_out(match: Match, form: Posted) -> Sign | None:
    """Return the sign of the dealer who sits out this form's round; None if the dealer plays or is not known."""
    said = form.one("dealer") or any(each["deals"] for each in dealers(match))
    out = [name for name in match.table.seated if name not in match.table.players]
    return match.signs[match.table.number_of(out[0])] if match.dealer_sits_out and said and len(out) == 1 else None


def screen_context(
    match: Match,
    screen: AnyScreen,
    form: Posted,
    entry: Entry | None = None,
    beside: Mapping[str, Any] = MappingProxyType({}),
) -> dict[str, Any]:
    """Return the variables of a screen's own template.

    `beside` has further values of the record. If the form gives a value for the same field, that value is used.
    """
    table = match.table
    record = {**beside, **screen.record(form, table)}
    pauses = _sitting_out(match, form)
    return {
        "options": table.options,
        "table": table,
        "playing": match.signs_at(table),
        "pauses": pauses,
        "leads": match.signs[table.number_of(table.left_of(pauses.name))] if pauses else None,
        "dealers": dealers(match) if screen.dealt else [],
        "dealer_sits_out": match.dealer_sits_out,
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
    """Return the context of a screen's form.

    `body` is the screen's rendered template. `live` is the HTML that a preview replaces, by the id of its element.
    """
    context = {
        **match_context(match),
        "screen": screen,
        "fields": fields,
        "seats": match.signs_at(match.table if screen.dealt else match.table.whole),
        "problems": problems,
        "entry": entry,
        "asks_dealer": screen.dealt and (match.dealer_sits_out or not screen.asks_dealer),
        **screen_context(match, screen, Posted(fields), entry),
        **more,
    }
    add_body(request, screen, context)
    return context


def add_body(request: HttpRequest, screen: AnyScreen, context: dict[str, Any]) -> None:
    """Render the screen's template with problems beside their fields, and add it to the context as `body`.

    If the template does not have a problem's field, the problem is added to `wrong`.
    """
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
    pauses, saved_dealer = context["pauses"], context["corrected"] and context["corrected"].dealer
    page: dict[str, Any] = {
        # The heading names the dealer of this form. If a dealer was chosen, links to other screens keep the choice.
        "deals": pauses.name if pauses else context["dealer"],
        "leads_in_words": match.game.opens(player=context["leads"].name).text(language())
        if pauses
        else context["opens"],
        "chosen": pauses.seat if pauses and "dealer" in fields and pauses.name != saved_dealer else None,
        "removing": _without(match, entry) if entry else "",
        "typed": bool(fields),
        **screen_choices([] if isinstance(screen, AdjustmentScreen) else alternatives(match, entry), screen),
        "trick_by_trick": entry is None and screen.dealt and match.game.trick_by_trick(match.table) is not None,
        "key": form_key(request.POST),
        "seen": request.POST.get("seen") or (entry.version if entry else match.last_number),
        "turn": seat_of(match.course.engine.next_dealer, match.table),
        "bids": bids.version if entry is None and screen.dealt and (bids := Bids.of(match)) and bids.parts else 0,
    }
    return render(request, "rounds/entry.html", page | context, status=status)


def _without(match: Match, entry: Entry) -> str:
    """Return in sentences how removing this entry affects the other entries; "" if all of them count as before."""
    others = [(each, each.record) for each in match.active if each != entry]
    return consequences(match.course, match.whole_course(others)).told


def previewed(request: HttpRequest, match: Match, course: Course, row: Row, form: Mapping[str, Any]) -> HttpResponse:
    """Return the response of a preview to htmx: the result of the typed round, and the changed pieces of the form.

    `course` and `row` are the match's course and the row with the typed record. `form` is the context of the form. For
    a correction, the result has the points before and after it.

    The client event `filled` has the values of empty fields that follow from other fields. The page shows these values
    as placeholders.
    """
    gives = outcome(match, row)
    told = [each for each in gives["result"] if each[-1] is not None] or gives["result"]
    changed = [sign.name for sign, _points, _total, was in gives["result"] if was is not None]
    later = consequences(match.course, course).told if row.entry.pk else ""
    context = {
        "game": match.game,
        "match": match,
        "changed": len(changed),
        "changed_names": all_of(changed) if changed else "",
        "told": told,
        "crowded": sum(len(sign.name) + len("  +10 ·") for sign, *_figures in told) > TWO_LINES,
        "winners": "" if match.ended_early and not row.entry.pk else won_by(winners_of(match, course)),
        "live": form["live"],
        "correcting": form.get("correcting", False),
        "later": "" if form.get("question") else later,
        "same_points_but": bool(later),
        "question": form.get("question"),  # None: this page asks no questions
        "wrong": form["wrong"],
        **gives,
    }
    response = render(request, "rounds/result.html", context)
    fields = {name: value for name, value in form["filled"].items() if isinstance(value, str)}
    return trigger_client_event(response, "filled", fields)
