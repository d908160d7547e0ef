"""The page that checks a count of captured cards: what is in which pile, and what is missing."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.kernel.counting import Count, Counted, Missing
from games.kernel.posted import Posted
from games.kernel.words import isolated
from scorekeeper.nights.access import match_for
from scorekeeper.nights.models import Match
from scorekeeper.nights.presenter import match_context
from scorekeeper.people.signs import Sign
from scorekeeper.rounds.round_form import RoundForm
from scorekeeper.web.formatting import language
from scorekeeper.web.posted import prefilled

IN_ONE_ROW = 4  # up to so many piles are in one row, if their names are short
LONG_NAME = 9  # letters; with a longer name the piles take two rows, so that no name is cut off
MANY = 8  # the most missing cards that are drawn; if there are more, only their number is shown


@require_safe
def count(request: HttpRequest, key: str, match_key: str) -> HttpResponse:
    """Show what each pile has so far, what is missing, and who could have it. Nothing is saved."""
    match = match_for(request, key, match_key)
    form = Posted(prefilled(request.GET))
    counting = match.game.count(match.table)
    if counting is None:
        raise Http404("nothing to count in this game")
    found, into = Counted(counting, form, match.table), form.one("into")
    if into in counting.screens:
        target = reverse("enter", args=[match.night.group.key, match.key])
        return redirect(f"{target}?{urlencode({'as': into, **counting.into(into, found)}, doseq=True)}")
    return render(request, "rounds/count.html", _count_context(match, counting, found, form))


def _count_context(match: Match, counting: Count, found: Counted, form: Posted) -> dict[str, Any]:
    people = match.signs_at(match.table)
    context = match_context(match)
    now = {} if context["over"] else {screen.code: screen for screen in RoundForm(match).offered}
    missing = found.missing_items
    return {
        **context,
        "seats": people,
        "count": counting,
        "found": found,
        "fields": form.fields,
        "into": context["next_round"],
        "crowded": len(people) > IN_ONE_ROW or max(len(sign.name) for sign in people) > LONG_NAME,
        "piles": [
            {
                "sign": sign,
                "pile": pile,
                "sums": [(measure, pile.sums[measure.code]) for measure in counting.measures],
                "problem": _in_words(found.problems.get(f"cards-{sign.seat}")),
            }
            for sign, pile in zip(people, found.players, strict=True)
        ],
        "sides": [
            {"pile": pile, "sums": [(measure, pile.sums[measure.code]) for measure in counting.measures]}
            for pile in found.sides
        ],
        "open_sums": [
            (measure, found.open(measure.code), measure.total - found.open(measure.code))
            for measure in counting.measures
        ],
        "missing": [_missing_in_words(group, people) for group in found.missing],
        "missing_count": len(missing),
        "findings": [message.text(language()) for message in found.findings],
        "screens": [now[code] for code in counting.screens if code in now],
    }


def _in_words(message: Any) -> str:
    return str(message.text(language())) if message else ""


def _missing_in_words(group: Missing, people: list[Sign]) -> dict[str, Any]:
    """Return a group of missing things, with the places where they can be: "with Anna, discarded or on the floor"."""
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
