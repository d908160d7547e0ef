"""The page that changes who plays in a running game. A change is an entry, which the same page can correct."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.kernel.posted import Posted
from games.kernel.problems import Problem
from games.kernel.words import Phrase, isolated
from scorekeeper.nights.access import match_for
from scorekeeper.nights.models import TRICKS, Course, Match, Refused, Row, Stale
from scorekeeper.nights.presenter import match_context
from scorekeeper.people.keys import is_replay
from scorekeeper.people.models import Role
from scorekeeper.rounds.meanwhile import Meanwhile, refuse_stale
from scorekeeper.rounds.messages import consequences, ending
from scorekeeper.rounds.saving import changing
from scorekeeper.rounds.who_plays import WhoPlays
from scorekeeper.web.formatting import language
from scorekeeper.web.posted import posted
from scorekeeper.web.refusals import not_done

IN_TRICKS = Phrase(
    "in_tricks",
    de="Runde {number} wird gerade Stich für Stich mitgeschrieben.",
    en="Round {number} is being written down trick by trick.",
)


@require_http_methods(["GET", "POST"])
def who_plays(request: HttpRequest, key: str, match_key: str) -> HttpResponse:
    """Show the form with who sits where; a POST changes who plays from now on."""
    match = match_for(request, key, match_key, Role.SCORER)
    if match.course.engine.over:
        return not_done(request, match, _("This game is over."))
    if request.method == "GET":
        return _page(request, match, WhoPlays(match))
    form = posted(request.POST)
    typed = WhoPlays(match, form)
    if typed.names_unknown:
        return _page(request, match, typed, wrong=[_("Nobody in this group has that name.")], status=422)
    if question := _unanswered(match, typed):
        return _page(request, match, typed, question=question, status=422)
    try:
        with changing(request, match) as by:
            _change(match, form, by)
    except Refused as refused:
        return _page(request, match, typed, wrong=_in_words(match, refused.problems), status=422)
    except Stale:
        return _page(request, match, WhoPlays(match, form), meanwhile=Meanwhile(match, form), status=409)
    return redirect(match)


def _change(match: Match, form: Posted, by: str) -> None:
    """Change who plays as the form says; do nothing if all stays as it is."""
    refuse_stale(match, form, last=True)
    typed = WhoPlays(match, form)
    if typed.changes_nothing:
        if is_replay():  # a phone has done it: it waits for an answer rather than for a change that never comes
            raise Stale
        return
    if match.draft.form == TRICKS and typed.moves_people:
        raise Refused([Problem("", IN_TRICKS(number=match.course.rounds_played + 1))])
    match.enter(typed.record, match.last_number, by)


def _unanswered(match: Match, typed: WhoPlays) -> str:
    """Return the sentences to confirm before the form is saved."""
    if typed.changes_nothing:
        return ""
    course, row = match.preview(typed.record)
    if row.problems or row.score is None:
        return ""
    ends = ending(match, match.course, course) if course.engine.over else ""
    asked = " ".join(filter(None, (consequences(match.course, course).asked, ends)))
    return "" if typed.form.one("asked") == asked else asked


@require_POST
def preview(request: HttpRequest, key: str, match_key: str) -> HttpResponse:
    """Return the preview to htmx: the effects of the change, or the problems that make it impossible."""
    match = match_for(request, key, match_key, Role.SCORER)
    form = posted(request.POST)
    typed = WhoPlays(match, form)
    context: dict[str, Any] = {"group": match.night.group, "match": match, "chairs": typed.chairs}
    if not typed.changes_nothing:
        course, row = match.preview(typed.record)
        context |= _what_changes(match, course, row)
    return render(request, "rounds/parts/who_plays_result.html", context)


def _in_words(match: Match, problems: Sequence[Problem]) -> list[str]:
    return [match.game.say_problem(problem, language()) for problem in problems]


def _what_changes(match: Match, course: Course, row: Row) -> dict[str, Any]:
    """Return the effects of a change of who plays, or its problems as `wrong`."""
    problems: list[Problem] = [*row.problems]
    try:
        match.newcomers(course)
    except Refused as refused:
        problems += refused.problems
    if problems or row.score is None:
        return {"wrong": _in_words(match, problems)}
    engine, before = course.engine, match.course.engine
    game = match.game
    title, was = (
        game.title(len(each.table.players), each.seating.options).text(language()) for each in (engine, before)
    )
    return {
        "sentence": game.say(game.result(match.table, row.score), language()),
        "dealer": "" if engine.over else engine.next_dealer,
        "sits_out": engine.seating.sits_out,
        "title": title if title != was else "",
        "hand_size": engine.table.hand_size if engine.table.hand_size != before.table.hand_size else 0,
        "ends": ending(match, match.course, course) if engine.over else "",
    }


def _page(
    request: HttpRequest,
    match: Match,
    typed: WhoPlays,
    *,
    wrong: list[str] | None = None,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    engine, form, options = typed.engine, typed.form, typed.engine.seating.options
    sitting = typed.sitting
    seats = [str(sign.seat) for sign in sitting]
    playing = len(engine.seating.players)
    choice = any(match.game.lets_choose_who_sits_out(count, options) for count in (playing - 1, playing, playing + 1))
    context = {
        **match_context(match),
        "fields": form.fields,
        "chairs": typed.chairs,
        "sitting": [
            {
                "sign": sign,
                "total": engine.totals[sign.name],
                "said": typed.value(f"seat-{sign.seat}"),
                "name": form.one(f"name-{sign.seat}"),
                "swap": form.one(f"swap-{sign.seat}"),
            }
            for sign in sitting
        ],
        "opened": form.one("chair"),
        "others": typed.others,
        "joins": typed.value("joins"),
        "name": form.one("name"),
        "start": form.one("start") or "zero",
        "start_number": form.one("start_number"),
        "after": form.one("after") if form.one("after") in seats else seats[-1],
        "last_name": isolated(engine.ranking[-1][0]),
        "last_total": engine.totals[engine.ranking[-1][0]],
        "average": round(sum(engine.standing.values()) / playing),
        "may_sit_out": choice,
        "sits_out": typed.sits_out,
        "in_tricks": match.draft.form == TRICKS,
        "wrong": wrong or [],
        "seen": match.last_number if status == 409 else form.one("seen") or match.last_number,
        **more,
    }
    return render(request, "rounds/who_plays.html", context, status=status)
