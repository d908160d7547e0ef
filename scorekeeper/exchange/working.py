"""The running of imports: in a thread or, in the pocket app, which has no threads, step by step.

In the pocket app, a page requests each step. Games and progress are stored in the `Arrival`.

If the server stops before all games are stored, the next POST from the import's page starts over with the first game.
The hidden nights of the interrupted attempt are deleted. If the server stops later, this POST only calculates the
results again.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.db import connection, transaction

from scorekeeper.exchange import score_files
from scorekeeper.exchange.models import Arrival
from scorekeeper.server.write_queue import write_transaction

STEP = 1.0  # seconds that one step lasts; also the longest time that a request waits for the thread of an import to end

logger = logging.getLogger(__name__)
_begun: dict[str, Iterator[None]] = {}  # unfinished imports in steps, by the key of their arrival


class Ended(Exception):
    """Raised if the import was deleted before all its games were stored, because somebody was anonymised."""


def go_on(arrival: Arrival) -> None:
    """Start a thread that does the rest of the import; with `settings.IMPORTS_IN_STEPS`, run the next step instead.

    Wait up to STEP seconds for the thread. Inside a transaction, start the thread on commit, and do not wait. A thread
    does nothing if another one does the import already.
    """
    if settings.IMPORTS_IN_STEPS:
        _step(arrival)
    elif connection.in_atomic_block:
        transaction.on_commit(lambda: _thread(arrival))
    else:
        _thread(arrival).join(STEP)


def _thread(arrival: Arrival) -> threading.Thread:
    thread = threading.Thread(target=_work_alone, args=(arrival,), name=f"import {arrival.key}", daemon=True)
    thread.start()
    return thread


def _work_alone(arrival: Arrival) -> None:
    try:
        for _ in work(arrival):
            pass
    finally:
        connection.close()


def _step(arrival: Arrival) -> None:
    pieces = _begun.pop(arrival.key, None) or work(arrival)
    until = time.monotonic() + STEP
    for _ in pieces:
        if time.monotonic() >= until:
            _begun[arrival.key] = pieces
            return


def work(arrival: Arrival) -> Iterator[None]:
    """Do the rest of an import; yield after each batch.

    Do nothing if the import was deleted, is not under way, or is being done by another thread or process. An error or
    too many attempts end the import (`_end`). If somebody deletes the import meanwhile, it ends, and the games stored
    so far are deleted. Once all games are stored, they stay.
    """
    with score_files.only_import(arrival.group) as alone:
        if not alone:
            return
        found = Arrival.objects.select_related("group").filter(pk=arrival.pk).first()
        if found is None or not found.is_underway:
            return
        arrival = found
        if arrival.tries >= Arrival.MOST_TRIES:
            _end(arrival)
            return
        _set(arrival, tries=arrival.tries + 1, done=0)
        try:
            if arrival.state == Arrival.State.RUNNING:
                yield from _bring(arrival)
            yield from score_files.count(arrival.group, arrival.outcome["matches"])
            _set(arrival, state=Arrival.State.DONE)
        except Ended:
            logger.info("Group %s: the import ended, as somebody was anonymised.", arrival.group.key)
        except Exception:
            logger.exception("Group %s: the import by %r ended.", arrival.group.key, arrival.by)
            _end(arrival)


def _bring(arrival: Arrival) -> Iterator[None]:
    result = score_files.Import()

    def note(done: int) -> None:
        if not Arrival.objects.filter(pk=arrival.pk).update(done=done):
            raise Ended

    yield from score_files.bring(
        arrival.group,
        arrival.unpacked(),
        arrival.by,
        result,
        beside=arrival.beside,
        note=note,
        shown=lambda: _keep(arrival, result),
    )


def _keep(arrival: Arrival, result: score_files.Import) -> None:
    """Store the outcome of an import whose games are all stored, and clear its field `games`.

    Call this in the transaction that shows the nights. Raise Ended if the import was deleted.
    """
    if not Arrival.objects.filter(pk=arrival.pk).exists():
        raise Ended
    arrival.state, arrival.games = Arrival.State.COUNTING, b""
    arrival.problems += [Arrival.reason(found) for found in result.left]
    arrival.staying += len(result.left)
    arrival.outcome = {"new": result.new, "known": result.known}
    arrival.outcome |= {"differing": result.differing, "deleted": result.deleted, "matches": result.matches}
    arrival.save(update_fields=["state", "games", "problems", "staying", "outcome"])


def _end(arrival: Arrival) -> None:
    """Mark an import as failed, after an error or too many attempts.

    If all of its games are stored, mark it as done instead. The next start of the server then stores the missing
    results, tallies and ratings (`History.catch_up`).
    """
    arrival.refresh_from_db(fields=["state"])
    came = arrival.state == Arrival.State.COUNTING
    _set(arrival, state=Arrival.State.DONE if came else Arrival.State.FAILED, games=b"")


def _set(arrival: Arrival, **values: Any) -> None:
    with write_transaction(arrival.group):
        Arrival.objects.filter(pk=arrival.pk).update(**values)
