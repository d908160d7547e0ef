"""The pages on which people describe a game with forms, and try a round.

The description is stored as a score sheet of the group: a TOML file with the rules of a game.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.kernel.words import isolated
from games.sheets.by_hand import described
from scorekeeper.exchange.described import Description, free_slug
from scorekeeper.exchange.own_sheets import Source, find_source, sources
from scorekeeper.nights.access import sheet_of
from scorekeeper.nights.models import OwnSheet
from scorekeeper.nights.offered import LONGEST_SEARCH, is_played
from scorekeeper.people.access import group_for
from scorekeeper.people.bounds import Full
from scorekeeper.people.models import Group, Role
from scorekeeper.server.write_queue import write_transaction
from scorekeeper.web.error_pages import SheetDeleted
from scorekeeper.web.posted import form_key

TRY = "try"


@require_http_methods(["GET", "POST"])
def describe(request: HttpRequest, key: str) -> HttpResponse:
    """Show the form of a new game; a POST saves the game as a sheet of the group.

    If `from` in the query string names a sheet, the form shows a copy of that sheet. If the form cannot show
    everything in the sheet, the page offers the sheet's file instead. Raise Http404 if `find_source` does not find
    the sheet.
    """
    group = group_for(request, key, Role.SCORER)
    if request.method == "POST":
        return _save(request, group)
    which = request.GET.get("from", "")
    source = find_source(group, which)
    if which and source is None:
        raise Http404("no such sheet")
    if source is None:
        description = Description(group)
        description.game_form.initial["name"] = request.GET.get("name", "").strip()[:LONGEST_SEARCH]
        return _page(request, group, description)
    game = described(source.sheet)
    if game is None:
        return _too_much(request, group, source)
    description = Description(group, game=game)
    description.game_form.initial["name"] = f"{game.name[: LONGEST_SEARCH - 2]} 2"
    return _page(request, group, description, copied=source.name)


@require_http_methods(["GET", "POST"])
def edit(request: HttpRequest, key: str, sheet_key: str) -> HttpResponse:
    """Show the form of an existing sheet; a POST changes the sheet.

    If the form cannot show everything in the sheet, the page offers the sheet's file instead.

    If the sheet was played, it cannot be changed any more. A GET then redirects to the form of a new game that shows a
    copy of the sheet. A POST shows the form of a new game with the typed values (status 409). So does a POST
    if the sheet was deleted.

    If this version cannot read the sheet, a GET raises Http404.
    """
    group = group_for(request, key, Role.SCORER)
    if request.method == "POST":
        return _save(request, group, sheet_key)
    sheet = sheet_of(group, sheet_key)
    source = find_source(group, sheet.key)
    if source is None:
        raise Http404("this version reads no game in it")
    game = described(source.sheet)
    if game is None:
        return _too_much(request, group, source)
    if is_played(sheet):
        return redirect(f"{reverse('describe', args=[group.key])}?from={sheet.key}")
    return _page(request, group, Description(group, game=game, sheet=sheet), sheet)


@require_POST
def try_round(request: HttpRequest, key: str) -> HttpResponse:
    """Show the result of the tried round by the rules that are typed so far. Nothing is saved."""
    group = group_for(request, key, Role.SCORER)
    context = {"group": group, "trial": Description(group, request.POST).trial, "partly": True}
    return render(request, "exchange/parts/tried.html", context)


def _save(request: HttpRequest, group: Group, sheet_key: str = "") -> HttpResponse:
    """Save the description as the sheet with this key, or as a new one; show the form again if that is not possible."""
    sheet: OwnSheet | None = None
    with suppress(SheetDeleted):
        sheet = sheet_of(group, sheet_key) if sheet_key else None
    description = Description(group, request.POST, sheet=sheet)
    if request.POST.get("do") == TRY:
        return _page(request, group, description, sheet)
    try:
        with write_transaction(group):
            if not description.is_valid():
                return _page(request, group, description, sheet, status=422)
            game = description.game
            if sheet_key:
                sheet = sheet_of(group, sheet_key)
                if is_played(sheet):
                    said = _("%(game)s has been played by now. Give this one a name of its own.")
                    return _page(request, group, description.told(said), status=409)
                if request.POST.get("seen", sheet.seen) != sheet.seen:
                    said = _("Someone else has changed %(game)s by now. Saving replaces what they wrote.")
                    return _page(request, group, description.told(said, sheet=sheet), sheet, status=409)
            slug = sheet.slug if sheet else free_slug(group, game.name)
            saved = OwnSheet.brought(group, slug, game.toml(slug))
    except SheetDeleted as deleted:
        said = deleted.title.replace("%", "%%") + ". " + _("Saving adds %(game)s again.")
        return _page(request, group, description.told(said), status=409)
    except Full as full:
        description.game_form.add_error(None, str(full))
        return _page(request, group, description, sheet, status=422)
    messages.success(request, _("%(game)s is ready to play.") % {"game": isolated(game.name)})
    return redirect("play_sheet", key=group.key, sheet_key=saved.key)


def _page(
    request: HttpRequest,
    group: Group,
    description: Description,
    sheet: OwnSheet | None = None,
    *,
    copied: str = "",
    status: int = 200,
) -> HttpResponse:
    context: dict[str, Any] = {
        "group": group,
        "description": description,
        "form": description.game_form,
        "lines": description.line_forms,
        "trial": description.trial,
        "sheet": sheet,
        "copied": copied,
        "sources": sources(group) if sheet is None else [],
        "key": form_key(request.POST),
        "loads": request.method == "POST",
    }
    return render(request, "exchange/describe.html", context, status=status)


def _too_much(request: HttpRequest, group: Group, source: Source) -> HttpResponse:
    """Return a page that offers the sheet's file, because the form cannot show all rules of the sheet."""
    return render(request, "exchange/describe_file.html", {"group": group, "source": source})
