"""The pages of bids, which are written down before a round: the form of all bids, and that of one player's bid."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.nights.models import Refused, Stale
from scorekeeper.rounds.bids import Bids
from scorekeeper.rounds.bids_page import BidsPage
from scorekeeper.rounds.meanwhile import Meanwhile, faster, refuse_stale
from scorekeeper.rounds.part_page import ALL, url
from scorekeeper.rounds.saving import changing
from scorekeeper.web.htmx import HtmxRequest
from scorekeeper.web.posted import posted, prefilled, whole_number
from scorekeeper.web.refusals import not_done


@require_safe
def my_bid(request: HtmxRequest, key: str, match_key: str) -> HttpResponse:
    """Redirect to the form of the bid of the player who holds this phone."""
    page = BidsPage(request, key, match_key)
    if page.mine is None:
        return redirect("who", key=key)
    alone = page.draft.is_own and page.mine in page.match.signs_at(page.match.table)
    return redirect(url(page.match, "bids", str(page.mine.seat) if alone else ALL))


@require_http_methods(["GET", "POST"])
def bids(request: HtmxRequest, key: str, match_key: str, whose: str) -> HttpResponse:
    """Show the form of all bids (`whose` is "all"), or of one seat's bid; a POST saves the bids for the coming round."""
    page = BidsPage(request, key, match_key, whose)
    match = page.match
    if gone := page.gone:
        return gone
    if request.method == "GET":
        if match.course.engine.over:
            return redirect(match)
        return redirect(url(match, "piles")) if match.draft.form else page.show(page.shown())
    fields = prefilled(request.POST)
    form: dict[str, Any] = {"seen": request.POST.get("seen"), "hidden": "hidden" in request.POST}
    if problems := page.untold(fields):
        return page.show(fields, problems, 422, **form)

    seen = whole_number(request.POST.get("seen", ""))
    try:
        with changing(request, match) as by:
            refuse_stale(match, posted(request.POST))
            Bids(match).save_parts(page.parts(fields), seen, by, hidden=form["hidden"])
    except Refused as refusal:
        return BidsPage(request, key, match_key, whose).show(fields, refusal.problems, 422, **form)
    except Stale:
        page = BidsPage(request, key, match_key, whose)
        meanwhile, is_begun = Meanwhile(page.match, posted(request.POST)), bool(page.match.draft.form)
        shown = fields if is_begun or meanwhile.newer else page.with_others(fields)
        return page.show(shown, status=409, meanwhile=meanwhile, is_begun=is_begun)
    return redirect(match)


@require_POST
def bids_preview(request: HtmxRequest, key: str, match_key: str, whose: str) -> HttpResponse:
    """Return the preview of the bids as typed so far, such as their sum; nothing is saved."""
    page = BidsPage(request, key, match_key, whose)
    if gone := page.gone:
        return gone
    return render(request, "bids/result.html", page.context(prefilled(request.POST)))


@require_POST
def clear_bids(request: HtmxRequest, key: str, match_key: str) -> HttpResponse:
    """Take all bids back. `seen` in the query string is the version of the draft that the phone showed."""
    page = BidsPage(request, key, match_key)
    match, seen = page.match, whole_number(request.GET.get("seen", ""))
    try:
        with changing(request, match) as by:
            Bids(match).clear(seen, by)
    except Stale:
        return not_done(request, match, faster(match))
    back = f"{url(match, 'undo')}?step={match.draft.step}"
    messages.success(request, _("The bids are removed."), extra_tags=back)
    return redirect(match)
