"""The pad, the display for a tablet on the table, and pictures of results for sharing."""

from typing import Any

from django.db.models import prefetch_related_objects
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.kernel.engine import LAST, SEATS, needs_of
from games.kernel.words import isolated
from scorekeeper.nights.access import match_for
from scorekeeper.nights.columns import sides_in
from scorekeeper.nights.departures import load_seat_changes
from scorekeeper.nights.live_updates import holder_context, live_page
from scorekeeper.nights.models import Entry, Match, Row
from scorekeeper.nights.offered import offer_called
from scorekeeper.nights.presenter import match_context, totals_chart
from scorekeeper.nights.story import Evening, Story
from scorekeeper.nights.tonight import followed_by, last_match, next_dealer, unfinished_game_of
from scorekeeper.pad.board import drawing_of_board
from scorekeeper.pad.card import card_of_evening, card_of_game
from scorekeeper.pad.ending import HIGHEST, ending
from scorekeeper.pad.rows import drawn_rows
from scorekeeper.people.access import group_for
from scorekeeper.rounds.bids_page import bids_so_far
from scorekeeper.rounds.messages import removed_text
from scorekeeper.rounds.parts_state import PartsState, are_piles, idle, own_screens
from scorekeeper.rounds.piles import Piles
from scorekeeper.rounds.round_form import RoundForm
from scorekeeper.rounds.tricks import Tricks
from scorekeeper.web.charts import Chart
from scorekeeper.web.formatting import all_of, language, signed
from scorekeeper.web.htmx import HtmxRequest

FEW = 4  # the largest number of sides that `gains_in_words` names one by one
SHOWN_ROWS = 10  # rows that the pad shows; earlier rows are folded away


@require_safe
def pad(request: HtmxRequest, key: str, match_key: str) -> HttpResponse:
    """Show the score pad: a column for each player or team, a row for each entry."""
    match = match_for(request, key, match_key)
    opened = request.GET.get("open", "")
    return live_page(
        request,
        match,
        "pad/table.html",
        ("title", "subheading", "score", "actions"),
        lambda: _pad_context(match, opened),
        cached=not opened,
        **holder_context(request, match),
    )


def _pad_context(match: Match, opened: str) -> dict[str, Any]:
    """Return the pad's context; `opened` is the number of the open row's entry, "older" for the earlier rows, or ""."""
    context, draft, game = match_context(match), Tricks.current(match), match.game
    parts = PartsState.current(match)
    recent, older = _folded(match)
    older_open = opened in {"older", *(str(row.entry.number) for row in older)}
    progress = parts if parts and not match.course.engine.over else None
    ended = ending(match)
    bids, step, removed = bids_so_far(match, parts), match.last_step, removed_entries(match)
    by_tricks = game.trick_by_trick(match.table) is not None and not context["closing"] and not progress
    return {
        **context,
        "opened": opened,
        "recent": drawn_rows(match, recent, opened),
        "older": drawn_rows(match, older, opened) if older_open else [],
        "earlier": len(older),
        "older_open": older_open,
        "chart": chart_of(match, context),
        "picture": drawing_of_board(match, context),
        "removed": removed,
        "removed_last": max(removed, key=lambda each: each["entry"].removed_at) if removed else None,
        "removed_rounds": all(each["is_round"] for each in removed),
        **needs_context(match, context),
        "draft": draft,
        "progress": progress,
        "bids": bids,
        "bids_due": bids is not None and not (bids.complete or progress or draft or context["closing"]),
        "first_ever": not recent and draft is None and parts is None and not _others_played(match),
        "idle": progress.idle if progress else idle(match),
        "own_parts": bool(own_screens(RoundForm(match).offered)),
        "own_piles": are_piles(RoundForm(match).offered),
        "trick_by_trick": by_tricks,
        "countable": game.count(match.table) is not None,
        "step": step,
        "undoes": match.draft.step if match.draft.is_later_than(step) else step.key if step else "",
        "coming": match.draft,
        "sleeping": match.sleeping,
        "gave": gains_in_words(match),
        "ending": ended,
        "facts": ended.facts if ended else [],
        "highest": HIGHEST,
        "unfinished": unfinished_instead_of(match),
        "last_rounds": match.last_rounds,
        "ended_by": entry_that_ended(match),
        "sheet_url": url_of_sheet(match),
        **after_the_end(match),
    }


def entry_that_ended(match: Match) -> Entry | None:
    """Return the entry that ended the game, so that the pad can offer to correct it; None until the game is over."""
    engine = match.course.engine
    if not engine.over:
        return None
    if engine.ends_by_limit:
        return match.last_rounds
    return next((row.entry for row in reversed(match.course.rows) if row.score), None)


def unfinished_instead_of(match: Match) -> Match | None:
    """Return the unfinished game of this match's players, which the pad offers while nothing is saved in this match."""
    if not match.is_untouched or not match.night.group.may_score:
        return None
    return unfinished_game_of(match.night.group, [seat.player_id for seat in match.sitting_now], match)


def url_of_sheet(match: Match) -> str:
    """Return the path of the form that starts the game after which this untouched plain pad is named; "" without one."""
    called = match.game.variant(match.house_rules)
    if not called or match.game.rules_in_options or not match.is_untouched or not match.night.group.may_score:
        return ""
    offered = offer_called(match.night.group, called)
    return offered.url(match.night.group) if offered else ""


def _folded(match: Match) -> tuple[list[Row], list[Row]]:
    """Return the rows shown on the pad, and the earlier rows, which are loaded on request; both newest first."""
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
    """Return the points by the last entry in one line: "Anna +12, Ben −5"; "" if no side got points."""
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
    """Return whether the group has another game, even a deleted one."""
    return Match.objects.filter(night__group=match.night.group).exclude(pk=match.pk).exists()


def after_the_end(match: Match) -> dict[str, Any]:
    """Return the context of a rematch; {} for viewers, and until the game is over."""
    group = match.night.group
    if not (match.course.engine.over and group.may_score):
        return {}
    rematch = {"deals_next": isolated(match.sitting_now[next_dealer(match)].player.canonical.name)}
    if last_match(group) == match:
        return rematch
    after = followed_by(match)
    goes_on = after if after and not after.finished else None
    leads_to = goes_on or match
    return rematch | {
        "goes_on": goes_on,
        "leads_to": leads_to.title.text(language()),
        "with_whom": ", ".join(map(isolated, leads_to.names_now)),
    }


def needs_context(match: Match, context: dict[str, Any]) -> dict[str, Any]:
    """Return the context of what each side needs to win."""
    engine = match.course.engine
    if engine.over or not context["last"]:
        return {"needs": []}
    needed = {need.player: need for need in needs_of(engine)}
    rows = []
    for each in context["heads"]:
        if need := needed.get(each["sign"].people[0].name):
            rows.append((each, need.points, " ".join(message.text(language()) for message in need.messages)))
    texts = {text for _, _, text in rows}
    return {"needs": rows, "needs_all": texts.pop() if len(texts) == 1 else ""}


def chart_of(match: Match, context: dict[str, Any]) -> Chart | None:
    rows = [row for row in match.course.rows if row.score]
    sides = match.sides
    totals = [[row.totals[side.seat] for side in sides] for row in rows]
    return totals_chart(sides, totals, [row.number for row in rows], context["goal"])


def removed_entries(match: Match) -> list[dict[str, Any]]:
    """Return the context of each removed entry, newest first. `is_round` is whether the entry is a dealt round."""
    people = match.signs
    return [
        {
            "entry": entry,
            "said": _removed_in_words(match, entry),
            "told": removed_text(entry),
            "is_round": match.is_dealt(entry.record),
            # Players who joined later have no points in the entry.
            "points": list(zip(people, entry.points or (), strict=False)),
        }
        for entry in reversed(match.all_entries)
        if entry.removed_at
    ]


def _removed_in_words(match: Match, entry: Entry) -> str:
    """Return in words what a removed change of who plays, or limit on the rounds, did; "" for other entries."""
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
    return HttpResponse(card_of_game(match, ended).png, content_type="image/png")


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
    evening = Evening([Story(match) for match in matches])
    return HttpResponse(card_of_evening(night, evening).png, content_type="image/png")


# By number of people, including a dealer who sits out: the side of the tablet for each seat, clockwise. "s", "w", "n",
# "e" are south (at the bottom), west, north and east; "s2" is a second seat on the south side.
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
    bids = bids_so_far(match, Piles.current(match))
    return {**context, "around": list(around), "partners": partners, "bids": bids}
