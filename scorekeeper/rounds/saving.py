"""Changing a match: one at a time, as other phones have left it."""

from collections.abc import Callable

from django.http import HttpRequest

from scorekeeper.nights.models import Match
from scorekeeper.people.access import actor
from scorekeeper.server.write_queue import write_transaction


def run_verb[Result](request: HttpRequest, match: Match, verb: Callable[[str], Result]) -> Result:
    """Run one method of a match inside the write transaction, on the match as other phones have left it."""
    by = actor(request, match.night.group)
    with write_transaction(match.night.group):
        match.lock()
        return verb(by)
