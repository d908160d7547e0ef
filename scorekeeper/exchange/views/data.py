"""The pages for exports (score files, spreadsheets, BG Stats, paper) and imports, and the copies for phones."""

from __future__ import annotations

import datetime
import json
import logging
import time
from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from typing import IO, Any

from django import forms
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.kernel.words import abbreviated, isolated
from games.registry import all_games
from games.score_file import games_of
from scorekeeper.exchange import bgstats, copy, exporting, score_files, tables, working
from scorekeeper.exchange.models import Arrival
from scorekeeper.exchange.own_sheets import own_sheets
from scorekeeper.history import persons
from scorekeeper.nights.access import match_for
from scorekeeper.nights.house_rules import house_rules
from scorekeeper.nights.models import Match, Night
from scorekeeper.nights.presenter import match_context
from scorekeeper.people.access import actor, group_for
from scorekeeper.people.bearer import link_in_header
from scorekeeper.people.models import Group, Role
from scorekeeper.server.semaphore import acquire_slot
from scorekeeper.server.write_queue import write_transaction
from scorekeeper.web.formatting import language
from scorekeeper.web.htmx import HtmxRequest, redirect_page, wants_parts

logger = logging.getLogger(__name__)

LARGEST_FILE = 20_000_000  # bytes; reading it takes some twenty times as much memory
MANY_GAMES = 200  # with more games, a history is long
EXPORTS_AT_ONCE = 2  # a machine exports at most so many long histories at once: each keeps a processor busy
AT_A_STRETCH, LONGEST_BREATH = 0.003, 0.1  # seconds: how long a long export works before a pause; the longest pause
MOST_PROBLEMS_SHOWN, MOST_PROBLEMS_COUNTED = 1000, 20_000  # a file with MOST_PROBLEMS_COUNTED or more is refused
NUL = rb"\u0000"
NUMBERED = {"players": _("player %(number)s"), "tricks": _("trick %(number)s")}
LONGEST_LIST = 200  # characters: the list of problems' codes in a log message
JSON, CSV = "application/json", "text/csv; charset=utf-8"
NO_STORE = "no-store"  # for downloads: no cache may store data of a group
PAPERS = {"a4": 26, "a5": 16}  # number of rows of an empty sheet, by paper size


@require_safe
def data(request: HttpRequest, key: str) -> HttpResponse:
    """Show a group's page for exports, score sheets and empty sheets. Owners also get a link to the import."""
    group = group_for(request, key)
    games = [(slug, game.name.text(language())) for slug, game in all_games().items()]
    context = {
        "group": group,
        "games": games,
        "sheets": own_sheets(group),
        "arrival": _arrival(group) if group.may_own else None,
    }
    return render(request, "exchange/data.html", context)


class _Pieces:
    """The pieces of a streamed response.

    Only a long export has a `slot` (`acquire_slot`), which is released when the response is closed. A long export
    pauses after every AT_A_STRETCH seconds of work, so that other requests get the processor.
    """

    def __init__(self, pieces: Iterable[str], slot: IO[bytes] | None) -> None:
        self._pieces, self._slot = pieces, slot

    def __iter__(self) -> Iterator[bytes]:
        begun = time.monotonic()
        for piece in self._pieces:
            yield piece.encode()
            took = time.monotonic() - begun
            if self._slot is not None and took > AT_A_STRETCH:
                time.sleep(min(took, LONGEST_BREATH))  # `took` includes waits for a slow network
                begun = time.monotonic()

    def close(self) -> None:
        if self._slot is not None:
            self._slot.close()


def _file(
    request: HttpRequest, group: Group, pieces: Iterable[str], kind: str, name: str, *, whole: bool = False
) -> HttpResponseBase:
    """Return the file as a download with this name and content type (`kind`).

    The file of a `whole` history with more than MANY_GAMES games needs one of EXPORTS_AT_ONCE slots. If no slot is
    free, return a page that asks to wait (status 503).
    """
    slot = None
    if whole and Match.objects.filter(night__group=group)[MANY_GAMES:].exists():
        slot = acquire_slot("export", EXPORTS_AT_ONCE)
        if slot is None:
            return _wait(request, group)
    response = StreamingHttpResponse(_Pieces(pieces, slot), content_type=kind)
    response["Content-Disposition"] = content_disposition_header(True, name)
    response["Cache-Control"] = NO_STORE
    return response


def _wait(request: HttpRequest, group: Group) -> HttpResponse:
    context = {"group": group, "again": request.path if request.method == "GET" else ""}
    response = render(request, "exchange/wait.html", context, status=503)
    response["Retry-After"] = "10"
    return response


def _name(group: Group, ending: str, night: Night | None = None) -> str:
    day = f"-{night.day}" if night else ""
    return f"{slugify(group.name) or 'scorekeeper'}{day}.{ending}"


def _night(group: Group, night_key: str | None) -> Night | None:
    """Return the group's night with this key; None without a key. Raise Http404 for an unknown key."""
    return get_object_or_404(Night.objects.newest_first(), group=group, key=night_key) if night_key else None


@require_safe
def score_file(request: HttpRequest, key: str, night_key: str | None = None) -> HttpResponseBase:
    """Return all games of a group, or of one night, as a score file."""
    group = group_for(request, key)
    night = _night(group, night_key)
    pieces = exporting.export(exporting.matches_of(group, night))
    return _file(request, group, pieces, JSON, _name(group, "json", night), whole=night is None)


@require_safe
def spreadsheet(request: HttpRequest, key: str, night_key: str | None = None) -> HttpResponseBase:
    """Return the entries of a group's games, or of one night, as CSV in the conventions of the reader's language."""
    group = group_for(request, key)
    night = _night(group, night_key)
    pieces = tables.rows(exporting.matches_of(group, night))
    return _file(request, group, pieces, CSV, _name(group, "csv", night), whole=night is None)


@require_safe
def person(request: HttpRequest, key: str, player_key: str) -> HttpResponseBase:
    """Return the data stored about one person, as JSON."""
    group = group_for(request, key, Role.OWNER)
    player = get_object_or_404(group.players.canonical(), key=player_key)
    name = f"{slugify(player.name) or 'person'}.json"
    return _file(request, group, persons.as_json(player), JSON, name, whole=True)


def _without_nul(text: bytes) -> bytes:
    """Remove NUL from the strings of a JSON text. PostgreSQL cannot store NUL.

    JSON writes NUL as `\\u0000`. But `\\\\u0000` is a backslash, followed by `u0000`; it stays.

    No regular expression is used: on a long file, it would block all other threads of the process.
    """
    *parts, last = text.split(NUL)
    escaped = ((len(part) - len(part.rstrip(b"\\"))) % 2 for part in parts)
    return b"".join(part + NUL * odd for part, odd in zip(parts, escaped, strict=True)) + last


class ImportForm(forms.Form):
    file = forms.FileField(
        label=_("Score file, or export of BG Stats"),
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
        max_length=255,
        error_messages={"required": _("Choose a file.")},
    )

    beside = forms.BooleanField(label=_("Also import games that differ, as extra copies"), required=False)

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file.size > LARGEST_FILE:
            raise forms.ValidationError(_("This file is too large: at most 20 MB."))
        return file


def _arrival(group: Group) -> Arrival | None:
    """Return the group's last import without loading its field `games`; None if there is none."""
    return Arrival.objects.filter(group=group).defer("games").first()


@require_http_methods(["GET", "POST"])
def import_file(request: HttpRequest, key: str) -> HttpResponse:
    """Show the form of an import and the state of the last import; a POST imports a file (`_read`)."""
    group = group_for(request, key, Role.OWNER)
    form = ImportForm(request.POST, request.FILES) if request.method == "POST" else ImportForm()
    if form.is_valid():
        return _read(request, group, form)
    context = {"group": group, "form": form, **_said(_arrival(group))}
    return render(request, "exchange/import.html", context, status=422 if form.is_bound else 200)


def _read(request: HttpRequest, group: Group, form: ImportForm) -> HttpResponse:
    """Import a file.

    - If all its games can be imported, begin at once.
    - If only some of them can, ask an owner to confirm the import first.
    - If none can, show the reasons with status 422.
    - If the group's last import is still running, return a page that asks to wait (status 503).

    The new import replaces the last one, even if that was interrupted.
    """
    text = _without_nul(form.cleaned_data["file"].read())
    games, problems, told = games_of(text, MOST_PROBLEMS_COUNTED, timezone.get_current_timezone())
    problems = [*problems, *score_files.unfit(games, group)]
    staying = {found.game for found in problems}
    coming = score_files.in_order([(number, game) for number, game in games if number not in staying])
    by = actor(request, group)
    if problems:
        codes = ", ".join(dict.fromkeys(found.problem.code for found in problems))[:LONGEST_LIST]
        what = "left games out of" if coming else "refused"
        logger.warning("Group %s: %s an import by %r, %d problems: %s", group.key, what, by, len(problems), codes)
    reasons = [
        Arrival.reason(found, *told.get(-1 if found.game is None else found.game, ()))
        for found in problems[:MOST_PROBLEMS_SHOWN]
    ]
    if problems and not coming:
        context = {"group": group, "form": form, "refused": True}
        context |= _in_words(reasons) | {"more": len(problems) - len(reasons)}
        return render(request, "exchange/import.html", context, status=422)
    with score_files.only_import(group) as alone:
        if not alone:
            return _wait(request, group)
        arrival = Arrival(group=group, by=by, beside=form.cleaned_data["beside"], problems=reasons)
        arrival.pack(coming)
        arrival.staying = len(staying)
        arrival.state = Arrival.State.ASKED if problems else Arrival.State.RUNNING
        with write_transaction(group):
            Arrival.objects.filter(group=group).delete()
            arrival.save()
    if arrival.is_underway:
        working.go_on(arrival)
    return redirect("import", group.key)


@require_POST
def import_go_on(request: HtmxRequest, key: str) -> HttpResponse:
    """Continue the group's import. If the field `come` has the import's key, first confirm the import.

    If htmx asks and the import is under way, return its progress. Otherwise, redirect to the import's page.
    """
    group = group_for(request, key, Role.OWNER)
    arrival = _arrival(group)
    come = arrival is not None and request.POST.get("come") == arrival.key
    if come:
        with write_transaction(group):  # after a second tap, none is ASKED any more
            asked = Arrival.objects.filter(group=group, state=Arrival.State.ASKED)
            asked.update(state=Arrival.State.RUNNING)
        arrival = _arrival(group)
    # If the import runs in steps, the page that is shown next requests the first step. The confirming form has a key,
    # so a step done here would be in that form's transaction.
    in_steps = settings.IMPORT_STEP is not None
    if arrival is not None and arrival.is_underway and not (come and in_steps):
        working.go_on(arrival)
        arrival = _arrival(group)
    if arrival is None or not arrival.is_underway or not wants_parts(request):
        return redirect_page(request, reverse("import", args=[group.key]))
    return render(request, "exchange/parts/underway.html", {"group": group, **_said(arrival)})


def _said(arrival: Arrival | None) -> dict[str, Any]:
    """Return the template context that shows the state or the outcome of an import; {} for None."""
    if arrival is None:
        return {}
    said = {"arrival": arrival, "state": arrival.state, "steps": settings.IMPORT_STEP is not None}
    said |= _in_words(arrival.problems)
    if arrival.state == Arrival.State.DONE:
        there = Match.objects.filter(night__group=arrival.group_id).select_related("night").order_by("started_at")
        said["differing"] = there.filter(pk__in=arrival.outcome["differing"])
        said["deleted"] = there.filter(pk__in=arrival.outcome.get("deleted", []))
    return said


def _in_words(reasons: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Group problems by their text: return {"reasons": {text in the reader's language: places in the file}}."""
    found: dict[str, list[dict[str, Any]]] = {}
    for each in reasons:
        day = datetime.date.fromisoformat(each["day"]) if each["day"] else None
        place = {**each, "day": day, "field": _place(each["field"]) if each["field"] else ""}
        found.setdefault(each["text"][language()], []).append(place)
    return {"reasons": found}


def _place(field: str) -> str:
    """Return a problem's path in words, such as "player 1", "trick 2" or "House rules". Other keys stay unchanged."""
    head, *rest = field.split(".")
    if head in NUMBERED and rest and rest[0].isdecimal():
        head = NUMBERED[head] % {"number": int(rest.pop(0)) + 1}
    elif head == "options":
        head = gettext("House rules")
    return " › ".join(isolated(abbreviated(part)) for part in (head, *rest))


@require_safe
def copy_of_link(request: HttpRequest) -> HttpResponse:
    """Return the copy of the group whose share link is in the Authorization header. Raise Http404 without a link.

    A phone that joins the group knows its share link, but not its key.
    """
    link = link_in_header(request)
    if link is None:
        raise Http404("no link")
    return copy_of_group(request, link.group.key)


@require_safe
def copy_of_group(request: HttpRequest, key: str) -> HttpResponse:
    """Return the copy of a group for a phone, as JSON. The status is 304 if the phone has this copy already (ETag)."""
    document = json.dumps(copy.dump(group_for(request, key)), ensure_ascii=False).encode()
    etag = f'"{blake2b(document, digest_size=16).hexdigest()}"'
    whole = HttpResponse(document, content_type=JSON, headers={"ETag": etag, "Cache-Control": NO_STORE})
    answer: HttpResponse = get_conditional_response(request, etag=etag, response=whole) or whole
    return answer


# One game


@require_safe
def export_page(request: HttpRequest, key: str, match_key: str) -> HttpResponse:
    """Show the page with the links that export a game."""
    match = match_for(request, key, match_key, any_rules=True)
    context = {"group": match.night.group, "match": match, "game": match.game, "bgstats": bgstats.link(match)}
    return render(request, "exchange/export.html", context)


@require_safe
def game_file(request: HttpRequest, key: str, match_key: str) -> HttpResponseBase:
    match = match_for(request, key, match_key, any_rules=True)
    name = f"{match.game_slug}-{match.night.day}.json"
    return _file(request, match.night.group, exporting.export([match]), JSON, name)


# Paper


def _paper(request: HttpRequest) -> str:
    paper = request.GET.get("paper", "a4")
    return paper if paper in PAPERS else "a4"


@require_safe
def printed(request: HttpRequest, key: str, match_key: str) -> HttpResponse:
    """Show a game as a page to print: every round and the totals after it, with the first round at the top."""
    match = match_for(request, key, match_key)
    context = match_context(match)
    context |= {
        "paper": _paper(request),
        "rules_text": house_rules(match.game, match.options),
        "rows": context["rows"][::-1],
    }
    return render(request, "exchange/sheet.html", context)


@require_safe
def empty_sheet(request: HttpRequest, key: str, slug: str) -> HttpResponse:
    """Show an empty sheet to print, for a table without a phone. Raise Http404 for an unknown game."""
    group = group_for(request, key)
    game = all_games().get(slug)
    if game is None:
        raise Http404("no such game")
    seats = request.GET.get("players", "")
    players = int(seats) if seats in {str(number) for number in game.seats} else max(game.seats)
    paper = _paper(request)
    context = {
        "group": group,
        "game": game,
        "seats": sorted(game.seats),
        "players": range(players),
        "count": players,
        "paper": paper,
        "lines": range(1, PAPERS[paper] + 1),
    }
    return render(request, "exchange/empty_sheet.html", context)
