"""Disputes: an entry that a player doubts is marked with a note until the dispute is resolved."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper.nights.access import match_for
from scorekeeper.nights.models import Change, Stale
from scorekeeper.people.models import Role
from scorekeeper.rounds.messages import round_of
from scorekeeper.rounds.removed import say_removed_by
from scorekeeper.rounds.saving import run_verb, save
from scorekeeper.web.posted import form_key

LONGEST = 300  # characters of the note


@require_http_methods(["GET", "POST"])
def dispute(request: HttpRequest, key: str, match_key: str, round_key: str) -> HttpResponse:
    """Ask for a note on what is wrong with an entry; a POST puts the entry in dispute. The entry still counts.

    `was` is the note that the form showed. If the entry has another note by now, show both notes, with status 409.

    If the entry was removed, redirect to the pad with a message. A POST saves the note nevertheless, because the entry
    can be restored.
    """
    match = match_for(request, key, match_key, Role.SCORER)
    entry = get_object_or_404(match.entries, key=round_key)
    if request.method == "GET" and entry.removed_at:
        return say_removed_by(request, match, entry)
    typed = request.POST.get("note", entry.dispute or "").replace("\0", "")
    note = " ".join(typed.split())
    problem = _("At most %(most)s characters.") % {"most": LONGEST} if len(note) > LONGEST else ""

    def mark(by: str) -> None:
        entry.refresh_from_db()
        if request.POST.get("was", entry.dispute or "") != (entry.dispute or "") and note != entry.dispute:
            raise Stale
        match.dispute(entry, note, by)

    def marked(_result: None) -> HttpResponse:
        if entry.removed_at:
            return say_removed_by(request, match, entry)
        return redirect(f"{match.get_absolute_url()}?open={entry.number}#r{entry.number}")

    def page(status: int = 200) -> HttpResponse:
        steps = entry.changes.filter(verb__in=(Change.Verb.DISPUTED, Change.Verb.RESOLVED))
        _at, by = max((each.last_step for each in steps), default=(None, ""))
        context = {
            "match": match,
            "group": match.night.group,
            "entry": entry,
            "what": round_of(entry),
            "typed": typed,
            "problem": problem,
            "changed": status == 409,
            "by": by,
            "was": request.POST["was"] if status == 422 and "was" in request.POST else entry.dispute or "",
            "longest": LONGEST,
            "key": form_key(request.POST),
        }
        return render(request, "rounds/dispute.html", context, status=status)

    if request.method == "GET":
        return page()
    if problem:
        return page(422)
    return save(request, match, mark, saved=marked, stale=lambda: page(409))


@require_POST
def resolve(request: HttpRequest, key: str, match_key: str, round_key: str) -> HttpResponse:
    """Resolve the dispute over an entry."""
    match = match_for(request, key, match_key, Role.SCORER)
    run_verb(request, match, lambda by: match.resolve(get_object_or_404(match.entries, key=round_key), by))
    return redirect(match)
