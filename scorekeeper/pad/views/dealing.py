"""The pages for dealing: help for the dealer, drawing the first dealer, and naming the dealer of the coming round."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.kernel.words import isolated
from scorekeeper.nights.access import match_for
from scorekeeper.nights.live_updates import holder_context, live_page
from scorekeeper.nights.models import TRICKS, Match, Stale
from scorekeeper.nights.presenter import match_context
from scorekeeper.pad.board import drawing_of_board
from scorekeeper.people.keys import random_index
from scorekeeper.people.models import Role
from scorekeeper.rounds.meanwhile import faster, refuse_stale
from scorekeeper.rounds.round_form import RoundForm
from scorekeeper.rounds.saving import changing
from scorekeeper.web.formatting import language
from scorekeeper.web.htmx import HtmxRequest
from scorekeeper.web.posted import posted, whole_number
from scorekeeper.web.refusals import not_done


@require_safe
def deal(request: HtmxRequest, key: str, match_key: str) -> HttpResponse:
    """Show the page for dealing: who deals and leads, how many cards each player gets, which cards are left out."""
    match = match_for(request, key, match_key)
    parts = ("title", "dealing", "actions")
    return live_page(
        request, match, "pad/deal.html", parts, lambda: _deal_context(match), **holder_context(request, match)
    )


def _deal_context(match: Match) -> dict[str, Any]:
    table, game, engine = match.table, match.game, match.course.engine
    if not table.deck:
        raise Http404("no cards are dealt in this game")
    context = {
        **match_context(match),
        "hand_size": table.hand_size,
        "left_out": [game.face(card) for card in game.left_out(table)],
        "dealing": [{"text": message.text(language()), "code": message.code} for message in game.dealing(table)],
        "draws": not (engine.deals or engine.unknown or engine.over or match.draft.parts),
        "dealers": RoundForm(match).dealers if not engine.over else [],
        "tricks_dealer_url": _tricks_dealer_url(match),
        **game.deal_help(table, engine.coming),
    }
    own = (f"{game.slug}/deal.html", "pad/parts/dealing.html")  # the first of these templates that exists is used
    return {**context, "picture": drawing_of_board(match, context), "how_to_deal": own}


def _tricks_dealer_url(match: Match) -> str | None:
    """Return the URL of the page that asks who deals the round that is being recorded trick by trick."""
    if match.draft.form != TRICKS:
        return None
    return reverse("before_tricks", args=[match.night.group.key, match.key, "new"])


@require_POST
def first_dealer(request: HttpRequest, key: str, match_key: str) -> HttpResponse:
    """Let a random player deal first; only show a message if that is no longer possible (see `Match.deal_first`)."""
    match = match_for(request, key, match_key, Role.SCORER)
    to_deal = redirect("deal", key=match.night.group.key, match_key=match.key)

    try:
        with changing(request, match) as by:
            seat = match.sitting_now[random_index(len(match.sitting_now))]
            match.deal_first(seat.position, by)
    except Stale:
        return not_done(request, to_deal.url, faster(match))
    messages.success(request, _("Drawn: %(name)s deals first.") % {"name": isolated(seat.name)})
    return to_deal


@require_http_methods(["GET", "POST"])
def who_deals(request: HttpRequest, key: str, match_key: str) -> HttpResponse:
    """Ask who deals the coming round; a POST names the dealer. If the game is over, redirect to the pad."""
    match = match_for(request, key, match_key, Role.SCORER)
    where, back = [match.night.group.key, match.key], request.GET.get("back", request.POST.get("back", ""))
    to_page = redirect(back, *where) if back in ("deal", "piles") else redirect(match)
    if match.course.engine.over:
        return not_done(request, match, _("This game is over."))
    if asks := _tricks_dealer_url(match):
        return not_done(request, asks, _("The round is being written down trick by trick: say there who dealt."))
    if request.method == "GET":
        context = {**match_context(match), "dealers": RoundForm(match).dealers, "back": back, "back_url": to_page.url}
        return render(request, "pad/who_deals.html", context)
    seat = whole_number(request.POST.get("dealer", ""))

    try:
        with changing(request, match) as by:
            refuse_stale(match, posted(request.POST), last=True)
            match.name_dealer(seat, by)
    except Stale:
        return not_done(request, to_page.url, faster(match))
    engine = match.course.engine
    facts = {"name": isolated(engine.next_dealer or ""), "number": engine.deals + 1}
    messages.success(request, _("%(name)s deals round %(number)s.") % facts)
    return to_page
