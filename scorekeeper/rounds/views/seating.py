"""The page that changes who plays in a running game. A change is an entry, which the same page can correct."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.kernel.engine import SEATS
from games.kernel.problems import Problem
from games.kernel.seating import SeatChange
from scorekeeper.nights.access import match_for
from scorekeeper.nights.models import Course, Entry, Match, Refused, Row
from scorekeeper.nights.presenter import ledger_texts, match_context
from scorekeeper.people.keys import is_replay
from scorekeeper.people.models import Role
from scorekeeper.rounds.messages import consequences, corrected, ending
from scorekeeper.rounds.models import BidsDraft, PartsDraft, TrickDraft
from scorekeeper.rounds.removed import remover_of, restored, restores, say_removed_by
from scorekeeper.rounds.saving import save
from scorekeeper.rounds.who_plays import WhoPlays
from scorekeeper.web.formatting import all_of, language
from scorekeeper.web.posted import posted, whole_number
from scorekeeper.web.refusals import not_done

DISCARD = "discard"


class InTricks(Exception):
    """A refusal to change who plays, because the tricks of the round in progress would not fit the new players."""


@require_http_methods(["GET", "POST"])
def who_plays(request: HttpRequest, key: str, match_key: str) -> HttpResponse:
    """Show the form with who sits where; a POST changes who plays from now on."""
    match = match_for(request, key, match_key, Role.SCORER)
    if match.course.engine.over:
        return not_done(request, match, _("This game is over."))
    if request.method == "GET":
        return _page(request, match, WhoPlays(match))
    form = posted(request.POST)
    seen = whole_number(form.one("seen"))

    def saved(_result: object) -> HttpResponse:
        return redirect(match)

    def newer() -> list[dict[str, Any]]:
        return _told(match, [row for row in match.course.rows if row.entry.number > seen])

    typed = WhoPlays(match, form)
    if question := _unanswered(match, typed):
        return _page(request, match, typed, question=question, status=422)
    return _save(
        request,
        match,
        typed,
        lambda by, typed: match.enter(typed.record, seen, by),
        saved=saved,
        newer=newer,
    )


@require_http_methods(["GET", "POST"])
def correct_seats(request: HttpRequest, key: str, match_key: str, round_key: str) -> HttpResponse:
    """Show the form of an earlier change of who plays; a POST corrects that change."""
    match = match_for(request, key, match_key, Role.SCORER)
    entry = _change_of(match, round_key)
    shown = next((row for row in match.course.rows if row.entry == entry and row.score), None)
    filled = WhoPlays.of(match, entry) if shown else None
    if request.method == "GET":
        if entry.removed_at:
            return say_removed_by(request, match, entry)
        if filled is None:
            messages.info(request, _("This round wasn’t entered here. Remove it and enter it again."))
            return redirect(match)
        return _page(request, match, filled)
    form = posted(request.POST)
    before: list[Any] = []

    def correct(by: str, typed: WhoPlays) -> None:
        entry.refresh_from_db()
        before[:] = entry.points, match.course
        note = {"note": entry.record["note"]} if "note" in entry.record else {}
        seen = restored(match, entry, form, whole_number(form.one("seen")), by)
        match.correct(entry, typed.record | note, seen, by)

    def saved(_result: object) -> HttpResponse:
        return corrected(request, match, entry, *before)

    def newer() -> list[dict[str, Any]]:
        return _told(match, [row for row in match.course.rows if row.entry == entry])

    typed = WhoPlays(match, form, entry)
    if entry.removed_at and not restores(form):
        return _page(request, match, typed, newer=newer(), status=409)
    if question := _unanswered(match, typed):
        return _page(request, match, typed, question=question, status=422)
    return _save(request, match, typed, correct, saved=saved, newer=newer)


def _unanswered(match: Match, typed: WhoPlays) -> str:
    """Return the sentences to confirm before the form is saved.

    They say which entries would no longer count, and that the game would be over. Return "" in three cases:
    - There are no such sentences.
    - They are confirmed.
    - The form changes nothing, or the change has problems.
    """
    if typed.changes_nothing:
        return ""
    course, row = match.preview(typed.record, typed.entry)
    if row.problems or row.score is None:
        return ""
    ends = ending(match, match.course, course) if course.engine.over else ""
    asked = " ".join(filter(None, (consequences(match.course, course).asked, ends)))
    return "" if typed.form.one("asked") == asked else asked


def _change_of(match: Match, key: str) -> Entry:
    return get_object_or_404(match.entries, key=key, record__kind=SEATS)


def _told(match: Match, rows: Sequence[Row]) -> list[dict[str, Any]]:
    return [{"row": row, "texts": ledger_texts(match, row.record, row.score)} for row in rows]


def _save(request: HttpRequest, match: Match, typed: WhoPlays, change: Any, *, saved: Any, newer: Any) -> HttpResponse:
    """Save a change of who plays, as typed; return the response for the outcome.

    - `change` makes or corrects the entry. It gets the actor's name and the WhoPlays of the match's latest state.
    - `saved` returns the response after success.
    - `newer` returns in words what other phones have changed since the form was opened. This is shown after Stale.

    Special cases:

    - If the change is refused or names an unknown player, show the form again with status 422.
    - If the form changes nothing but restores a removed entry, save it.
    - Any other form that changes nothing is stale if Pocket has processed it before, or if players at its seats have
      left meanwhile (`WhoPlays.lost`). If it is not stale, redirect to the pad.
    - If the field `draft` is DISCARD, discard all drafts of the coming round. Without DISCARD, a draft in tricks
      forbids a change of the players or of whether the dealer sits out.
    """
    form = typed.form

    def verb(by: str) -> None:
        now = WhoPlays(match, form, typed.entry)
        discards = form.one("draft") == DISCARD
        drafts = PartsDraft.current(match), BidsDraft.current(match), TrickDraft.current(match)
        if drafts[-1] is not None and not discards and now.moves_people:
            raise InTricks
        change(by, now)
        if discards:
            for draft in filter(None, drafts):
                draft.discard(draft.version)

    def refused(problems: Sequence[Problem]) -> HttpResponse:
        if typed.entry:  # it may have been restored before the correction was refused
            match.refresh()
            typed.entry.refresh_from_db()
        return _page(request, match, typed, wrong=_in_words(match, problems), status=422)

    def stale() -> HttpResponse:
        return _page(request, match, WhoPlays(match, form, typed.entry), newer=newer(), status=409)

    if typed.names_unknown:
        return _page(request, match, typed, wrong=[_("Nobody in this group has that name.")], status=422)
    if typed.changes_nothing and not restores(form):
        if typed.lost or is_replay():
            return stale()
        messages.info(request, _("Nothing changes so far.") if typed.entry else _("Everyone plays on as before."))
        return redirect(match)
    try:
        return save(request, match, verb, saved=saved, refused=refused, stale=stale)
    except InTricks:
        first = _("Round %(number)s is being written down trick by trick. Finish it first, or discard it below.")
        return _page(request, match, typed, wrong=[first % {"number": match.course.rounds_played + 1}], status=422)


@require_POST
def preview(request: HttpRequest, key: str, match_key: str) -> HttpResponse:
    """Return the preview to htmx: the effects of the change, or the problems that make it impossible."""
    match = match_for(request, key, match_key, Role.SCORER)
    form = posted(request.POST)
    entry = _change_of(match, form.one("entry")) if form.one("entry") else None
    typed = WhoPlays(match, form, entry)
    context: dict[str, Any] = {"group": match.night.group, "match": match, "entry": entry}
    if not typed.changes_nothing or restores(form):
        course, row = match.preview(typed.record, entry)
        context |= _what_changes(match, course, row)
    return render(request, "rounds/parts/who_plays_result.html", context)


def _in_words(match: Match, problems: Sequence[Problem]) -> list[str]:
    return [match.game.say_problem(problem, language()) for problem in problems]


def _what_changes(match: Match, course: Course, row: Row) -> dict[str, Any]:
    """Return the effects of a change of who plays, or its problems as `wrong`.

    - `sentence`: the change in words.
    - `dealer`: the next dealer; "" if the game is over.
    - `title`: the game's new name; "" if it stays the same.
    - `hand_size`: the new number of cards for each player; 0 if it stays the same.
    - `later`: how a correction affects other entries.
    - `ends`: the sentence that the game is over after the change; "" if it is not.
    """
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
        "partners": _partners(match, row),
        "later": consequences(match.course, course).told if row.entry.pk else "",
        "ends": ending(match, match.course, course) if engine.over else "",
    }


def _without(match: Match, entry: Entry) -> Course:
    return match.whole_course((each, each.record) for each in match.active if each != entry)


def _partners(match: Match, row: Row) -> list[tuple[str, str]]:
    """Return the players who take over a seat in a team, each with the names of their partners."""
    heirs = row.score.change.heirs.values() if row.score and isinstance(row.score.change, SeatChange) else ()
    teams = match.game.teams(row.table)
    return [
        (heir, all_of([each for each in team if each != heir]))
        for heir in heirs
        for team in teams
        if heir in team and len(team) > 1
    ]


def _why_not(match: Match, typed: WhoPlays) -> dict[str, str]:
    """Return why no player can leave without an heir (`leaving`), and why none can join (`joining`).

    A reason is "" if the step is possible.
    """
    engine = typed.engine
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
    engine, form, entry = typed.engine, typed.form, typed.entry
    tricks, parts = TrickDraft.current(match), PartsDraft.current(match)
    sitting = typed.sitting
    seats = [str(sign.seat) for sign in sitting]
    playing = len(engine.seating.players)
    may_sit_out = not match.game.keeps_seats(engine.seating.options) and any(
        match.game.lets_dealer_sit_out(count, engine.seating.options)
        for count in {playing - 1, playing} & {*match.game.seats_with(engine.seating.options)}
    )
    newest = entry.version if entry else match.last_number
    context = {
        **match_context(match),
        "entry": entry,
        "removing": consequences(match.course, _without(match, entry)).told if entry and not entry.removed_at else "",
        "removed_by": remover_of(entry) if entry and entry.removed_at else "",
        "fields": form.fields,
        "teams": [
            side.people for side in match.sides_of([sign.seat for sign in sitting], match.totals) if side.members
        ],
        "lost": typed.lost if status == 409 else [],
        "sitting": [
            {
                "sign": sign,
                "total": engine.totals[sign.name],
                "place": form.one(f"place-{sign.seat}") or str(index),
                "said": typed.value(f"seat-{sign.seat}"),
                "name": form.one(f"name-{sign.seat}"),
            }
            for index, sign in enumerate(sitting, 1)
        ],
        "others": typed.others,
        "joins": typed.value("joins"),
        "name": form.one("name"),
        "start": form.one("start") or "zero",
        "start_number": form.one("start_number"),
        "after": form.one("after") if form.one("after") in seats else seats[-1],
        "last_total": engine.totals[engine.ranking[-1][0]],
        "average": round(sum(engine.standing.values()) / playing),
        "may_sit_out": may_sit_out or engine.seating.sits_out,
        "sits_out": form.one("sits_out") == "dealer" if "sits_out" in form.fields else engine.seating.sits_out,
        "why_not": _why_not(match, typed),
        "in_tricks": tricks is not None,
        "in_parts": parts is not None and bool(parts.given),
        "draft": form.one("draft"),
        "wrong": wrong or [],
        "seen": newest if status == 409 else form.one("seen") or newest,
        **more,
    }
    return render(request, "rounds/who_plays.html", context, status=status)
