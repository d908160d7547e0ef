"""The pages on which people describe a game with forms."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.kernel.words import isolated
from games.sheets.by_hand import described
from scorekeeper.exchange.described import Description, free_slug
from scorekeeper.nights.access import sheet_of
from scorekeeper.nights.models import OwnSheet
from scorekeeper.nights.offered import LONGEST_SEARCH, is_played
from scorekeeper.people.access import group_for
from scorekeeper.people.bounds import Full
from scorekeeper.people.models import Group, Role
from scorekeeper.server.write_queue import write_transaction
from scorekeeper.web.posted import form_key


@require_http_methods(["GET", "POST"])
def describe(request: HttpRequest, key: str) -> HttpResponse:
    """Show the form of a new game; a POST saves the game as a sheet of the group."""
    group = group_for(request, key, Role.SCORER)
    if request.method == "POST":
        return _save(request, group, Description(group, request.POST))
    description = Description(group)
    description.game_form.initial["name"] = request.GET.get("name", "").strip()[:LONGEST_SEARCH]
    return _page(request, group, description)


@require_http_methods(["GET", "POST"])
def edit(request: HttpRequest, key: str, sheet_key: str) -> HttpResponse:
    """Show the form of an existing sheet that this page has written; a POST changes the sheet."""
    group = group_for(request, key, Role.SCORER)
    found = sheet_of(group, sheet_key)
    sheet = None if is_played(found) else found
    if request.method == "POST":
        return _save(request, group, Description(group, request.POST, sheet=sheet), sheet)
    game = described(found.text)
    if game is None:
        raise Http404("no game that was described here")
    description = Description(group, game=game, sheet=sheet)
    if sheet is None:
        description.game_form.initial["name"] = f"{game.name[: LONGEST_SEARCH - 2]} 2"
    return _page(request, group, description, sheet)


def _save(request: HttpRequest, group: Group, description: Description, sheet: OwnSheet | None = None) -> HttpResponse:
    """Save the description as this sheet, or as a new one; show the form again if that is not possible."""
    if not description.is_valid():
        return _page(request, group, description, sheet, status=422)
    game = description.game
    try:
        with write_transaction(group):
            slug = sheet.slug if sheet else free_slug(group, game.name)
            saved = OwnSheet.brought(group, slug, game.toml(slug))
    except Full as full:
        description.game_form.add_error(None, str(full))
        return _page(request, group, description, sheet, status=422)
    messages.success(request, _("%(game)s is ready to play.") % {"game": isolated(game.name)})
    return redirect("play_sheet", key=group.key, sheet_key=saved.key)


def _page(
    request: HttpRequest, group: Group, description: Description, sheet: OwnSheet | None = None, status: int = 200
) -> HttpResponse:
    context = {
        "group": group,
        "form": description.game_form,
        "lines": description.line_forms,
        "sheet": sheet,
        "key": form_key(request.POST),
    }
    return render(request, "exchange/describe.html", context, status=status)
