"""Seating in a running game: a page reached from the pad, saved as an entry."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.kernel.problems import Problem
from scorekeeper.nights.access import match_for
from scorekeeper.nights.models import Course, Match, Refused, Row, Stale
from scorekeeper.nights.presenter import ledger_texts, match_context
from scorekeeper.people.access import actor
from scorekeeper.people.models import Role
from scorekeeper.rounds.models import BidsDraft, PartsDraft, TrickDraft
from scorekeeper.rounds.who_plays import WhoPlays
from scorekeeper.server.write_queue import write_transaction
from scorekeeper.web.formatting import language
from scorekeeper.web.posted import posted, whole_number

DISCARD = "discard"


@require_http_methods(["GET", "POST"])
def who_plays(request: HttpRequest, key: str, match_key: str) -> HttpResponse:
    """Show who sits where; a POST changes who plays from now on."""
    match = match_for(request, key, match_key, Role.SCORER)
    if match.course.engine.over:
        messages.info(request, _("This game is over."))
        return redirect(match)
    if request.method == "GET":
        return _page(request, match, WhoPlays(match))
    form = posted(request.POST)
    typed = WhoPlays(match, form)
    if typed.changes_nothing:
        messages.info(request, _("Nothing changes so far."))
        return redirect(match)
    by = actor(request, match.night.group)
    try:
        with write_transaction(match.night.group):
            match.lock()
            typed = WhoPlays(match, form)
            if wrong := _in_progress(typed):
                return _page(request, match, typed, wrong=wrong, status=422)
            drafts = parts, bids, _tricks = (
                PartsDraft.current(match),
                BidsDraft.current(match),
                TrickDraft.current(match),
            )
            sat = _numbers(match)
            match.enter(typed.record, whole_number(form.one("seen")), by)
            if form.one("draft") == DISCARD:
                for draft in filter(None, drafts):
                    draft.discard(draft.version)
            else:
                for begun in filter(None, (parts, bids)):
                    begun.forget_players(sat - _numbers(match), by)
    except Refused as refused:
        return _page(request, match, typed, wrong=_in_words(match, refused.problems), status=422)
    except Stale:
        match.refresh()
        newer = [row for row in match.course.rows if row.entry.number > whole_number(form.one("seen"))]
        told = [{"row": row, "texts": ledger_texts(match, row.record, row.score)} for row in newer]
        return _page(request, match, WhoPlays(match, form), newer=told, status=409)
    return redirect(match)


@require_POST
def preview(request: HttpRequest, key: str, match_key: str) -> HttpResponse:
    """Show what would change and who would deal, or why it is impossible; for htmx."""
    match = match_for(request, key, match_key, Role.SCORER)
    typed = WhoPlays(match, posted(request.POST))
    context: dict[str, Any] = {"group": match.night.group, "match": match}
    if not typed.changes_nothing:
        course, row = match.preview(typed.record)
        context |= _what_changes(match, course, row)
    return render(request, "rounds/parts/who_plays_result.html", context)


def _numbers(match: Match) -> set[str]:
    """Return the seat numbers of those who sit here, as forms have them."""
    return {str(number) for number, _ in match.course.engine.seating.numbered}


def _in_words(match: Match, problems: Any) -> list[str]:
    return [match.game.say(problem.message, language()) for problem in problems]


def _what_changes(match: Match, course: Course, row: Row) -> dict[str, Any]:
    """Return the context of a change: the sentence, who would deal, another game, cards or end; or the problems."""
    problems: list[Problem] = [*row.problems]
    try:
        match.newcomers(course)
    except Refused as refused:
        problems += refused.problems
    if problems or row.score is None:
        return {"wrong": _in_words(match, problems)}
    engine, before = course.engine, match.course.engine
    game, seats = match.game, len(engine.table.players)
    title, was = (
        game.title(len(each.table.players), each.seating.options).text(language()) for each in (engine, before)
    )
    return {
        "sentence": game.say(game.result(match.table, row.score), language()),
        "dealer": engine.next_dealer,
        "sits_out": engine.seating.sits_out,
        "winners": engine.winners,
        "title": title if title != was else "",
        "hand_size": engine.table.hand_size if engine.table.hand_size != before.table.hand_size else 0,
        "seats": seats,
    }


def _in_progress(typed: WhoPlays) -> list[str]:
    """Return the sentence on a round in progress that other players could not go on with; none if there is none."""
    match = typed.match
    if typed.form.one("draft") == DISCARD or not typed.moves_people or TrickDraft.current(match) is None:
        return []
    return [
        _("Round %(number)s is being written down trick by trick. Finish it first, or discard it below.")
        % {"number": match.course.rounds_played + 1}
    ]


def _why_not(match: Match) -> dict[str, str]:
    """Return the reasons why nobody can leave, or join, without anything else changing; "" where it is possible."""
    engine = match.course.engine
    players = list(engine.seating.players)
    found = {}
    for what, others in (("leaving", players[:-1]), ("joining", [*players, "…"])):
        tried = engine.branch().enter({"kind": "seats", "players": others})
        found[what] = " ".join(dict.fromkeys(_in_words(match, tried.problems)))
    return found


def _page(
    request: HttpRequest,
    match: Match,
    typed: WhoPlays,
    *,
    wrong: list[str] | None = None,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    engine, form = match.course.engine, typed.form
    tricks, parts = TrickDraft.current(match), PartsDraft.current(match)
    sitting = [match.signs[number] for number, _name in engine.seating.numbered]
    playing = len(engine.seating.players)
    may_sit_out = not match.game.keeps_seats(engine.seating.options) and any(
        match.game.lets_dealer_sit_out(count, engine.seating.options)
        for count in {playing - 1, playing} & {*match.game.seats_with(engine.seating.options)}
    )
    context = {
        **match_context(match),
        "fields": form.fields,
        "sitting": [
            {
                "sign": sign,
                "total": engine.totals[sign.name],
                "place": form.one(f"place-{sign.seat}") or str(index),
                "said": form.one(f"seat-{sign.seat}"),
                "name": form.one(f"name-{sign.seat}"),
            }
            for index, sign in enumerate(sitting, 1)
        ],
        "others": typed.others,
        "joins": form.one("joins"),
        "name": form.one("name"),
        "start": form.one("start") or "zero",
        "start_number": form.one("start_number"),
        "after": form.one("after") or str(sitting[-1].seat),
        "last_total": engine.totals[engine.ranking[-1][0]],
        "average": round(sum(engine.standing.values()) / playing),
        "may_sit_out": may_sit_out or engine.seating.sits_out,
        "sits_out": form.one("sits_out") == "dealer" if "sits_out" in form.fields else engine.seating.sits_out,
        "why_not": _why_not(match),
        "in_tricks": tricks is not None,
        "in_parts": parts is not None and bool(parts.given),
        "draft": form.one("draft"),
        "wrong": wrong or [],
        "seen": match.last_number if status == 409 else form.one("seen") or match.last_number,
        **more,
    }
    return render(request, "rounds/who_plays.html", context, status=status)
