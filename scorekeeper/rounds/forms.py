"""The pages of a round's form, and the response of a preview."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django_htmx.http import trigger_client_event

from games.kernel.posted import Fields, Posted, seat_of
from games.kernel.problems import WRONG_SUM, Problem
from games.kernel.record import RawRecord
from games.kernel.screen import AnyScreen
from games.kernel.seats import AnyTable
from games.kernel.words import Phrase
from scorekeeper.nights.columns import winners_of, won_by
from scorekeeper.nights.models import Course, Entry, Match, Row
from scorekeeper.nights.presenter import match_context, outcome
from scorekeeper.rounds.adjustment import AdjustmentScreen
from scorekeeper.rounds.messages import consequences
from scorekeeper.rounds.round_form import RoundForm
from scorekeeper.web.formatting import all_of, language
from scorekeeper.web.posted import form_key

TWO_LINES = 85  # characters that fit into two lines above the keypad on a phone


def screen_choices(screens: Sequence[AnyScreen], screen: AnyScreen) -> dict[str, Any]:
    """Return the screens that the form of `screen` offers instead of itself, in two lists."""
    kinds: dict[Phrase | None, list[AnyScreen]] = {}
    for each in screens:
        kinds.setdefault(each.kind_of_round, []).append(each)
    alike = [next((each for each in some if each.label == screen.label), some[0]) for some in kinds.values()]
    return {"kinds": alike if len(alike) > 1 else [], "ways": kinds.get(screen.kind_of_round, [])}


def adds_up_later(problem: Problem, record: RawRecord, table: AnyTable) -> bool:
    """Return whether the problem is a sum that is too low because numbers are still missing."""
    typed = record.get(problem.field, {})
    is_short = problem.message.phrase is WRONG_SUM and problem.message.facts["off"] < 0
    return is_short and isinstance(typed, dict) and len(typed) < len(table.players)


def form_context(
    request: HttpRequest,
    round_form: RoundForm,
    screen: AnyScreen,
    fields: Fields,
    *,
    problems: Sequence[Mapping[str, str]],
    **more: Any,
) -> dict[str, Any]:
    """Return the context of a screen's form. `body` is the screen's rendered template."""
    context = {
        **match_context(round_form.match),
        "screen": screen,
        "fields": fields,
        "seats": round_form.seats if screen.dealt else round_form.match.signs_at(round_form.table.whole),
        "problems": problems,
        "entry": round_form.entry,
        **round_form.context(screen, Posted(fields)),
        **more,
    }
    add_body(request, screen, context)
    return context


def add_body(request: HttpRequest, screen: AnyScreen, context: dict[str, Any]) -> None:
    """Render the screen's template with problems beside their fields, and add it to the context as `body`."""
    context |= {"beside": set(), "live": {}}
    context["body"] = render_to_string(screen.template, context, request)
    context["wrong"] = [problem for problem in context["problems"] if problem["slot"] not in context["beside"]]


def form_page(
    request: HttpRequest,
    round_form: RoundForm,
    screen: AnyScreen,
    fields: Fields,
    *,
    problems: Any = (),
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    match, entry, bids = round_form.match, round_form.entry, round_form.bids
    context = form_context(
        request,
        round_form,
        screen,
        fields,
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
        **screen_choices([] if isinstance(screen, AdjustmentScreen) else round_form.alternatives, screen),
        "trick_by_trick": entry is None and screen.dealt and match.game.trick_by_trick(round_form.table) is not None,
        "key": form_key(request.POST),
        "seen": request.POST.get("seen") or (entry.version if entry else match.last_number),
        "turn": seat_of(match.course.engine.next_dealer, round_form.table),
        "bids": bids.version if screen.dealt and bids else 0,
    }
    return render(request, "rounds/entry.html", page | context, status=status)


def _without(match: Match, entry: Entry) -> str:
    """Return in sentences how removing this entry affects the other entries; "" if all of them count as before."""
    others = [(each, each.record) for each in match.active if each != entry]
    return consequences(match.course, match.whole_course(others)).told


def previewed(request: HttpRequest, match: Match, course: Course, row: Row, form: Mapping[str, Any]) -> HttpResponse:
    """Return the response of a preview to htmx: the result of the typed round, and the changed pieces of the form."""
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
