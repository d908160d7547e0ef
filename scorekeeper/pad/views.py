"""The pad on the table, its display for a tablet, and what to do between deals."""

import secrets
from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scorekeeper.entry.making import Making, own_screens
from scorekeeper.entry.views.entering import offered
from scorekeeper.nights.access import glance, match_for
from scorekeeper.nights.courses import courses
from scorekeeper.nights.models import Draft, Match, Row, Stale
from scorekeeper.nights.presenter import match_context, row_in_words, totals_chart
from scorekeeper.nights.views.starting import last_match
from scorekeeper.pad.ending import ending
from scorekeeper.pad.result_card import picture_of
from scorekeeper.people.access import actor, person_of
from scorekeeper.people.models import Player, Role
from scorekeeper.people.signs import Sign
from scorekeeper.server.door import HEADER, seen, seen_of
from scorekeeper.server.write_queue import write_transaction
from scorekeeper.web.charts import Chart
from scorekeeper.web.drawn import PLACE, SENDER, TAG, Page, Parts, draw, drawn, pages, shown_to
from scorekeeper.web.formatting import language
from scorekeeper.web.htmx import HtmxRequest, render_parts, wants_parts

WITHIN = {"title", "subheading", "layout"}  # parts that stand in the head of a page, or in an attribute
SHOWN_ROWS = 10  # on the pad; those before are folded


def followed(
    request: HtmxRequest,
    match: Match,
    template: str,
    parts: Sequence[str],
    context: Callable[[], dict[str, Any]],
    *,
    keep: bool = True,
    status: int = 200,
    **own: Any,
) -> HttpResponse:
    """A page that phones follow: its `parts` are drawn once for all of them, unless it was asked for in another way.

    `context` is for the parts, `own` for what stands around them. htmx asks for the live part, and for the foot where
    there is one. Once the match is over its page leads on to what is played next: then phones follow the group.
    """
    group = match.night.group
    own |= {
        "match": match,
        "group": group,
        "kept": shown_to(request, _kept(match, template, parts, context, keep)),
        "tag": seen(request, group if match.finished else match),
        "partly": wants_parts(request),
    }
    response = render_parts(request, template, ("live", "foot") if "actions" in parts else ("live",), own, status)
    response[HEADER] = own["tag"]
    return response


def _kept(
    match: Match, template: str, parts: Sequence[str], context: Callable[[], dict[str, Any]], keep: bool = True
) -> Parts:
    def anew() -> Parts:
        courses.recall(match)
        return draw(template, parts, context())

    group = match.night.group
    named = (template, match.key, match.tag, group.tag if match.finished else "", language(), group.role)
    return drawn.get(named, anew) if keep else anew()


def _drawn_before(
    request: HtmxRequest,
    key: str,
    match_key: str,
    template: str,
    parts: Sequence[str],
    context: Callable[[Match], dict[str, Any]],
    *,
    plain: bool = True,
) -> HttpResponse:
    """A page of a match as `followed` gives it; what stands around its parts is drawn once, too.

    It is the same for everybody who is the same player. One that is not `plain`, or says what has just been done, is drawn
    for one phone.
    """
    now = glance(request, key, match_key) if plain and "_messages" not in request.session else None
    if now is None:
        match = match_for(request, key, match_key)
        return followed(request, match, template, parts, lambda: context(match), keep=plain, **mine(request, match))
    partly = wants_parts(request)
    shown = ("live", "foot") if partly and "actions" in parts else ("live",) if partly else ("",)

    tag = seen_of(request, now.model, now.key, now.tag)

    def page() -> Page:
        match = match_for(request, key, match_key)
        kept = _kept(match, template, parts, lambda: context(match))
        return Page(_framed(match, template, shown, kept, {**mine(request, match), "partly": partly}), len(tag))

    named = (template, partly, match_key, now.tag, language(), now.who.role, None if partly else now.who.person)
    response = pages.get(named, page).shown_to(request, tag, now.who.sender)
    response[HEADER] = tag
    return response


def _framed(match: Match, template: str, shown: Sequence[str], kept: Parts, own: dict[str, Any]) -> str:
    """A page of a match with these parts. Without them it is the same as long as nothing changes that is named here."""
    group = match.night.group
    texts = {name: text for name, text in kept.items() if name in WITHIN}
    frame = {"match": match.key, "group": group.key, "name": group.name, "by": group.role, **texts, **own}

    def anew() -> Parts:
        places = {name: SafeString(f"{PLACE}{name}.") for name in kept.keys() - texts}
        around = {"match": match, "group": group, "kept": {**texts, **places}, "tag": TAG, "sender": SENDER, **own}
        return {"": SafeString("".join(draw(template, shown, around).values()))}

    text: str = drawn.get((template, *shown, language(), repr(frame)), anew)[""]
    for name in kept.keys() - texts:
        text = text.replace(f"{PLACE}{name}.", kept[name])
    return text


@require_safe
def pad(request: HtmxRequest, key: str, match_key: str) -> HttpResponse:
    """The score pad: a column for each player, a row for each round."""
    opened, asked = request.GET.get("open", ""), "needs" in request.GET
    return _drawn_before(
        request,
        key,
        match_key,
        "pad/table.html",
        ("title", "subheading", "score", "actions"),
        lambda match: _pad(match, opened, asked),
        plain=not opened and not asked,
    )


def mine(request: HtmxRequest, match: Match) -> dict[str, Any]:
    """Who holds this phone, and their seat here. It stays outside of what phones follow, which is drawn for all alike."""
    me = None if wants_parts(request) else person_of(request, match.night.group)
    return {"me": me, "my_seat": seat_of(match, me)} if me else {}


def seat_of(match: Match, player: Player | None) -> Sign | None:
    """Where this player sits, if they do."""
    own = next((seat.position for seat in match.seated if player and seat.player_id == player.pk), None)
    return None if own is None else match.signs[own]


def _pad(match: Match, opened: str, needs_asked: bool) -> dict[str, Any]:
    """What the pad shows; `opened` is the number of a row that is open, or "older"; `needs_asked` whether the needs are."""
    context, draft = match_context(match), Draft.begun(match)
    rows = drawn_rows(match, context, opened)
    early = [str(row.entry.number) for row in match.course.rows[:-SHOWN_ROWS]]
    shown = {
        **context,
        "drawn_rows": SafeString("".join(rows[:SHOWN_ROWS])),
        "older": SafeString("".join(rows[SHOWN_ROWS:])),
        "earlier": len(early),
        "older_open": opened in {"older", *early},
        "chart": drawing(match, context),
        "picture": picture(match, context),
        "removed": removed(match),
        **needs(match, context, needs_asked),
        "draft": draft,
        "making": Making(match, draft) if draft and draft.screen and not match.course.engine.over else None,
        "own_parts": bool(own_screens(offered(match))),
        "step": match.last_step,
        "ending": ending(match),
        **after(match),
    }
    return {**shown, "menu": menu(match, shown)}


def menu(match: Match, context: dict[str, Any]) -> SafeString:
    """What the pad has under "More": drawn once for as long as nothing changes that is named here."""
    group, game, draft, last = match.night.group, match.game, context["draft"], context["last"]
    next_in_tricks = game.trick_by_trick(match.table) is not None and not context["closing"] and not context["making"]
    shown = {
        "needs": bool(context["needs"]),
        "own_parts": context["own_parts"],
        "in_tricks": context["next_round"] if draft and not draft.overtaken else 0,
        "trick_by_trick": next_in_tricks,
        "money": bool(context["money"]),
        "over": context["over"],
        "last": (last.entry.number if context["over"] else 1) if last else 0,
    }
    around = (language(), group.role, group.key, match.night.key, match.key, repr(match.options), match.ended_early)

    def anew() -> Parts:
        of_game = {"game": game, "countable": game.count(match.table) is not None}
        return draw("pad/table.html", ("menu",), {"match": match, "group": group, **of_game, **shown})

    return drawn.get(("menu", *around, *shown.values()), anew)["menu"]


def drawn_rows(match: Match, context: dict[str, Any], opened: str) -> list[str]:
    """The rows of the pad, the last one first. One is drawn once as long as neither it nor anything before it changes."""
    group = match.night.group
    around = repr((language(), group.role, group.key, match.key, match.faces, context["seats"]))
    digest = blake2b(around.encode()).digest()
    found: list[str] = []
    for row, name in zip(match.course.rows, match.course.names, strict=True):
        is_open = str(row.entry.number) == opened

        def anew(row: Row = row) -> Parts:
            return draw("pad/table.html", ("row",), {**context, "row": row_in_words(match, row), "opened": opened})

        found.append((anew() if is_open else drawn.get(digest + name, anew))["row"])
    return found[::-1]


def after(match: Match) -> dict[str, Any]:
    """Once it is over: where "Play again" leads, `goes_on` to another game that is being played by now."""
    group = match.night.group
    newest = last_match(group) if match.course.engine.over and group.may_score else None
    if newest is None or newest == match:
        return {}
    newest.night.group = group
    leads_to = match if newest.finished else newest
    return {
        "goes_on": None if newest.finished else newest,
        "leads_to": leads_to.title.text(language()),
        "with_whom": ", ".join(seat.player.themselves.name for seat in leads_to.seated),
    }


def needs(match: Match, context: dict[str, Any], asked: bool) -> dict[str, Any]:
    """What each player needs to win, once something is played and while the game is on."""
    engine = match.course.engine
    if engine.over or not context["last"]:
        return {"needs": []}
    needed = {need.player: need for need in match.game.needs(match.table, engine.totals, engine.coming)}
    rows = []
    for each in context["signs"]:
        if need := needed.get(each["sign"].name):
            rows.append((each, need.points, " ".join(message.text(language()) for message in need.messages)))
    texts = {text for _, _, text in rows}
    return {"needs": rows, "needs_all": texts.pop() if len(texts) == 1 else "", "needs_open": asked}


def drawing(match: Match, context: dict[str, Any]) -> Chart | None:
    rows = [row for row in match.course.rows if row.score]
    return totals_chart(context["seats"], [row.totals for row in rows], [row.number for row in rows], context["goal"])


def picture(match: Match, context: dict[str, Any]) -> str:
    """What is on the table in addition to the cards, in games that have such a thing (a board)."""
    found = match.game.picture(match.table, match.course.engine.past)
    return render_to_string(found[0], {**context, **found[1]}) if found else ""


def removed(match: Match) -> list[dict[str, Any]]:
    """The entries that were taken out, with what they gave when they still counted."""
    people = match.signs
    return [
        {"entry": entry, "points": list(zip(people, entry.points, strict=True)) if entry.points else []}
        for entry in reversed(match.all_entries)
        if entry.removed_at
    ]


@require_safe
def result_picture(request: HttpRequest, key: str, match_key: str) -> HttpResponse:
    """The result of a finished game as a PNG, to be shared."""
    match = match_for(request, key, match_key)
    ended = ending(match)
    if ended is None:
        raise Http404("nothing is won yet")
    return HttpResponse(picture_of(match, ended), content_type="image/png")


# Where each seat is at a tablet, clockwise: south, west, north, east; with five and more, two share a side.
PLACES = {
    2: ("s", "n"),
    3: ("s", "w", "e"),
    4: ("s", "w", "n", "e"),
    5: ("s", "w", "n", "n2", "e"),
    6: ("s", "w", "n", "n2", "e", "s2"),
    7: ("s", "w", "w2", "n", "n2", "e", "s2"),
    8: ("s", "w", "w2", "n", "n2", "e", "e2", "s2"),
}


@require_safe
def display(request: HtmxRequest, key: str, match_key: str) -> HttpResponse:
    """For a tablet lying on the table: totals to be read from every seat."""
    return _drawn_before(request, key, match_key, "pad/display.html", ("title", "layout", "places"), _around)


def _around(match: Match) -> dict[str, Any]:
    context = match_context(match)
    rounds = [row for row in match.course.rows if row.number is not None and row.score]
    points: list[int | None] = [*rounds[-1].points] if rounds else [None] * len(context["seats"])
    around = zip(context["signs"], PLACES[len(context["signs"])], points, strict=True)
    return {**context, "around": list(around)}


@require_safe
def deal(request: HtmxRequest, key: str, match_key: str) -> HttpResponse:
    """Between deals: who deals, who leads, how many cards each, what stays in the box."""
    return _drawn_before(request, key, match_key, "pad/deal.html", ("title", "dealing", "actions"), _dealing)


def _dealing(match: Match) -> dict[str, Any]:
    table, game, engine = match.table, match.game, match.course.engine
    if not table.deck:
        raise Http404("no cards are dealt in this game")
    context = {
        **match_context(match),
        "hand_size": table.hand_size,
        "left_out": [game.face(card) for card in game.left_out(table)],
        "dealing": [{"text": message.text(language()), "code": message.code} for message in game.dealing(table)],
        "draws": not engine.deals and not engine.unknown and not engine.over,
        **game.deal_help(table, engine.coming),
    }
    own = (f"{game.slug}/deal.html", "pad/parts/dealing.html")  # the first of them that there is
    return {**context, "picture": picture(match, context), "how_to_deal": own}


@require_POST
def first_dealer(request: HttpRequest, key: str, match_key: str) -> HttpResponse:
    """Draws who deals first, before anything is dealt."""
    match = match_for(request, key, match_key, Role.SCORER)
    seat = secrets.randbelow(len(match.table.players))
    by = actor(request, match.night.group)
    try:
        with write_transaction(match.night.group):
            match.lock()
            match.deal_first(seat, by)
        messages.success(request, _("Drawn: %(name)s deals first.") % {"name": match.table.players[seat]})
    except Stale:
        messages.info(request, _("The first round is played already."))
    return redirect("deal", key=match.night.group.key, match_key=match.key)
