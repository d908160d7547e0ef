"""How a view changes a match: in a write transaction, with the match locked and read anew if it has changed."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.http import HttpRequest

from scorekeeper.nights.models import Match
from scorekeeper.people.access import actor
from scorekeeper.server.write_queue import write_transaction


@contextmanager
def changing(request: HttpRequest, match: Match) -> Iterator[str]:
    """Lock the match while the body changes it; yield the name under which its changes are recorded."""
    group = match.night.group  # with the role of whoever asks
    by = actor(request, group)
    try:
        with write_transaction(match.night.group):
            match.lock()
            yield by
    except Exception:
        match.refresh_from_db()
        match.refresh()
        match.night.group = group
        raise
