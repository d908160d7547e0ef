"""The referee's page: who wins a trick, and why. Viewers may use it; scorers can save a trick for the coming round."""

from contextlib import suppress
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scorekeeper.nights.access import match_for
from scorekeeper.nights.models import Match, Stale
from scorekeeper.people.models import Role
from scorekeeper.rounds.judged import saved_bonuses
from scorekeeper.rounds.meanwhile import Meanwhile, refuse_stale
from scorekeeper.rounds.round_form import RoundForm
from scorekeeper.rounds.saving import changing
from scorekeeper.rounds.trick import TrickInput, judged
from scorekeeper.rounds.trick_form import trick_context
from scorekeeper.web.htmx import HtmxRequest, render_parts
from scorekeeper.web.posted import posted
from scorekeeper.web.refusals import not_done


def usual_leader(match: Match) -> str:
    """Return the player to the left of the next dealer; the first player if the dealer is not known."""
    dealer = match.course.engine.next_dealer
    return match.table.left_of(dealer) if dealer else match.table.players[0]


def tapped(match: Match, data: QueryDict) -> TrickInput:
    if not match.table.deck:
        raise Http404("this game has no tricks to judge")
    return judged(match.game, match.table, posted(data), leader=usual_leader(match))


def may_save(match: Match, trick: TrickInput) -> bool:
    """Return whether the trick's bonuses or cards can be filled into the form of the coming round."""
    if trick.verdict is None or match.course.engine.over:
        return False
    if saved_bonuses(trick.game, match.signs, [trick.verdict]) is None:
        return False
    played = [(trick.complete, trick.verdict)]
    return any(screen.from_judged(played, match.table) for screen in RoundForm(match).offered)


def referee_page(request: HtmxRequest, match: Match, trick: TrickInput, status: int = 200, **more: Any) -> HttpResponse:
    context = {
        "match": match,
        "group": match.night.group,
        "game": match.game,
        "seats": match.signs_at(match.table),
        "saveable": match.night.group.may_score and may_save(match, trick),
        **trick_context(trick, match.signs_at(match.table)),
        **more,
    }
    return render_parts(request, "tricks/referee.html", ("trick", "foot"), context, status)


@require_safe
def referee(request: HtmxRequest, key: str, match_key: str) -> HttpResponse:
    """Show a trick as tapped so far, and its verdict once it is complete. For htmx, show only the changing parts."""
    match = match_for(request, key, match_key)
    return referee_page(request, match, tapped(match, request.GET))


@require_POST
def save_trick(request: HtmxRequest, key: str, match_key: str) -> HttpResponse:
    """Save the judged trick for the coming round, and redirect to an empty trick led by the winner."""
    match = match_for(request, key, match_key, Role.SCORER)
    trick = tapped(match, request.POST)
    here = reverse("referee", args=[key, match_key])
    if trick.verdict is None or not (match.course.engine.over or may_save(match, trick)):
        return not_done(request, here, _("Nothing is filled in from this trick."))
    try:
        with changing(request, match) as by:
            refuse_stale(match, posted(request.POST))
            match.save_trick(dict(trick.record), by)
    except Stale:
        meanwhile = Meanwhile(match, posted(request.POST))
        return referee_page(request, match, tapped(match, request.POST), 409, meanwhile=meanwhile)
    messages.success(request, _("Saved. It will be filled in when you enter the round."))
    trump = {"trump": trick.record["trump"]} if "trump" in trick.record else {}
    leader = match.table.number_of(trick.verdict.winner)
    return redirect(f"{here}?{urlencode({'leader': leader} | trump)}")


@require_POST
def forget_tricks(request: HttpRequest, key: str, match_key: str) -> HttpResponse:
    """Delete the tricks saved for the coming round; redirect to that round's form with the fields of the query."""
    match = match_for(request, key, match_key, Role.SCORER)
    with suppress(Stale), changing(request, match):
        refuse_stale(match, posted(request.POST))
        match.forget_tricks()
    return redirect(reverse("enter", args=[key, match_key], query=request.GET))
