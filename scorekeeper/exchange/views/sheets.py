"""The pages that import, download and delete a group's own score sheets (TOML files with the rules of a game)."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.kernel.words import isolated
from games.sheets.reading import MOST_BYTES, Answer, read_file
from scorekeeper.exchange.own_sheets import own_sheets
from scorekeeper.nights.access import sheet_of
from scorekeeper.nights.models import OwnSheet
from scorekeeper.people.access import group_for
from scorekeeper.people.bounds import Full
from scorekeeper.people.keys import did
from scorekeeper.people.models import Group, Role
from scorekeeper.server.write_queue import write_transaction
from scorekeeper.web.formatting import language

MOST_PROBLEMS_SHOWN = 200


class SheetForm(forms.Form):
    """The form for a sheet: a TOML file."""

    file = forms.FileField(
        label=gettext_lazy("Score sheet (TOML file)"),
        widget=forms.FileInput(attrs={"accept": ".toml,application/toml,text/plain"}),
        max_length=255,
        error_messages={"required": gettext_lazy("Choose a file.")},
    )


@require_http_methods(["GET", "POST"])
def bring(request: HttpRequest, key: str) -> HttpResponse:
    """Show the form for a sheet; a POST stores the sheet, or shows its first MOST_PROBLEMS_SHOWN problems."""
    group = group_for(request, key, Role.OWNER)
    form = SheetForm(request.POST, request.FILES) if request.method == "POST" else SheetForm()
    if not form.is_valid():
        return _page(request, group, form)
    content = form.cleaned_data["file"].read(MOST_BYTES + 1)
    answer = read_file(content)
    if answer.sheet is None:
        return _page(request, group, form, answer)
    text = content.decode("utf-8-sig").replace("\r\n", "\n")
    try:
        with write_transaction(group):
            sheet = OwnSheet.brought(group, answer.sheet.slug, text)
    except Full as full:
        form.add_error("file", str(full))
        return _page(request, group, form)
    facts = {"game": isolated(answer.sheet.name.text(language()))}
    messages.success(request, _("%(game)s is ready to play.") % facts)
    return redirect("bring_sheet", key=sheet.group.key)


def _page(request: HttpRequest, group: Group, form: SheetForm, answer: Answer | None = None) -> HttpResponse:
    problems: list[dict[str, Any]] = [
        {"line": each.line, "place": each.place, "text": each.problem.text(language())}
        for each in (answer.problems[:MOST_PROBLEMS_SHOWN] if answer else ())
    ]
    context = {
        "group": group,
        "form": form,
        "problems": problems,
        "more": len(answer.problems) - len(problems) if answer else 0,
        "sheets": own_sheets(group),
    }
    return render(request, "exchange/bring_sheet.html", context, status=422 if problems or form.errors else 200)


@require_safe
def take(request: HttpRequest, key: str, sheet_key: str) -> HttpResponse:
    """Return a sheet of the group as a TOML file."""
    group = group_for(request, key)
    sheet = sheet_of(group, sheet_key)
    response = HttpResponse(sheet.text, content_type="application/toml")
    response["Content-Disposition"] = content_disposition_header(True, f"{sheet.slug}.toml")
    response["Cache-Control"] = "no-store"
    return response


@require_POST
def delete(request: HttpRequest, key: str, sheet_key: str) -> HttpResponse:
    """Delete a sheet. Games that were begun with it stay as they are, since each has its own copy of the sheet."""
    group = group_for(request, key, Role.OWNER)
    with write_transaction(group):
        found = sheet_of(group, sheet_key)
        found.delete()
        did(found)
    messages.success(request, _("Deleted"))
    return redirect("bring_sheet", key=group.key)
