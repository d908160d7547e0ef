"""The saving of changes of a match: by one writer at a time, on its latest state, with an answer for every outcome."""

from collections.abc import Callable, Sequence

from django.http import HttpRequest, HttpResponse

from games.kernel.problems import Problem
from scorekeeper.nights.models import Match, Refused, Stale
from scorekeeper.people.access import actor
from scorekeeper.server.write_queue import write_transaction


def run_verb[Result](request: HttpRequest, match: Match, verb: Callable[[str], Result]) -> Result:
    """Call `verb` with the actor's name inside the write transaction, after reading the latest state of the match."""
    by = actor(request, match.night.group)
    with write_transaction(match.night.group):
        match.lock()
        return verb(by)


def save[Result](
    request: HttpRequest,
    match: Match,
    verb: Callable[[str], Result],
    *,
    saved: Callable[[Result], HttpResponse],
    stale: Callable[[], HttpResponse],
    refused: Callable[[Sequence[Problem]], HttpResponse] | None = None,
) -> HttpResponse:
    """Call `run_verb`, and return the page for its outcome.

    `saved` gives the page after success, `stale` the page with what others have changed meanwhile, and `refused` the form
    with the problems. Without `refused`, Refused is raised.
    """
    try:
        result = run_verb(request, match, verb)
    except Refused as refusal:
        if refused is None:
            raise
        return refused(refusal.problems)
    except Stale:
        match.refresh()
        return stale()
    return saved(result)
