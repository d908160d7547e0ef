"""The pages before the first trick and after the last one of a round that is entered trick by trick."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.kernel.posted import Fields, Posted, seat_of
from games.kernel.problems import Problem
from games.kernel.screen import AnyScreen
from scorekeeper.nights.presenter import outcome, problem_messages, revokes
from scorekeeper.rounds.forms import add_body
from scorekeeper.rounds.messages import consequences
from scorekeeper.rounds.round_form import RoundForm
from scorekeeper.rounds.trick_pages import TrickPages
from scorekeeper.rounds.tricks import Tricks
from scorekeeper.web.formatting import language


def first_fields(pages: TrickPages, draft: Tricks) -> Fields:
    fields = pages.asked.before.fields(draft.record, draft.table) if pages.asked.before else {}
    return {"dealer": [seat_of(draft.record.get("dealer"), draft.table)], **fields}


def first_problems(pages: TrickPages, draft: Tricks, record: Mapping[str, Any]) -> list[Problem]:
    """Return the problems of the answers to what is asked before the first trick. `record` has these answers."""
    whole = {key: value for key, value in {**draft.full_record, **record}.items() if value is not None}
    _course, row = pages.match.preview(whole, instead_of=pages.entry)
    asked = {"", "kind", "dealer", *record}
    return [problem for problem in row.problems if problem.field.partition(".")[0] in asked]


def first_page(
    pages: TrickPages,
    draft: Tricks,
    fields: Fields,
    *,
    problems: Sequence[Problem] = (),
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    context = pages.context(draft) | {"fields": fields, "screen": pages.asked.before, **more}
    add_part(pages.request, draft.round_form, context, pages.asked.before, draft.full_record, problems)
    return render(pages.request, "tricks/first.html", context, status=status)


def add_part(
    request: HttpRequest,
    round_form: RoundForm,
    context: dict[str, Any],
    screen: AnyScreen | None,
    record: Mapping[str, Any],
    problems: Sequence[Problem],
    *,
    sent: bool = True,
) -> None:
    """Add the game's own questions to a page's context, as `body`, with problems beside their fields."""
    context["seats"] = round_form.seats
    if screen is None:
        context |= {"problems": problem_messages(problems, round_form.match, sent=sent), "body": "", "live": {}}
        context["wrong"] = context["problems"]
        return
    context |= {
        "problems": round_form.messages(problems, screen, record, sent=sent),
        **round_form.context(screen, Posted(context["fields"]), record),
    }
    add_body(request, screen, context)


def end_record(pages: TrickPages, draft: Tricks, form: Posted) -> dict[str, Any]:
    """Return what the last page adds to the record: the game's own fields, and `note`, which is None if empty."""
    record = pages.asked.after.record(form, draft.table) if pages.asked.after else {}
    return record | {"note": form.one("note") or None}


def end_fields(pages: TrickPages, draft: Tricks) -> Fields:
    fields = pages.asked.after.fields(draft.full_record, draft.table) if pages.asked.after else {}
    return {"note": [str(draft.record.get("note", ""))], **fields}


def end_page(
    pages: TrickPages,
    draft: Tricks,
    fields: Fields,
    *,
    problems: Sequence[Problem] = (),
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    match, entry, after = pages.match, pages.entry, pages.asked.after
    course, row = match.preview(draft.full_record, instead_of=entry)
    context = pages.context(draft) | {
        "fields": fields,
        "screen": after,
        "last": entry.version if entry else match.last_number,
        **more,
        "unfolded": entry or draft.progress.problems,
        "revokes": revokes(match.game, draft.progress.revokes),
        "later": consequences(match.course, course).told if entry and row.score else "",
        **outcome(match, row),
    }
    if after is None and not problems:
        problems = row.problems
    of_round = [problem for problem in problems if problem.field.partition(".")[0] != "tricks"]
    typed = draft.completed(after.record(Posted(fields), draft.table)) if after else draft.full_record
    add_part(pages.request, draft.round_form, context, after, typed, of_round)
    context["above"] = [problem.text(language()) for problem in problems if problem.field == "tricks"] or context[
        "above"
    ]
    return render(pages.request, "tricks/end.html", context, status=status)
