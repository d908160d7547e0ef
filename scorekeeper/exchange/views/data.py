"""The pages for exports (score files, spreadsheets, paper) and imports, and the copies for phones."""

from __future__ import annotations

import datetime
import json
import logging
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.formats import date_format
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from games.kernel.words import abbreviated, isolated
from games.score_file import PlacedProblem, games_of
from scorekeeper.exchange import copy, exporting, score_files, tables
from scorekeeper.exchange.own_sheets import own_sheets
from scorekeeper.history import persons
from scorekeeper.nights.access import match_for
from scorekeeper.nights.columns import Columns
from scorekeeper.nights.house_rules import house_rules
from scorekeeper.nights.models import Match, Night
from scorekeeper.nights.presenter import explained, match_context, row_figures
from scorekeeper.people.access import actor, group_for
from scorekeeper.people.bearer import link_in_header
from scorekeeper.people.models import Group, Role
from scorekeeper.web.formatting import language
from scorekeeper.web.posted import status_of

logger = logging.getLogger(__name__)

LARGEST_FILE = 20_000_000  # bytes; reading it takes some twenty times as much memory
MOST_GAMES = 500  # of a file, as they come in one transaction
OUTCOME = "import"  # in the session: what came of an import, until its page has shown it
MOST_PROBLEMS_SHOWN, MOST_PROBLEMS_COUNTED = 200, 20_000  # a file with MOST_PROBLEMS_COUNTED or more is refused
NUL = rb"\u0000"
NUMBERED = {"players": _("player %(number)s"), "tricks": _("trick %(number)s")}
LONGEST_LIST = 200  # characters: the list of problems' codes in a log message
JSON, CSV = "application/json", "text/csv; charset=utf-8"
NO_STORE = "no-store"  # for downloads: no cache may store data of a group


@require_safe
def data(request: HttpRequest, key: str) -> HttpResponse:
    """Show a group's page for exports and score sheets. Owners also get a link to the import."""
    group = group_for(request, key)
    return render(request, "exchange/data.html", {"group": group, "sheets": own_sheets(group)})


def _file(pieces: Iterable[str], kind: str, name: str) -> HttpResponseBase:
    """Return the file as a download with this name and content type (`kind`)."""
    headers = {"Content-Disposition": content_disposition_header(True, name), "Cache-Control": NO_STORE}
    return StreamingHttpResponse(pieces, content_type=kind, headers=headers)


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
    return _file(pieces, JSON, _name(group, "json", night))


@require_safe
def spreadsheet(request: HttpRequest, key: str, night_key: str | None = None) -> HttpResponseBase:
    """Return the entries of a group's games, or of one night, as CSV in the conventions of the reader's language."""
    group = group_for(request, key)
    night = _night(group, night_key)
    pieces = tables.rows(exporting.matches_of(group, night))
    return _file(pieces, CSV, _name(group, "csv", night))


@require_safe
def person(request: HttpRequest, key: str, player_key: str) -> HttpResponseBase:
    """Return the data stored about one person, as JSON."""
    group = group_for(request, key, Role.OWNER)
    player = get_object_or_404(group.players.canonical(), key=player_key)
    name = f"{slugify(player.name) or 'person'}.json"
    return _file(persons.as_json(player), JSON, name)


def _without_nul(text: bytes) -> bytes:
    r"""Remove NUL from the strings of a JSON text. PostgreSQL cannot store NUL. JSON writes NUL as `\u0000`."""
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

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file.size > LARGEST_FILE:
            raise forms.ValidationError(_("This file is too large: at most 20 MB."))
        return file


@require_http_methods(["GET", "POST"])
def import_file(request: HttpRequest, key: str) -> HttpResponse:
    """Show the form of an import, and what came of the one just done; a POST imports the games that can come."""
    group = group_for(request, key, Role.OWNER)
    form = ImportForm(request.POST, request.FILES) if request.method == "POST" else ImportForm()
    if not form.is_valid():
        outcome = request.session.pop(OUTCOME, {})
        if "deleted" in outcome:
            there = Match.objects.filter(night__group=group).select_related("night").order_by("started_at")
            outcome["deleted"] = there.filter(pk__in=outcome["deleted"])
        context = {"group": group, "form": form, "outcome": outcome, "most": MOST_GAMES}
        return render(request, "exchange/import.html", context, status=status_of(form))
    text = _without_nul(form.cleaned_data["file"].read())
    games, problems, told = games_of(text, MOST_PROBLEMS_COUNTED, timezone.get_current_timezone(), MOST_GAMES)
    by = actor(request, group)
    result = score_files.import_games(group, games, by)
    problems = [*problems, *result.left]
    if problems:
        codes = ", ".join(dict.fromkeys(found.problem.code for found in problems))[:LONGEST_LIST]
        logger.warning("Group %s: an import by %r, %d problems: %s", group.key, by, len(problems), codes)
    staying = len({found.game for found in problems})
    reasons = _in_words(problems[:MOST_PROBLEMS_SHOWN], told)
    outcome = {"reasons": reasons, "more": len(problems) - len(problems[:MOST_PROBLEMS_SHOWN]), "staying": staying}
    if staying and not (result.new or result.known or result.deleted):
        context = {"group": group, "form": form, "outcome": outcome, "most": MOST_GAMES}
        return render(request, "exchange/import.html", context, status=422)
    outcome |= {"new": result.new, "known": result.known, "deleted": result.deleted}
    request.session[OUTCOME] = outcome
    return redirect("import", group.key)


def _in_words(problems: Iterable[PlacedProblem], told: Mapping[int, tuple[str, str]]) -> dict[str, list[str]]:
    """Return {text in the reader's language: the places in the file that have this problem}. `told` is as in `Games`."""
    found: dict[str, list[str]] = {}
    for game, entry, problem in problems:
        places = found.setdefault(problem.text(language()), [])
        title, day = told.get(-1 if game is None else game, ("", ""))
        if title or day:
            when = date_format(datetime.date.fromisoformat(day), "SHORT_DATE_FORMAT") if day else ""
            places.append(", ".join(filter(None, [isolated(title), when])))
        elif game is not None:
            parts = [gettext("Game %(number)s") % {"number": game + 1}]
            if entry is not None:
                parts.append(gettext("round %(number)s") % {"number": entry + 1})
            if problem.field:
                parts.append(_place(problem.field))
            places.append(", ".join(parts))
    return found


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
    """Return the copy of the group whose share link is in the Authorization header. Raise Http404 without a link."""
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
    context = {"group": match.night.group, "match": match, "game": match.game}
    return render(request, "exchange/export.html", context)


@require_safe
def game_file(request: HttpRequest, key: str, match_key: str) -> HttpResponseBase:
    match = match_for(request, key, match_key, any_rules=True)
    name = f"{match.game_slug}-{match.night.day}.json"
    return _file(exporting.export([match]), JSON, name)


# Paper


@require_safe
def printed(request: HttpRequest, key: str, match_key: str) -> HttpResponse:
    """Show a game as a page to print: every round and the totals after it, with the first round at the top."""
    match = match_for(request, key, match_key)
    shown = Columns(match)
    context = match_context(match) | {
        "paper": "a5" if request.GET.get("paper") == "a5" else "a4",
        "rules_text": house_rules(match.game, match.options),
        "rows": [row_figures(match, row, shown) | explained(match, row) for row in match.course.rows],
    }
    return render(request, "exchange/sheet.html", context)
