"""The night that is going on, and past nights, newest first."""

from itertools import groupby
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Prefetch, prefetch_related_objects
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.kernel.words import isolated
from scorekeeper.nights.forms import NightForm, SearchForm
from scorekeeper.nights.models import Entry, Match, Night
from scorekeeper.nights.presenter import at_a_glance
from scorekeeper.nights.signals import night_described
from scorekeeper.nights.story import Evening, Story
from scorekeeper.nights.tonight import last_match, match_of_another_day
from scorekeeper.people.access import group_for
from scorekeeper.people.bounds import Full
from scorekeeper.people.models import Role
from scorekeeper.server.write_queue import write_transaction
from scorekeeper.web.formatting import all_of, language, minus
from scorekeeper.web.posted import whole_number

NIGHTS_A_PAGE = 20
MOST_COUNTED = 500  # of the nights found: counting thousands would take longer than showing a page of them
SHEETS = 4  # of tonight's games; the earlier ones have a line each


def summary(match: Match) -> dict[str, Any]:
    """A match in one line, from its caches."""
    names = [seat.name for seat in match.seated]
    people, totals, places = match.signs, match.totals or [0] * len(names), match.places
    return {
        "match": match,
        "game": match.title.text(language()),
        "players": list(zip(people, totals, strict=True)),
        "winners": [names[seat] for seat in match.winners],
        "winners_text": all_of([names[seat] for seat in match.winners]) if match.winners else "",
        "winning": [people[seat] for seat in match.winners],
        "best": max((totals[seat] for seat in match.winners), default=0),
        "placed": [(people[seat], totals[seat], places[seat]) for seat in match.standing],
        "standing": [(people[seat], totals[seat]) for seat in match.standing],
        "others": [
            f"{isolated(names[seat])} {minus(totals[seat])}" for seat in match.standing if seat not in match.winners
        ],
    }


def story(night: Night) -> dict[str, Any]:
    return {"night": night, "matches": [summary(match) for match in night.matches.all()]}


@require_safe
def tonight(request: HttpRequest, key: str) -> HttpResponse:
    """The group's own page: tonight's games, and the next one a tap away."""
    group = group_for(request, key)
    night = Night.objects.filter(group=group).newest_first().begun().with_matches().first()
    games = _shown(night, list(night.matches.all())) if night and night.is_going_on else []
    dated, last = bool(games), last_match(group)
    running = next((each for each in games if each["match"] == last and not each["match"].finished), None)
    if running is None and (match := match_of_another_day(group)):
        [running] = _shown(match.night, [match])
        games = [running, *games]
    context = {
        "group": group,
        "night": night if dated else None,
        "tonight": games[:SHEETS],
        "earlier": games[SHEETS:],
        "not_over": sum(not each["match"].finished for each in games[SHEETS:]),
        "running": running,
        "last": summary(last) if last else None,
    }
    return render(request, "nights/today.html", context)


def _shown(night: Night, matches: list[Match]) -> list[dict[str, Any]]:
    """These games of a night, the last one first; of each that is not over, where it stands."""
    matches = sorted(matches, key=lambda match: (match.started_at, match.pk), reverse=True)
    prefetch_related_objects(matches, "entries")
    found = []
    for match in matches:
        match.night = night
        match.all_entries = list(match.entries.all())
        standing = at_a_glance(match) if not match.finished and match.is_readable else {}
        found.append({**summary(match), **Story(match).context, "now": standing})
    return found


@require_safe
def nights(request: HttpRequest, key: str) -> HttpResponse:
    """All of them, or those that were looked for."""
    group = group_for(request, key)
    form = SearchForm(request.GET or None, group=group)
    wanted = {name: value for name, value in form.cleaned_data.items() if value} if form.is_valid() else {}
    found = Night.objects.filter(group=group).newest_first().matching(**wanted).with_matches()
    asked = request.GET.get("page", "")
    most = max(MOST_COUNTED, whole_number(asked) * NIGHTS_A_PAGE)
    page = Paginator(found[: most + 1] if wanted else found, NIGHTS_A_PAGE).get_page(asked)
    shown = [story(each) for each in page]
    context = {
        "group": group,
        "page": page,
        "more_than": most if wanted and page.paginator.count > most else None,
        "nights": shown,
        "months": [list(each) for _month, each in groupby(shown, key=_month_of)],
        "deleted": group.nights.deleted() if group.may_own else [],
        "form": form,
        "wanted": [_in_words(form, name, value) for name, value in wanted.items()],
    }
    return render(request, "nights/nights.html", context, status=422 if form.errors else 200)


def _month_of(story: dict[str, Any]) -> tuple[int, int]:
    """Return the year and the month of a night on the clocks at home."""
    at = localtime(story["night"].started_at)
    return at.year, at.month


def _in_words(form: SearchForm, name: str, value: Any) -> str:
    """The search in words."""
    if name == "game":
        return str(dict(form.games)[value])
    if name in ("since", "until"):
        day = date_format(value, "SHORT_DATE_FORMAT")
        return (_("from %(day)s") if name == "since" else _("to %(day)s")) % {"day": day}
    return isolated(str(value))


def _night_for(request: HttpRequest, key: str, night_key: str, role: Role) -> Night:
    group = group_for(request, key, role)
    found = get_object_or_404(group.nights.newest_first().with_matches().known_as(night_key))
    found.group = group
    return found


@require_safe
def night(request: HttpRequest, key: str, night_key: str) -> HttpResponse:
    """A night as a story, to be shown and passed on."""
    found = _night_for(request, key, night_key, Role.VIEWER)
    entries = Entry.objects.filter(removed_at=None).defer("record")
    matches = list(found.matches.all())
    prefetch_related_objects(matches, Prefetch("entries", queryset=entries))
    stories = []
    for match in matches:
        match.night = found
        stories.append(Story(match))
    matches_shown = [{**summary(story.match), **story.context} for story in stories]
    context = {
        "group": found.group,
        "night": found,
        "matches": matches_shown,
        "summary": Evening(stories).context,
        "deleted": Match.objects.deleted().filter(night=found).prefetch_related("seats")
        if found.group.may_score
        else [],
        "going_on": found.is_going_on,
        "notes": [note for _receiver, note in night_described.send(Night, night=found) if note],
    }
    context["text"] = render_to_string("nights/night.txt", context, request).strip()
    return render(request, "nights/night.html", context)


@require_http_methods(["GET", "POST"])
def night_edit(request: HttpRequest, key: str, night_key: str) -> HttpResponse:
    """Show where the night was, what is worth remembering of it and, to owners, when it was."""
    found = _night_for(request, key, night_key, Role.SCORER)
    group = found.group
    form = NightForm(request.POST if request.method == "POST" else None, night=found, dated=group.may_own)
    if form.is_valid():
        try:
            with write_transaction(group):
                night = group.nights.shown().get(pk=found.pk)
                night.describe(form.cleaned_data["place"], form.cleaned_data["note"])
                if form.is_moved:
                    night = night.move(form.cleaned_data["day"], form.chosen)
        except Full as full:
            form.add_error("day", str(full))
        else:
            night.group = group
            return redirect(night)
    context = {"group": group, "night": found, "form": form}
    return render(request, "nights/night_edit.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "POST"])
def night_delete(request: HttpRequest, key: str, night_key: str) -> HttpResponse:
    """Ask a second time, then take the night out of the list."""
    found = _night_for(request, key, night_key, Role.OWNER)
    if request.method == "POST" and request.POST.get("sure") == "yes":
        with write_transaction(found.group):
            found.delete_for_now()
        messages.success(request, _("Deleted. You can restore it for 30 days."))
        return redirect("nights", key=found.group.key)
    return render(request, "nights/night_delete.html", {"group": found.group, **story(found)})


@require_POST
def night_restore(request: HttpRequest, key: str, night_key: str) -> HttpResponse:
    group = group_for(request, key, Role.OWNER)
    found = get_object_or_404(group.nights.not_gone().known_as(night_key))
    with write_transaction(group):
        found.restore()
    return redirect(found)
