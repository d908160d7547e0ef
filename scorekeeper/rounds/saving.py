"""Changes to a match: by one writer at a time, as other phones have left it, with an answer for every outcome."""

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
    """Call `run_verb`, and return the page for its outcome.

    `refused` renders the form with the rules' problems, `stale` with what others have changed meanwhile. Without
    `refused`, Refused is raised.
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
