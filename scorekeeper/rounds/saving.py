"""Functions that save a change of a match in a write transaction and return the response for the outcome."""

from collections.abc import Callable, Sequence

from django.http import HttpRequest, HttpResponse

from games.kernel.problems import Problem
from scorekeeper.nights.models import Match, Refused, Stale
from scorekeeper.people.access import actor
from scorekeeper.server.write_queue import write_transaction


def run_verb[Result](request: HttpRequest, match: Match, verb: Callable[[str], Result]) -> Result:
    """Call `verb` with the actor's name, in a write transaction; return its result.

    The match is locked first. If it has changed, it is read again. If `verb` raises an exception, all that it has
    written is undone.
    """
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
    """Call `run_verb` and return the response for its outcome.

    One of these functions makes the response:

    - `saved`: called with the result of `verb`, after success.
    - `stale`: called after Stale, once the match is read again.
    - `refused`: called with the problems, after Refused. If it is None, Refused is raised.

    Any other exception of `verb` is raised.
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
