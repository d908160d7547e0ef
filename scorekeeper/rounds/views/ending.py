"""The views that change the state of a game, e.g. end, reopen, delete or restore it."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.kernel.engine import LAST, MOST_LAST_ROUNDS
from scorekeeper.nights.access import match_for, refuse_other_rules
from scorekeeper.nights.models import Match, Refused, Stale
from scorekeeper.people.access import group_for
from scorekeeper.people.models import Role
from scorekeeper.rounds.meanwhile import Meanwhile, refuse_stale
from scorekeeper.rounds.saving import changing
from scorekeeper.web.error_pages import Deleted
from scorekeeper.web.formatting import language
from scorekeeper.web.posted import form_key, posted, whole_number
from scorekeeper.web.refusals import not_done

USUAL_NUMBERS = (1, 2, 3, 4, 5)


@require_POST
def close(request: HttpRequest, key: str, match_key: str) -> HttpResponse:
    match = match_for(request, key, match_key, Role.SCORER)
    with changing(request, match) as by:
        match.close(by)
    return redirect(match)


@require_POST
def reopen(request: HttpRequest, key: str, match_key: str) -> HttpResponse:
    match = match_for(request, key, match_key, Role.SCORER)
    with changing(request, match) as by:
        match.reopen(by)
    return redirect(match)


@require_http_methods(["GET", "POST"])
def how_long(request: HttpRequest, key: str, match_key: str) -> HttpResponse:
    """Ask how many more rounds are dealt before the game ends; a POST saves the number as an entry."""
    match = match_for(request, key, match_key, Role.SCORER)
    left = match.course.engine.rounds_by_its_rules
    most = MOST_LAST_ROUNDS if left is None else min(left, MOST_LAST_ROUNDS)
    if match.course.engine.over:
        return not_done(request, match, _("This game is over."))
    if most == 0:
        return not_done(request, match, _("All rounds are played."))
    if request.method == "GET":
        return _how_long_page(request, match, most)
    typed = request.POST.get("rounds", "") or request.POST.get("number", "")
    rounds = whole_number(typed.strip())
    if not 1 <= rounds <= most:
        said = _("Enter a number of rounds from 1 to %(most)s.") % {"most": most}
        return _how_long_page(request, match, most, said, 422)
    try:
        with changing(request, match) as by:
            refuse_stale(match, posted(request.POST))
            match.enter({"kind": LAST, "rounds": rounds}, match.last_number, by)
    except Refused as refused:
        return _how_long_page(request, match, most, " ".join(each.text(language()) for each in refused.problems), 422)
    except Stale:
        if match.course.engine.over:
            return not_done(request, match, _("This game is over."))
        return _how_long_page(request, match, most, status=409, meanwhile=Meanwhile(match, posted(request.POST)))
    return redirect(match)


def _how_long_page(
    request: HttpRequest, match: Match, most: int, problem: str = "", status: int = 200, **more: Any
) -> HttpResponse:
    context = {
        "match": match,
        "group": match.night.group,
        "usual": [number for number in USUAL_NUMBERS if number <= most],
        "typed": request.POST.get("rounds", "") or request.POST.get("number", ""),
        "problem": problem,
        "left": match.course.engine.rounds_left,
        "key": form_key(request.POST),
        **more,
    }
    return render(request, "rounds/how_long.html", context, status=status)


@require_POST
def go_on(request: HttpRequest, key: str, match_key: str) -> HttpResponse:
    """Go on with an unfinished game: redirect to its pad, and delete the untouched game (`instead`) in its place."""
    match = match_for(request, key, match_key, Role.SCORER)
    group = match.night.group
    instead = Match.objects.not_deleted().filter(night__group=group, key=request.POST.get("instead", "")).first()
    if instead is not None and instead != match:
        instead.night.group = group
        with changing(request, instead) as by:
            if instead.is_untouched:
                instead.soft_delete(by)
    return redirect(match)


@require_http_methods(["GET", "POST"])
def delete(request: HttpRequest, key: str, match_key: str) -> HttpResponse:
    """Ask whether to delete a game; a POST with `sure` deletes it."""
    sure = request.method == "POST" and request.POST.get("sure") == "yes"
    try:
        match = match_for(request, key, match_key, Role.SCORER, any_rules=True)
    except Deleted as deleted:
        if not (sure and deleted.ways["night"]):
            raise
        messages.info(request, f"{deleted.title}.")  # another phone was faster
        return redirect(deleted.ways["night"])
    if sure:
        with changing(request, match) as by:
            match.soft_delete(by)
        messages.success(request, _("Deleted. You can restore it for 30 days."))
        return redirect(match.night)
    signs = [{"sign": match.signs[seat.position], "total": match.totals[seat.position]} for seat in match.ever_sat]
    context = {
        "match": match,
        "group": match.night.group,
        "signs": signs,
        "last": match.active,
        "tricks": len(match.draft.of_kind("trick")),
        "parts": bool(match.draft.of_kind("pile")),
    }
    return render(request, "rounds/delete.html", context)


@require_POST
def restore(request: HttpRequest, key: str, match_key: str) -> HttpResponse:
    """Restore a deleted game; raise OtherRules if this version cannot read its house rules."""
    group = group_for(request, key, Role.SCORER)
    there = Match.objects.not_deleted() | Match.objects.deleted()
    match = get_object_or_404(there.select_related("night"), key=match_key, night__group=group)
    match.night.group = group
    refuse_other_rules(match)  # without its house rules, the restored game cannot be scored
    with changing(request, match) as by:
        match.restore(by)
    return redirect(match)


@require_POST
def include_or_exclude(request: HttpRequest, key: str, match_key: str) -> HttpResponse:
    """Leave a misplayed game out of the statistics, or include it again if `counts` is "yes"."""
    match = match_for(request, key, match_key, Role.SCORER)
    with changing(request, match) as by:
        if request.POST.get("counts") == "yes":
            match.include_in_statistics(by)
        else:
            match.exclude_from_statistics(by)
    return redirect(match.night)
