"""The pages of the night in progress and of past nights."""

from collections.abc import Sequence
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
from scorekeeper.nights.access import night_of
from scorekeeper.nights.departures import load_seat_changes
from scorekeeper.nights.forms import NightForm, SearchForm
from scorekeeper.nights.models import Entry, Match, Night
from scorekeeper.nights.sheets import drawn_sheet, summary
from scorekeeper.nights.signals import night_described
from scorekeeper.nights.story import Evening, Story
from scorekeeper.nights.tonight import last_match, tables_of
from scorekeeper.people.access import group_for, person_of
from scorekeeper.people.bounds import Full
from scorekeeper.people.models import Role
from scorekeeper.server.write_queue import write_transaction
from scorekeeper.web.fragment_cache import Fragments, for_request
from scorekeeper.web.posted import whole_number

NIGHTS_A_PAGE = 20
MOST_COUNTED = 500  # the most nights that a search counts; counting thousands takes longer than showing a page of them
SHEETS = 4  # games drawn as sheets tonight: all in play and, if these are fewer than 4, the latest others


def story(night: Night) -> dict[str, Any]:
    return {"night": night, "matches": [summary(match) for match in night.matches.all()]}


@require_safe
def tonight(request: HttpRequest, key: str) -> HttpResponse:
    """Show tonight's games: this person's game in play, other games in play, then the rest, latest first."""
    group = group_for(request, key)
    person, tables = person_of(request, group), tables_of(group)
    matches, mine = tables.games, tables.game_for(person)
    in_play = [*([mine] if mine else []), *(match for match in tables.running if match != mine)]
    later = [match for match in matches if match not in in_play]
    shown = max(SHEETS - len(in_play), 0)
    last = tables.of(person) or next(iter(matches), None) or last_match(group)
    asks = tables.asks(person)

    def drawn(games: Sequence[Match], playing: bool) -> list[Fragments]:
        found = (drawn_sheet(match, [*in_play, *later], in_play=playing) for match in games)
        return [for_request(request, each) for each in found]

    sheets = drawn(in_play, True)
    context = {
        "group": group,
        "night": matches[0].night if matches else None,
        "ended": not in_play and any(match.winners for match in matches),
        "running": {"match": in_play[0]} if in_play else None,
        "in_play": sheets,
        "tonight": drawn(later[:shown], False),
        "earlier": drawn(later[shown:], False),
        "not_over": sum(not match.finished for match in later[shown:]),
        "mine": sheets[0] if mine else None,
        "asks": asks,
        "last": summary(last) if last and not asks else None,
    }
    return render(request, "nights/today.html", context)


@require_safe
def nights(request: HttpRequest, key: str) -> HttpResponse:
    """Show all nights, or those found by a search, newest first."""
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
    """Return the year and the month in which a night began, in local time."""
    at = localtime(story["night"].started_at)
    return at.year, at.month


def _in_words(form: SearchForm, name: str, value: Any) -> str:
    """Return one condition of the search in words: the field `name` with this value."""
    if name == "game":
        return str(dict(form.games)[value])
    if name in ("since", "until"):
        day = date_format(value, "SHORT_DATE_FORMAT")
        return (_("from %(day)s") if name == "since" else _("to %(day)s")) % {"day": day}
    return isolated(str(value))


def _night_for(request: HttpRequest, key: str, night_key: str, role: Role) -> Night:
    group = group_for(request, key, role)
    return night_of(group, group.nights.newest_first().with_matches(), night_key)


@require_safe
def night(request: HttpRequest, key: str, night_key: str) -> HttpResponse:
    """Show a night's games, their highlights and a summary, also as text to share."""
    found = _night_for(request, key, night_key, Role.VIEWER)
    entries = Entry.objects.filter(removed_at=None).defer("record")
    matches = list(found.matches.all())
    prefetch_related_objects(matches, Prefetch("entries", queryset=entries))
    load_seat_changes(matches)
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
        "notes": [note for _receiver, note in night_described.send(Night, night=found) if note],
    }
    context["text"] = render_to_string("nights/night.txt", context, request).strip()
    return render(request, "nights/night.html", context)


@require_http_methods(["GET", "POST"])
def night_edit(request: HttpRequest, key: str, night_key: str) -> HttpResponse:
    """Show the form of a night's place and note and, for owners, its date; a POST saves them."""
    found = _night_for(request, key, night_key, Role.SCORER)
    group = found.group
    form = NightForm(request.POST if request.method == "POST" else None, night=found, dated=group.may_own)
    if form.is_valid():
        try:
            with write_transaction(group):
                night = night_of(group, group.nights.shown(), found.key)
                night.describe(form.cleaned_data)
                if form.is_moved:
                    night = night.move(form.cleaned_data["day"], form.chosen)
        except Full as full:
            form.add_error("day", str(full))
        else:
            return redirect(night)
    context = {"group": group, "night": found, "form": form}
    return render(request, "nights/night_edit.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "POST"])
def night_delete(request: HttpRequest, key: str, night_key: str) -> HttpResponse:
    """Ask whether to delete a night; a POST with `sure` marks the night as deleted."""
    found = _night_for(request, key, night_key, Role.OWNER)
    if request.method == "POST" and request.POST.get("sure") == "yes":
        with write_transaction(found.group):
            found.soft_delete()
        messages.success(request, _("Deleted. You can restore it for 30 days."))
        return redirect("nights", key=found.group.key)
    return render(request, "nights/night_delete.html", {"group": found.group, **story(found)})


@require_POST
def night_restore(request: HttpRequest, key: str, night_key: str) -> HttpResponse:
    group = group_for(request, key, Role.OWNER)
    found = get_object_or_404(group.nights.unexpired().with_key(night_key))
    with write_transaction(group):
        found.restore()
    return redirect(found)
