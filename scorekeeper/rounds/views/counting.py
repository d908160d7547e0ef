"""The page that checks a count of captured cards: what is in which pile, and what is missing."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.kernel.counting import Count, Counted, Missing
from games.kernel.posted import Posted
from games.kernel.words import isolated
from scorekeeper.nights.access import match_for
from scorekeeper.nights.models import Entry, Match
from scorekeeper.nights.presenter import match_context
from scorekeeper.people.signs import Sign
from scorekeeper.rounds.forms import alternatives
from scorekeeper.web.formatting import language
from scorekeeper.web.posted import prefilled, whole_number

IN_ONE_ROW = 4  # up to so many piles are in one row, if their names are short
LONG_NAME = 9  # letters; with a longer name the piles take two rows, so that no name is cut off
MANY = 8  # the most missing cards that are drawn; if there are more, only their number is shown

# Fields of the entry's form, and of this page, that do not belong to the round.
NOT_OF_THE_ROUND = frozenset(("csrfmiddlewaretoken", "key", "seen", "screen", "entry", "sent", "as", "into"))


@require_http_methods(["GET", "POST"])
def count(request: HttpRequest, key: str, match_key: str) -> HttpResponse:
    """Show what each pile has so far, what is missing, and who could have it. Nothing is saved.

    The form of the round can be sent here, because this page has the same field names. If `into` has the code of a
    screen, redirect to that form on this screen, filled in with the count and the other fields. Raise Http404 if no
    cards are counted in the game.
    """
    match = match_for(request, key, match_key)
    form = Posted(prefilled(request.POST or request.GET))
    entry = corrected(match, form)
    match.correcting(entry)
    match.dealt_by(form.one("dealer"))
    counting = match.game.count(match.table)
    if counting is None:
        raise Http404("nothing to count in this game")
    found = Counted(counting, form, match.table)
    carried = {name: values for name, values in form.fields.items() if _is_carried(name, counting)}
    if form.one("into") in counting.screens:
        fields = {**carried, **counting.into(form.one("into"), found)}
        where = [match.night.group.key, match.key]
        target = reverse("correct", args=[*where, entry.key]) if entry else reverse("enter", args=where)
        seen = {"seen": form.one("seen")} if entry else {}
        return redirect(f"{target}?{urlencode({'as': form.one('into'), **seen, **fields}, doseq=True)}")
    return render(request, "rounds/count.html", _count_context(match, counting, found, form, carried, entry))


def corrected(match: Match, form: Posted) -> Entry | None:
    """Return the entry whose cards are counted again; None for the coming round."""
    number = whole_number(form.one("entry"))
    return next((entry for entry in match.active if entry.number == number), None)


def _is_carried(name: str, counting: Count) -> bool:
    """Return whether a field is passed on unchanged: it belongs to the round, but not to the count."""
    return name not in NOT_OF_THE_ROUND and not counting.own(name)


def _count_context(
    match: Match, counting: Count, found: Counted, form: Posted, carried: Any, entry: Entry | None
) -> dict[str, Any]:
    people = match.signs_at(match.table)
    context = match_context(match)
    now = {screen.code: screen for screen in alternatives(match, entry)} if entry or not context["over"] else {}
    screens = [now[code] for code in counting.screens if code in now]
    screens.sort(key=lambda screen: screen.code != form.one("screen"))  # first the screen that led here
    came_with = ("screen", "entry", "seen") if entry else ("screen",)
    missing = found.missing_items
    return {
        **context,
        "seats": people,
        "count": counting,
        "found": found,
        "fields": form.fields,
        "carried": {**carried, **{name: [form.one(name)] for name in came_with if form.one(name)}},
        "into": next((row.number for row in match.course.rows if row.entry == entry), context["next_round"]),
        "crowded": len(people) > IN_ONE_ROW or max(len(sign.name) for sign in people) > LONG_NAME,
        "piles": [
            {
                "sign": sign,
                "pile": pile,
                "sums": [(measure, pile.sums[measure.code]) for measure in counting.measures],
                "problem": _in_words(found.problems.get(f"cards-{sign.seat}")),
                "points_problem": _in_words(
                    found.problems.get(f"{counting.numbers.name}-{sign.seat}") if counting.numbers else None
                ),
            }
            for sign, pile in zip(people, found.players, strict=True)
        ],
        "sides": [
            {"side": side, "pile": pile, "sums": [(measure, pile.sums[measure.code]) for measure in counting.measures]}
            for side, pile in zip(counting.sides, found.sides, strict=True)
        ],
        "side_points_problem": _in_words(
            found.problems.get(f"{counting.numbers.name}-side") if counting.numbers else None
        ),
        "open_sums": [
            (measure, found.open(measure.code), measure.total - found.open(measure.code))
            for measure in counting.measures
        ],
        "missing": [_missing_in_words(group, people) for group in found.missing],
        "missing_count": len(missing),
        "findings": [message.text(language()) for message in [*found.findings, *filter(None, [found.squeezed])]],
        "screens": screens,
    }


def _in_words(message: Any) -> str:
    return str(message.text(language())) if message else ""


def _missing_in_words(group: Missing, people: list[Sign]) -> dict[str, Any]:
    """Return a group of missing things, with the places where they can be: "with Anna, discarded or on the floor".

    If there are more than MANY things, `items` is empty. If some player cannot have them, `narrow` is true.
    """
    places = [_("with %(name)s") % {"name": isolated(name)} for name in group.players]
    if len(group.players) == len(people) and len(people) > 2:
        places = [_("with anyone")]
    places += [side.text(language()) for side in group.sides]
    if group.floor:
        places.append(_("on the floor"))
    *first, last = places or [_("in a pile that was miscounted")]
    return {
        "items": group.items if len(group.items) <= MANY else [],
        "number": len(group.items),
        "only": group.only and isolated(group.only),
        "narrow": len(group.players) < len(people),
        "where": _("%(places)s or %(last)s") % {"places": ", ".join(first), "last": last} if first else last,
    }
