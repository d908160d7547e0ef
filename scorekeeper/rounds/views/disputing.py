"""Disputes: an entry that a player doubts is marked with a note until the dispute is resolved."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper.nights.access import match_for
from scorekeeper.people.models import Role
from scorekeeper.rounds.messages import round_of
from scorekeeper.rounds.saving import run_verb
from scorekeeper.web.posted import form_key

LONGEST = 300  # characters of the note


@require_http_methods(["GET", "POST"])
def dispute(request: HttpRequest, key: str, match_key: str, round_key: str) -> HttpResponse:
    """Ask for a note on what is wrong with an entry; a POST puts the entry in dispute. The entry still counts."""
    match = match_for(request, key, match_key, Role.SCORER)
    entry = get_object_or_404(match.entries, key=round_key)
    typed = request.POST.get("note", entry.dispute or "").replace("\0", "")
    note = " ".join(typed.split())
    problem = _("At most %(most)s characters.") % {"most": LONGEST} if len(note) > LONGEST else ""
    if request.method == "POST" and not problem:
        run_verb(request, match, lambda by: match.dispute(get_object_or_404(match.entries, key=round_key), note, by))
        return redirect(f"{match.get_absolute_url()}?open={entry.number}#r{entry.number}")
    context = {
        "match": match,
        "group": match.night.group,
        "entry": entry,
        "what": round_of(entry),
        "typed": typed,
        "problem": problem,
        "longest": LONGEST,
        "key": form_key(request.POST),
    }
    return render(request, "rounds/dispute.html", context, status=422 if problem else 200)


@require_POST
def resolve(request: HttpRequest, key: str, match_key: str, round_key: str) -> HttpResponse:
    """Resolve the dispute over an entry."""
    match = match_for(request, key, match_key, Role.SCORER)
    run_verb(request, match, lambda by: match.resolve(get_object_or_404(match.entries, key=round_key), by))
    return redirect(match)
