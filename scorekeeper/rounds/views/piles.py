"""The pages of a round in parts: the overview of who is done, and the form of one part."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import trigger_client_event

from games.kernel.parts import EVERYBODY
from games.kernel.posted import Fields, Posted
from games.kernel.screen import AnyScreen
from games.kernel.words import Phrase
from scorekeeper.nights.access import match_for
from scorekeeper.nights.columns import Columns
from scorekeeper.nights.live_updates import holder_context, live_page, seat_of
from scorekeeper.nights.models import Match, Refused, Stale
from scorekeeper.nights.presenter import match_context, row_figures
from scorekeeper.people.access import person_of
from scorekeeper.people.models import Role
from scorekeeper.people.signs import Sign
from scorekeeper.rounds.bids_page import bids_so_far
from scorekeeper.rounds.meanwhile import Meanwhile, faster, refuse_stale
from scorekeeper.rounds.part_page import ALL, url
from scorekeeper.rounds.parts_state import PartsState, are_piles, own_screens
from scorekeeper.rounds.pile_page import PilePage
from scorekeeper.rounds.piles import Piles
from scorekeeper.rounds.round_form import RoundForm
from scorekeeper.rounds.saving import changing
from scorekeeper.rounds.tricks import Tricks
from scorekeeper.server.not_modified import HEADER, make_etag
from scorekeeper.web.formatting import language
from scorekeeper.web.htmx import HtmxRequest, redirect_page, render_parts, wants_parts
from scorekeeper.web.posted import posted, prefilled, whole_number

# The overview


@require_safe
def piles(request: HtmxRequest, key: str, match_key: str) -> HttpResponse:
    """Show the overview of the round in progress: who is done, what is missing or claimed twice, and the score."""
    match = match_for(request, key, match_key)
    if wants_parts(request) and _has_landed(match, whole_number(request.GET.get("last", ""))):
        return redirect_page(request, match)
    return _overview(request, match)


def _has_landed(match: Match, last: int) -> bool:
    """Return whether a round was entered since the open page was rendered."""
    return last >= 0 and any(row.number is not None and row.entry.number > last for row in match.course.rows)


def _overview(request: HtmxRequest, match: Match, status: int = 200, said: str = "") -> HttpResponse:
    return live_page(
        request,
        match,
        "piles/piles.html",
        ("state", "actions"),
        lambda: _state(match),
        status=status,
        said=said,
        last_drawn=match.last_number,
        **holder_context(request, match),
    )


def _state(match: Match) -> dict[str, Any]:
    """Return the part of the overview's context that is the same for all viewers with the same role and language."""
    progress = PartsState(match)
    finish: dict[str, Any] = {"as": progress.screen.code, "draft": match.draft.version} if progress.screen else {}
    context = match_context(match)
    return context | {
        "progress": progress,
        "own_piles": are_piles(RoundForm(match).offered),
        "bids": bids_so_far(match, progress),
        "in_tricks": Tricks.current(match) is not None,
        "newest": row_figures(match, match.course.rows[-1], Columns(match)) if match.course.rows else None,
        "may_type": match.night.group.may_score,
        "finish": f"{url(match, 'enter')}?{urlencode(finish | progress.told, doseq=True)}"
        if finish
        else url(match, "enter"),
    }


@require_POST
def update_piles(request: HtmxRequest, key: str, match_key: str) -> HttpResponse:
    """Change the round in progress as the field `do` says, and redirect to the page that follows."""
    match = match_for(request, key, match_key, Role.SCORER)
    what = request.POST.get("do", "").split()
    seen = whole_number(request.POST.get("seen", ""))
    if match.entries.filter(key=request.POST.get("round", ""), removed_at=None).exists():
        return redirect(match)  # another phone has saved the round already

    try:
        with changing(request, match) as by:
            refuse_stale(match, posted(request.POST))
            _do(what, Piles(match), seen, by)
    except Refused:
        return _overview(request, match, 422, _("Something is still open. See below."))
    except Stale:
        return _overview(request, match, 409, faster(match))
    if what[0] == "away":
        messages.success(request, _("Discarded."))
    if what[0] == "kind":
        return redirect(url(match, "pile", what[2]))
    return redirect(match if what[0] in ("save", "away") else url(match, "piles"))


def _do(what: list[str], draft: Piles, seen: int, by: str) -> None:
    """Change the draft as `what`, the words of the field `do`, says. Raise Stale if that is not possible now."""
    begun = draft.begun
    match what:
        case ["kind", code, whose, *maker] if code in kinds(draft.match).values() and _plays(draft.match, whose):
            draft.choose(code, seen, by, *(_made_by(draft.match, code, each) for each in maker[:1]))
        case ["save"] if begun:
            draft.finish(seen, by)
        case ["away"] if begun:
            draft.discard(seen, by)
        case ["back", whose] if begun:
            draft.withdraw(EVERYBODY if whose == ALL else whose, seen, by)
        case ["give", field, seat] if draft.own.is_once(field):
            draft.assign(field, seat, by)
        case _:
            raise Stale


def _plays(match: Match, whose: str) -> bool:
    """Return whether `whose` is "all", or the number (as text) of a seat that plays the coming round."""
    return whose in {ALL, *(str(number) for number, _player in match.table.numbered)}


def _made_by(match: Match, code: str, maker: str) -> Fields:
    """Return the field with the seat (`maker`) of the player who decided the kind of round."""
    screen = next(each for each in match.game.screens(match.table) if each.code == code)
    return {screen.made_by.field: [maker]} if screen.made_by and maker != ALL and _plays(match, maker) else {}


def kinds(match: Match) -> dict[Phrase, str]:
    """Return the kinds of round to choose from, each with the code of its first screen; {} if there is no choice."""
    found: dict[Phrase, str] = {}
    for screen in own_screens(RoundForm(match).offered):
        if screen.kind_of_round is not None:
            found.setdefault(screen.kind_of_round, screen.code)
    return found if len(found) > 1 else {}


def after_part(match: Match, progress: PartsState, seat: Sign | None) -> HttpResponse:
    """Redirect to the page after a saved part: the part that concerns everybody, or the overview."""
    asked = progress.open_to_all or (seat is not None and progress.knows == seat)
    return redirect(url(match, "pile", ALL) if asked else url(match, "piles"))


# The form of one part


@require_safe
def to_my_pile(request: HtmxRequest, key: str, match_key: str) -> HttpResponse:
    """Redirect to the part of the player who holds this phone."""
    match = match_for(request, key, match_key, Role.SCORER)
    seat = seat_of(match, person_of(request, match.night.group))
    if seat is None:
        return redirect("who", key=match.night.group.key)
    if seat not in match.signs_at(match.table):
        return redirect(url(match, "piles"))
    progress = PartsState(match)
    if str(seat.seat) in progress.parts:
        return after_part(match, progress, seat)
    return redirect(url(match, "pile", str(seat.seat)))


@require_http_methods(["GET", "POST"])
def pile(request: HtmxRequest, key: str, match_key: str, whose: str) -> HttpResponse:
    """Show the form of one part, or first ask for the kind of round."""
    page = PilePage(request, key, match_key, whose)
    if gone := page.gone:
        return gone
    if request.method == "POST":
        return _save_part(page)
    if page.elsewhere:
        return redirect_page(request, page.elsewhere)
    if not page.draft.begun and "as" not in request.GET and (choices := kinds(page.match)):
        return _ask_for_kind(page, choices)
    if wants_parts(request):  # the page asks for the kind of round, but another phone has chosen it
        return redirect_page(request, url(page.match, "pile", page.whose))
    screen = page.screen(request.GET.get("as", ""))
    return page.show(screen, page.opening_fields(screen))


def _ask_for_kind(page: PilePage, choices: dict[Phrase, str]) -> HttpResponse:
    """Return the page that asks for the kind of round and who decided it."""
    first = [each for each in page.screens if each.code in choices.values()]
    first.sort(key=lambda screen: screen.made_by is None)
    tag = make_etag(page.request, page.match)
    context = match_context(page.match) | {"page": page, "choices": choices, "kinds": first, "draft": page.match.draft}
    context["seats"] = page.match.signs_at(page.table)
    response = render_parts(page.request, "piles/kind.html", ("live",), context | {"tag": tag})
    response[HEADER] = tag
    return response


def _save_part(page: PilePage) -> HttpResponse:
    """Save the part that was sent, and enter the round if it is complete now."""
    screen, fields = page.posted_screen(page.request.POST.get("screen", "")), prefilled(page.request.POST)
    if page.untold(screen, fields):
        return page.show(screen, fields, 422)
    match = page.match
    try:
        with changing(page.request, match) as by:
            part = _give(page, screen, fields, by)
    except Refused as refusal:  # the round is complete, but cannot be entered, e.g. as there are too many
        return _overview(page.request, match, 422, " ".join(each.text(language()) for each in refusal.problems))
    except Stale:
        page.draft = PartsState(match)
        return page.show(screen, fields, 409, meanwhile=Meanwhile(match, Posted(fields)))
    return _after_giving(page, screen, part)


def _give(page: PilePage, screen: AnyScreen, fields: Fields, by: str) -> Given:
    """Save the part and, if the round is complete with it, enter the round. Raise Stale or Refused."""
    match, form = page.match, Posted(fields)
    refuse_stale(match, form)
    page.draft = draft = PartsState(match)
    if (form.one("screen") or screen.code) != screen.code:
        raise Stale  # other players or house rules no longer have the screen of this form
    if page.rest and form.one("left") == str(match.draft.version) and not page.own_fields(screen, fields):
        fields = fields | page.left
    for common in page.binding(screen, fields).values():
        draft.save_part(EVERYBODY, common, screen.code, whole_number(form.one("seen")), by)
    given, finished = page.asked_for_nothing or page.is_given(screen, fields), False
    if given:
        draft.save_part(page.seat, page.own_fields(screen, fields), screen.code, whole_number(form.one("seen")), by)
        finished = Piles(match).finish_if_given(by) is not None
    page.draft = PartsState(match)
    return Given(fields, given, finished)


class Given(NamedTuple):
    """A part that was sent: whether it was saved (`given`), and whether the round was entered with it (`finished`)."""

    fields: Fields
    given: bool
    finished: bool


def _after_giving(page: PilePage, screen: AnyScreen, part: Given) -> HttpResponse:
    """Redirect to the page after a part: the pad if the round is entered, else the overview or the next part."""
    if not part.given:
        # Without `all_done`, the form that was sent had not been filled in with what is left.
        if page.rest and "all_done" not in page.request.POST:
            return redirect(url(page.match, "pile", page.whose))
        return page.show(screen, part.fields, 422, nothing=True)
    if page.seat == EVERYBODY and not part.finished:
        return redirect(url(page.match, "piles"))
    return redirect(page.match) if part.finished else after_part(page.match, page.draft, page.mine)


@require_POST
def pile_preview(request: HtmxRequest, key: str, match_key: str, whose: str) -> HttpResponse:
    """Return the preview of a part as typed so far: its points and its conflicts with other parts."""
    page = PilePage(request, key, match_key, whose)
    if gone := page.gone:
        return gone
    screen, fields = page.posted_screen(request.POST.get("screen", "")), prefilled(request.POST)
    part = page.draft.parts.get(page.seat)
    meanwhile = part if part and part["version"] > whole_number(request.POST.get("seen", "")) else None
    context = page.context(screen, fields) | {"meanwhile": meanwhile}
    response = render(request, "piles/parts/pile_result.html", context)
    texts = {name: value for name, value in context["filled"].items() if isinstance(value, str)}
    return trigger_client_event(trigger_client_event(response, "filled", texts), "taken", context["pale"])
