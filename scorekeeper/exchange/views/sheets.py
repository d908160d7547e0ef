"""The pages that import, download and delete a group's own score sheets (TOML files with the rules of a game)."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.kernel.words import isolated
from games.sheets.game import text_of
from games.sheets.reading import MOST_BYTES, Answer, read_file
from scorekeeper.exchange.own_sheets import find_source, own_sheets
from scorekeeper.nights.access import sheet_of
from scorekeeper.nights.models import OwnSheet
from scorekeeper.people.access import actor, group_for
from scorekeeper.people.bounds import Full
from scorekeeper.people.keys import did
from scorekeeper.people.models import Group, Role
from scorekeeper.server.write_queue import write_transaction
from scorekeeper.web.formatting import language

MOST_PROBLEMS_SHOWN = 200
TOML = "application/toml"


class SheetForm(forms.Form):
    """The form for a sheet, as a file or as text. If both are sent, the file is used."""

    file = forms.FileField(
        label=gettext_lazy("Score sheet (TOML file)"),
        widget=forms.FileInput(attrs={"accept": ".toml,application/toml,text/plain"}),
        max_length=255,
        required=False,
        allow_empty_file=True,
    )
    text = forms.CharField(
        label=gettext_lazy("Or its text"),
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "autocapitalize": "off", "class": "typed"}),
        required=False,
        strip=False,
    )

    def content(self) -> bytes:
        """Return the sent file or text as bytes. Of a file, read at most MOST_BYTES + 1 bytes."""
        file = self.files.get("file")
        if file:
            return bytes(file.read(MOST_BYTES + 1))
        return str(self.data.get("text", "")).encode(errors="replace")


@require_http_methods(["GET", "POST"])
def bring(request: HttpRequest, key: str) -> HttpResponse:
    """Show the form for a sheet; a POST stores the sheet.

    If `from` in the query string names a sheet (`find_source`), the form shows its text. If a sent sheet has problems,
    the page shows the first MOST_PROBLEMS_SHOWN of them. The form then still has the sent text, unless this is longer
    than MOST_BYTES.
    """
    group = group_for(request, key, Role.OWNER)
    if request.method == "GET":
        source = find_source(group, request.GET.get("from", ""))
        return _page(request, group, SheetForm(initial={"text": source.text if source else ""}))
    content = SheetForm(request.POST, request.FILES).content()
    answer = read_file(content)
    text = content.decode("utf-8-sig", errors="replace").replace("\r\n", "\n") if len(content) <= MOST_BYTES else ""
    form = SheetForm(initial={"text": text})
    if not text.strip() and len(content) <= MOST_BYTES:
        return _page(request, group, form, error=_("Choose a file, or enter a sheet."))
    if answer.sheet is None:
        return _page(request, group, form, answer)
    try:
        with write_transaction(group):
            here = OwnSheet.objects.filter(group=group, slug=answer.sheet.slug).exists()
            sheet = OwnSheet.brought(group, answer.sheet.slug, text)
    except Full as full:
        return _page(request, group, form, error=str(full))
    facts = {"game": isolated(answer.sheet.name.text(language()))}
    if here:
        messages.success(
            request, _("%(game)s is replaced. Games that are there keep the sheet they began with.") % facts
        )
    else:
        messages.success(request, _("%(game)s is here. You find it under “Which game?”.") % facts)
    return redirect("bring_sheet", key=sheet.group.key)


def _page(
    request: HttpRequest, group: Group, form: SheetForm, answer: Answer | None = None, error: str = ""
) -> HttpResponse:
    problems: list[dict[str, Any]] = [
        {"line": each.line, "place": each.place, "text": each.problem.text(language())}
        for each in (answer.problems[:MOST_PROBLEMS_SHOWN] if answer else ())
    ]
    context = {
        "group": group,
        "form": form,
        "problems": problems,
        "more": len(answer.problems) - len(problems) if answer else 0,
        "error": error,
        "sheets": own_sheets(group),
    }
    return render(request, "exchange/bring_sheet.html", context, status=422 if problems or error else 200)


@require_safe
def take(request: HttpRequest, key: str, sheet_key: str) -> HttpResponse:
    """Return a sheet of the group as a TOML file."""
    group = group_for(request, key)
    sheet = sheet_of(group, sheet_key)
    return _file(sheet.text, sheet.slug)


@require_safe
def take_along(request: HttpRequest, key: str, slug: str) -> HttpResponse:
    """Return the program's sheet with this slug as a TOML file. Raise Http404 if there is none."""
    group_for(request, key)
    text = text_of(slug)
    if text is None:
        raise Http404("no such sheet")
    return _file(text, slug)


def _file(text: str, slug: str) -> HttpResponse:
    response = HttpResponse(text, content_type=TOML)
    response["Content-Disposition"] = content_disposition_header(True, f"{slug}.toml")
    response["Cache-Control"] = "no-store"
    return response


@require_POST
def delete(request: HttpRequest, key: str, sheet_key: str) -> HttpResponse:
    """Delete a sheet. Games that were begun with it stay as they are, since each has its own copy of the sheet."""
    group = group_for(request, key, Role.OWNER)
    with write_transaction(group):
        found = sheet_of(group, sheet_key)
        found.remove(actor(request, group))
        did(found)
    messages.success(request, _("Deleted. Games that are there keep the sheet they began with."))
    return redirect("bring_sheet", key=group.key)
