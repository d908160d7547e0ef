"""The page on which house rules of a match are changed. It shows the effect on the match's rounds first."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from games.kernel.engine import AFTER_THE_END
from games.kernel.posted import Posted
from games.kernel.seats import AnyTable
from scorekeeper.nights.access import match_for
from scorekeeper.nights.columns import Columns, speaker
from scorekeeper.nights.house_rules import OptionField, add_messages, option_fields
from scorekeeper.nights.models import Course, Match, Refused, Stale
from scorekeeper.nights.presenter import match_context
from scorekeeper.nights.titles import names_before
from scorekeeper.people.models import Role
from scorekeeper.rounds.bids_page import BidsSoFar
from scorekeeper.rounds.meanwhile import Meanwhile, has_changed
from scorekeeper.rounds.messages import consequences, ending, say_consequences
from scorekeeper.rounds.saving import changing
from scorekeeper.web.formatting import all_of, language, signed_amount
from scorekeeper.web.posted import posted


@require_http_methods(["GET", "POST"])
def options(request: HttpRequest, key: str, match_key: str) -> HttpResponse:
    """Show the form of the house rules. A POST shows the effect of the typed rules on every round."""
    match = match_for(request, key, match_key, Role.SCORER)
    if request.method == "GET":
        return _options_page(request, match, option_fields(match.game, match.options))
    form = posted(request.POST)
    typed = match.game.options.typed(form)
    fields = option_fields(match.game, typed, form)
    try:
        table = match.table_with_new(typed)
    except Refused as refused:
        add_messages(fields, refused.problems)
        of_table = [each.text(language()) for each in refused.problems if not each.field.startswith("options.")]
        return _options_page(request, match, fields, status=422, of_table=of_table)
    if not form.one("sure"):
        return _question(request, match, form, fields, table)
    try:
        with changing(request, match) as by:
            if has_changed(match, form):
                raise Stale
            before = match.course
            match.change_options(typed, by)
    except Stale:
        return _question(request, match, form, fields, table)
    say_consequences(request, consequences(before, match.course).told)
    return redirect(match)


def _question(
    request: HttpRequest, match: Match, form: Posted, fields: list[OptionField], table: AnyTable
) -> HttpResponse:
    """Ask for confirmation of the form's rules, and show their effect on every round."""
    after = match.whole_course([(entry, entry.record) for entry in match.active], table)
    bids = BidsSoFar.of(match)
    is_shown = bids is not None and bids.is_secret and not match.game.keeps_bids_secret(table.options)
    revealed = all_of([sign.name for sign in bids.done]) if bids and is_shown else ""
    newer = {"meanwhile": Meanwhile(match, form), "status": 409} if has_changed(match, form) else {"status": 422}
    return _options_page(request, match, fields, revealed=revealed, **newer, **_compared(match, after))


def _compared(match: Match, after: Course) -> dict[str, Any]:
    """Return the effects of other house rules: on every round, on the totals, and on the end."""
    shown = Columns(match)
    rounds = [
        {
            "before": old,
            "changes": list(old.points) != list(new.points),
            "cells": list(zip(shown.points(old), shown.points(new), strict=True)),
        }
        for old, new in zip(match.course.rows, after.rows, strict=True)
    ]
    sums = _compared_sums(match, match.course, after)
    return {
        "compared": rounds,
        "changed": sum(each["changes"] for each in rounds),
        "sums": sums,
        "pays_otherwise": any(each.get("money_now") != each.get("money_then") for each in sums),
        "ends": ending(match, match.course, after),
        "lost": "" if after.engine.over else consequences(match.course, after).lost,
        "troubles": [
            problem.text(language())
            for row in after.rows
            for problem in row.problems
            if problem.message.phrase is not AFTER_THE_END
        ],
    }


def _compared_sums(match: Match, now: Course, then: Course) -> list[dict[str, Any]]:
    """Return the totals by the present and by the new rules, for each side and for each player who has left."""
    sums: list[dict[str, Any]] = [
        {"sign": sign, "now": now.totals[sign.seat], "then": then.totals[sign.seat]}
        for sign in (*match.sides, *match.have_left)
    ]
    paid, to_pay = now.engine.balances, then.engine.balances
    if paid is None and to_pay is None:
        return sums
    for each in sums:
        name = speaker(each["sign"])
        each["money_now"] = _money(now, name)
        each["money_then"] = _money(then, name)
    return sums


def _money(course: Course, name: str) -> str:
    balances = course.engine.balances
    return signed_amount(balances[name] if balances else 0, course.engine.table.options.currency)


def _options_page(
    request: HttpRequest, match: Match, fields: list[OptionField], status: int = 200, **more: Any
) -> HttpResponse:
    names = names_before(match.night.group, match.game_slug, fields)
    context = {
        **match_context(match),
        "option_fields": fields,
        "names_before": names,
        "seats": match.signs,
        "typed": request.method == "POST",
        **more,
    }
    return render(request, "rounds/options.html", context, status=status)
