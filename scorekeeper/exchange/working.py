"""The running of imports: on a server in a thread; in the pocket app, without threads, in steps that a page requests.

Games and progress are stored in the `Arrival`. If the server stops during an import, the next POST from the import's
page continues:

- If not all games were stored, it starts over with the first game, and deletes the hidden nights of the first attempt.
- If all games were stored, it only calculates their results again.
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

LONGEST_WAIT = 1.0  # seconds that a request waits at most for an import's thread

logger = logging.getLogger(__name__)
_begun: dict[str, Iterator[None]] = {}  # imports that run in steps and are unfinished, by `Arrival.key`


class Ended(Exception):
    """Raised if the import was deleted before all games were stored, because somebody was anonymised."""


def go_on(arrival: Arrival) -> None:
    """Continue the import.

    - With `settings.IMPORT_STEP`, run the next step, which lasts at least that many seconds.
    - Inside a transaction, start a thread on commit.
    - Otherwise, start a thread and wait for it, but at most LONGEST_WAIT seconds.

    The thread does the rest of the import. If another thread already does this, the new one ends at once.
    """
    if settings.IMPORT_STEP is not None:
        _step(arrival, settings.IMPORT_STEP)
    elif connection.in_atomic_block:
        transaction.on_commit(lambda: _thread(arrival))
    else:
        _thread(arrival).join(LONGEST_WAIT)


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


def _step(arrival: Arrival, seconds: float) -> None:
    pieces = _begun.pop(arrival.key, None) or work(arrival)
    until = time.monotonic() + seconds
    for _ in pieces:
        if time.monotonic() >= until:
            _begun[arrival.key] = pieces
            return


def finish_deleted() -> None:
    """Finish the imports in steps that were deleted: delete the games stored so far, and let other imports begin.

    No page does it, as a deleted import has none.
    """
    there = {*Arrival.objects.filter(key__in=_begun).values_list("key", flat=True)}
    for key in _begun.keys() - there:
        for _ in _begun.pop(key):
            pass


def work(arrival: Arrival) -> Iterator[None]:
    """Do the rest of an import; yield after each batch.

    - If the import was deleted, is not under way, or is run by another thread or process, do nothing.
    - If an error occurs, or after too many attempts, end the import (`_end`).
    - If the import is deleted before all games are stored, delete the games stored so far.
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
    """Store the outcome of an import after its last game was stored. Clear the field `games`.

    Call this in the transaction that makes the nights visible. Raise Ended if the import was deleted.
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
    """Mark an import as failed. But if all its games are stored, mark it as done.

    In that case, the next start of the server stores the missing results, tallies and ratings (`History.catch_up`).
    """
    arrival.refresh_from_db(fields=["state"])
    came = arrival.state == Arrival.State.COUNTING
    _set(arrival, state=Arrival.State.DONE if came else Arrival.State.FAILED, games=b"")


def _set(arrival: Arrival, **values: Any) -> None:
    with write_transaction(arrival.group):
        Arrival.objects.filter(pk=arrival.pk).update(**values)
