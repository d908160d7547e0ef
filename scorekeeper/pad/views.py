"""The pad, the display on the table, dealing, and pictures for sharing; long, because all show one match."""

from typing import Any

from django.contrib import messages
from django.db.models import prefetch_related_objects
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.kernel.course import needs_of
from games.kernel.engine import LAST, SEATS
from games.kernel.words import isolated
from scorekeeper.nights.access import match_for
from scorekeeper.nights.columns import sides_in
from scorekeeper.nights.departures import lineage, load_seat_changes
from scorekeeper.nights.live_page import holder_context, live_page
from scorekeeper.nights.models import Entry, Match, Row, Seat, Stale
from scorekeeper.nights.offered import offer_called
from scorekeeper.nights.presenter import match_context, totals_chart
from scorekeeper.nights.story import Story
from scorekeeper.nights.tonight import followed_by, laid_aside_by, last_match, next_dealer
from scorekeeper.pad.ending import HIGHEST, ending
from scorekeeper.pad.evening_card import picture_of as evening_picture_of
from scorekeeper.pad.result_card import picture_of
from scorekeeper.pad.rows import drawn_rows
from scorekeeper.people.access import group_for
from scorekeeper.people.keys import random_index
from scorekeeper.people.models import Role
from scorekeeper.rounds.bids_page import bids_so_far
from scorekeeper.rounds.forms import dealers, offered_screens
from scorekeeper.rounds.models import PartsDraft, TrickDraft
from scorekeeper.rounds.parts_state import PartsState, are_piles, own_screens
from scorekeeper.rounds.saving import save
from scorekeeper.web.charts import Chart
from scorekeeper.web.formatting import all_of, language, signed
from scorekeeper.web.htmx import HtmxRequest
from scorekeeper.web.posted import whole_number

FEW = 4  # the largest number of sides that `gains_in_words` names one by one
SHOWN_ROWS = 10  # rows that the pad shows; earlier rows are folded away


@require_safe
def pad(request: HtmxRequest, key: str, match_key: str) -> HttpResponse:
    """Show the score pad: a column for each player or team, a row for each entry."""
    match = match_for(request, key, match_key)
    opened, asked = request.GET.get("open", ""), "needs" in request.GET
    return live_page(
        request,
        match,
        "pad/table.html",
        ("title", "subheading", "score", "actions"),
        lambda: _pad_context(match, opened, asked),
        cached=not opened and not asked,
        **holder_context(request, match),
    )


def _pad_context(match: Match, opened: str, needs_asked: bool) -> dict[str, Any]:
    """Return the pad's context.

    `opened` is the number of the entry whose row is open, "older" to show the earlier rows, or "". With `needs_asked`,
    the list of what each player needs to win is open.
    """
    context, draft, game = match_context(match), TrickDraft.current(match), match.game
    parts = PartsDraft.current(match)
    recent, older = _folded(match)
    older_open = opened in {"older", *(str(row.entry.number) for row in older)}
    progress = PartsState(match, parts) if parts and not match.course.engine.over else None
    ended = ending(match)
    bids, step, removed = bids_so_far(match), match.last_step, removed_entries(match)
    by_tricks = game.trick_by_trick(match.table) is not None and not context["closing"] and not progress
    return {
        **context,
        "opened": opened,
        "recent": drawn_rows(match, recent, opened),
        "older": drawn_rows(match, older, opened) if older_open else [],
        "earlier": len(older),
        "older_open": older_open,
        "chart": chart_of(match, context),
        "picture": picture(match, context),
        "removed": removed,
        "removed_rounds": all(each["is_round"] for each in removed),
        **needs_context(match, context, needs_asked),
        "draft": draft,
        "progress": progress,
        "bids": bids,
        "bids_due": bids is not None and not (bids.complete or progress or draft or context["closing"]),
        "first_ever": not recent and draft is None and parts is None and not _others_played(match),
        "own_parts": bool(own_screens(offered_screens(match))),
        "own_piles": are_piles(offered_screens(match)),
        "trick_by_trick": by_tricks,
        "countable": game.count(match.table) is not None,
        "step": step,
        "bids_are_last": bids is not None and bids.are_later_than(step),
        "gave": gains_in_words(match),
        "ending": ended,
        "facts": ended.facts if ended else [],
        "highest": HIGHEST,
        "aside": laid_aside_instead_of(match),
        "last_rounds": match.last_rounds,
        "ended_by": entry_that_ended(match),
        "disputed": [entry for entry in match.active if entry.is_disputed],
        "goes_over_to": rules_by_name(match),
        **after_the_end(match),
    }


def entry_that_ended(match: Match) -> Entry | None:
    """Return the entry to correct if a finished game is not over yet: the limit on the rounds, or the last that counts.

    Return None if there is no such entry, and until the game is over.
    """
    engine = match.course.engine
    if not engine.over:
        return None
    if engine.ends_by_limit:
        return match.last_rounds
    return next((row.entry for row in reversed(match.course.rows) if row.score), None)


def laid_aside_instead_of(match: Match) -> list[Match]:
    """Return the other games that the same people have laid aside.

    Return [] for viewers, once anything is saved in this match, or if it is laid aside itself.
    """
    if not match.is_untouched or match.laid_aside or not match.night.group.may_score:
        return []
    people = [seat.player_id for seat in match.sitting]
    return [each for each in laid_aside_by(match.night.group, people) if each != match]


def rules_by_name(match: Match) -> str:
    """Return the name of the game with rules that has the same name as this match on the plain pad.

    Return "" without such a game, for a match not on the plain pad, for viewers, or once anything is saved in the match.
    """
    called = match.game.variant(match.house_rules)
    if not called or match.game.rules_in_options or not match.is_untouched or not match.night.group.may_score:
        return ""
    found = offer_called(match.night.group, called)
    return found.name if found else ""


def _folded(match: Match) -> tuple[list[Row], list[Row]]:
    """Return the rows that the pad shows, newest first, and the earlier rows, which are loaded when they are opened."""
    rows = match.course.rows[::-1]
    shown = SHOWN_ROWS + 1 if len(rows) == SHOWN_ROWS + 1 else SHOWN_ROWS  # a single row is not folded away
    return list(rows[:shown]), list(rows[shown:])


@require_safe
def older_rounds(request: HttpRequest, key: str, match_key: str) -> HttpResponse:
    """Return the earlier rows, which the pad folds away, as a part of the pad."""
    match = match_for(request, key, match_key)
    _recent, older = _folded(match)
    return render(request, "pad/table.html#older", {"older": drawn_rows(match, older)})


def gains_in_words(match: Match) -> str:
    """Return the points of the sides that got any by the last entry, in one line; "" if no side did.

    If more than FEW sides got points, only the best are named; if all sides got the same points, the line says
    "Everyone".
    """
    row = match.course.rows[-1] if match.course.rows else None
    score = row.score if row else None
    played = [(side.name, score.points[side.people[0].name]) for side in sides_in(match, score)] if score else []
    gained = [(name, got) for name, got in played if got]
    if gained and len(gained) == len(played) and len({got for _name, got in gained}) == 1:
        return _("Everyone %(points)s") % {"points": signed(gained[0][1])}
    if len(gained) > FEW:
        places = match.game.places(match.table.options, [got for _name, got in played])
        best = [each for each, place in zip(played, places, strict=True) if place == 1]
        return f"{all_of([name for name, _got in best])} {signed(best[0][1])}"
    return ", ".join(f"{isolated(name)} {signed(got)}" for name, got in gained)


def _others_played(match: Match) -> bool:
    """Return whether the group has games other than this one, deleted ones included."""
    return Match.objects.filter(night__group=match.night.group).exclude(pk=match.pk).exists()


def after_the_end(match: Match) -> dict[str, Any]:
    """Return the context of a rematch; {} for viewers, and until the game is over.

    `deals_next` names the rematch's first dealer. The other keys are missing if this is the group's last game.
    `goes_on` is the later game that this table is playing now, None without one. `leads_to` and `with_whom` are the
    title and the players of `goes_on`; without it, of this game.
    """
    group = match.night.group
    if not (match.course.engine.over and group.may_score):
        return {}
    rematch = {"deals_next": isolated(match.sitting[next_dealer(match)].player.canonical.name)}
    if last_match(group) == match:
        return rematch
    after = followed_by(match)
    goes_on = after if after and not after.finished else None
    leads_to = goes_on or match
    return rematch | {
        "goes_on": goes_on,
        "leads_to": leads_to.title.text(language()),
        "with_whom": ", ".join(isolated(seat.player.canonical.name) for seat in leads_to.sitting),
    }


def needs_context(match: Match, context: dict[str, Any], asked: bool) -> dict[str, Any]:
    """Return the context of what each player needs to win; `needs` is [] before the first entry and after the end.

    `needs` has for each player the context of the column, the points, and the sentences as one text. `needs_all` is
    this text if it is the same for all players, else "".
    """
    engine = match.course.engine
    if engine.over or not context["last"]:
        return {"needs": []}
    needed = {need.player: need for need in needs_of(engine)}
    rows = []
    for each in context["heads"]:
        if need := needed.get(each["sign"].people[0].name):
            rows.append((each, need.points, " ".join(message.text(language()) for message in need.messages)))
    texts = {text for _, _, text in rows}
    return {"needs": rows, "needs_all": texts.pop() if len(texts) == 1 else "", "needs_open": asked}


def chart_of(match: Match, context: dict[str, Any]) -> Chart | None:
    rows = [row for row in match.course.rows if row.score]
    sides = match.sides
    lines = [lineage(match, side, [row.entry for row in rows]) for side in sides]
    totals = [[row.totals[seat] for seat in seats] for row, seats in zip(rows, zip(*lines, strict=True), strict=True)]
    return totals_chart(sides, totals, [row.number for row in rows], context["goal"])


def picture(match: Match, context: dict[str, Any]) -> str:
    """Return the HTML of a drawing of the board that lies beside the cards; "" in games without one."""
    found = match.game.picture(match.table, match.course.engine.past)
    return render_to_string(found[0], {**context, **found[1]}) if found else ""


def removed_entries(match: Match) -> list[dict[str, Any]]:
    """Return the removed entries, newest first, with the points that they gave to each player who had a seat then.

    `said` has an entry in words instead, as `_removed_in_words` does; `is_round` is whether somebody dealt it.
    """
    people = match.signs
    return [
        {
            "entry": entry,
            "said": _removed_in_words(match, entry),
            "is_round": match.is_dealt(entry.record),
            # Players who joined later have no points in the entry.
            "points": list(zip(people, entry.points or (), strict=False)),
        }
        for entry in reversed(match.all_entries)
        if entry.removed_at
    ]


def _removed_in_words(match: Match, entry: Entry) -> str:
    """Return what a removed change of who plays, or a removed limit on the rounds, said; "" for any other entry."""
    if entry.kind not in (SEATS, LAST):
        return ""
    engine = match.engine()
    for each in match.active:
        if each.number < entry.number:
            engine.enter(each.record)
    score = engine.enter(entry.record).score
    return match.game.say(score.said, language()) if score and score.said else ""


@require_safe
def result_picture(request: HttpRequest, key: str, match_key: str) -> HttpResponse:
    """Return the picture of a finished game's result as PNG; raise Http404 if nobody has won."""
    match = match_for(request, key, match_key)
    ended = ending(match)
    if ended is None:
        raise Http404("nothing is won yet")
    return HttpResponse(picture_of(match, ended), content_type="image/png")


@require_safe
def evening_picture(request: HttpRequest, key: str, night_key: str) -> HttpResponse:
    """Return the picture of an evening as PNG; raise Http404 if none of its games has a winner."""
    group = group_for(request, key)
    night = get_object_or_404(group.nights.newest_first().with_matches().with_key(night_key))
    night.group = group
    matches = list(night.matches.all())
    if not any(match.winners for match in matches):
        raise Http404("nothing is won yet")
    prefetch_related_objects(matches, "entries")
    load_seat_changes(matches)
    for match in matches:
        match.night = night
    return HttpResponse(evening_picture_of(night, [Story(match) for match in matches]), content_type="image/png")


# By number of people, a dealer who sits out included: the side of the tablet for each seat, clockwise. "s", "w", "n",
# "e" are south (at the bottom), west, north and east; "s2" is a second seat at the south side.
PLACES = {
    2: ("s", "n"),
    3: ("s", "w", "e"),
    4: ("s", "w", "n", "e"),
    5: ("s", "w", "n", "n2", "e"),
    6: ("s", "w", "n", "n2", "e", "s2"),
    7: ("s", "w", "w2", "n", "n2", "e", "s2"),
    8: ("s", "w", "w2", "n", "n2", "e", "e2", "s2"),
    9: ("s", "w", "w2", "n", "n2", "n3", "e", "e2", "s2"),
}


@require_safe
def display(request: HtmxRequest, key: str, match_key: str) -> HttpResponse:
    """Show the totals on a tablet that lies on the table, to be read from every seat."""
    match = match_for(request, key, match_key)
    parts = ("title", "layout", "places")
    return live_page(
        request, match, "pad/display.html", parts, lambda: _display_context(match), **holder_context(request, match)
    )


def _display_context(match: Match) -> dict[str, Any]:
    context = match_context(match)
    rounds = [row for row in match.course.rows if row.number is not None and row.score]
    points: list[int | None] = [*rounds[-1].points] if rounds else [None] * len(context["seats"])
    sitting = context["around_table"]
    around = zip(sitting, PLACES[len(sitting)], [points[each["sign"].seat] for each in sitting], strict=True)
    partners = {
        each.seat: all_of([other.name for other in side.people if other != each])
        for side in match.sides
        for each in side.members
    }
    return {**context, "around": list(around), "partners": partners, "bids": bids_so_far(match)}


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
        "draws": not (engine.deals or engine.unknown or engine.over or match.is_begun or match.named_dealer),
        "dealers": dealers(match, None) if not engine.over else [],
        "tricks_dealer_url": _tricks_dealer_url(match),
        **game.deal_help(table, engine.coming),
    }
    own = (f"{game.slug}/deal.html", "pad/parts/dealing.html")  # the first of these templates that exists is used
    return {**context, "picture": picture(match, context), "how_to_deal": own}


def _tricks_dealer_url(match: Match) -> str | None:
    """Return the URL of the page that asks who deals the round being recorded in tricks.

    Return None without such a round, or if other rounds were entered since it was begun.
    """
    draft = TrickDraft.current(match)
    if draft is None or draft.overtaken:
        return None
    return reverse("before_tricks", args=[match.night.group.key, match.key, "new"])


@require_POST
def first_dealer(request: HttpRequest, key: str, match_key: str) -> HttpResponse:
    """Draw lots for the first dealer; only show a message if that is no longer possible (see `Match.deal_first`)."""
    match = match_for(request, key, match_key, Role.SCORER)
    to_deal = redirect("deal", key=match.night.group.key, match_key=match.key)

    def draw(by: str) -> Seat:
        seat = match.sitting[random_index(len(match.sitting))]
        match.deal_first(seat.position, by)
        return seat

    def drawn(seat: Seat) -> HttpResponse:
        messages.success(request, _("Drawn: %(name)s deals first.") % {"name": isolated(seat.name)})
        return to_deal

    def stale() -> HttpResponse:
        messages.info(request, _("The first round has already begun."))
        return to_deal

    return save(request, match, draw, saved=drawn, stale=stale)


@require_http_methods(["GET", "POST"])
def who_deals(request: HttpRequest, key: str, match_key: str) -> HttpResponse:
    """Ask who deals the coming round; a POST names the dealer.

    While the round is recorded trick by trick, only redirect to that round's page that asks for the dealer.
    `back` is the name of the URL to go to afterwards: "deal" or "piles", else the pad.
    """
    match = match_for(request, key, match_key, Role.SCORER)
    where, back = [match.night.group.key, match.key], request.GET.get("back", request.POST.get("back", ""))
    to_page = redirect(back, *where) if back in ("deal", "piles") else redirect(match)
    if match.course.engine.over:
        messages.info(request, _("This game is over."))
        return redirect(match)
    if asks := _tricks_dealer_url(match):
        messages.info(request, _("The round is being written down trick by trick: say there who dealt."))
        return redirect(asks)
    if request.method == "GET":
        context = {**match_context(match), "dealers": dealers(match, None), "back": back, "back_url": to_page.url}
        return render(request, "pad/who_deals.html", context)
    seat = whole_number(request.POST.get("dealer", ""))

    def name_dealer(by: str) -> None:
        if match.last_number != whole_number(request.POST.get("seen", "")):
            raise Stale
        match.name_dealer(seat, by)

    def named(_result: None) -> HttpResponse:
        engine = match.course.engine
        facts = {"name": isolated(engine.next_dealer or ""), "number": engine.deals + 1}
        messages.success(request, _("%(name)s deals round %(number)s.") % facts)
        return to_page

    def stale() -> HttpResponse:
        messages.info(request, _("Something was entered in the meantime. Check who deals now."))
        return to_page

    return save(request, match, name_dealer, saved=named, stale=stale)
