"""Changing a match: one at a time, as other phones have left it. What comes of it is answered here."""

from collections.abc import Callable, Sequence

from django.http import HttpRequest, HttpResponse

from games.kernel.problems import Problem
from scorekeeper.nights.models import Match, Refused, Stale
from scorekeeper.people.access import actor
from scorekeeper.server.write_queue import write_transaction


def run_verb[Result](request: HttpRequest, match: Match, verb: Callable[[str], Result]) -> Result:
    """Run one method of a match inside the write transaction, on the match as other phones have left it."""
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
    """Run it as `run_verb` does, and return the page that answers what comes of it.

    `refused` shows the form with what the rules find wrong, `stale` with what others have done in the meantime.
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
