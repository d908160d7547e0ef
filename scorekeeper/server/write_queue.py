"""A queue for writers. with write_transaction(group): match.lock() match.enter(…)"""

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from django.conf import settings
from django.db import OperationalError, connection, transaction
from django.db.models import Model

from scorekeeper.server import same_file
from scorekeeper.server.data_folder import locked
from scorekeeper.server.database import TIMEOUT

_threads = threading.RLock()


class _Turn(threading.local):
    """The number of times that this thread holds the write lock."""

    depth = 0


_turn = _Turn()


@contextmanager
def write_lock() -> Iterator[None]:
    """Hold the write lock against all other threads and processes; a thread may hold it several times."""
    if not _threads.acquire(timeout=TIMEOUT):
        raise OperationalError("Another request has been writing for too long.")
    try:
        with ExitStack() as file:
            if _turn.depth == 0:
                _lock_file(file)
            _turn.depth += 1
            try:
                yield
            finally:
                _turn.depth -= 1
    finally:
        _threads.release()


def is_held() -> bool:
    """Return whether this thread has the write lock, or an open transaction of `keep_transaction()`."""
    return _turn.depth > 0 or _kept.end is not None


def _lock_file(held: ExitStack) -> None:
    """Lock the file write.lock until `held` is closed; raise OperationalError after waiting TIMEOUT seconds."""
    try:
        with locked(settings.DATA_DIR / "next-write.lock", TIMEOUT):
            held.enter_context(locked(settings.DATA_DIR / "write.lock", TIMEOUT))
    except TimeoutError as error:
        raise OperationalError("Another process has been writing for too long.") from error


class _Kept(threading.local):
    """The state of `keep_transaction()` in this thread. `wanted` is True inside its block."""

    wanted = False
    end: ExitStack | None = None


_kept = _Kept()


@contextmanager
def keep_transaction() -> Iterator[None]:
    """Keep the first write transaction of this block open until the block's end; later ones become part of it."""
    _kept.wanted, _kept.end = True, None
    try:
        yield
    except BaseException:
        _end_kept(rollback=True)
        raise
    else:
        _end_kept()
    finally:
        _kept.wanted = False


def _end_kept(rollback: bool = False) -> None:
    end, _kept.end = _kept.end, None
    if end is not None:
        with end:
            if rollback:
                transaction.set_rollback(True)


def roll_back_kept() -> None:
    """Roll back and end the open transaction of `keep_transaction()`, if any."""
    _end_kept(rollback=True)


@contextmanager
def write_transaction(group: Model | None = None, *, aside: bool = False) -> Iterator[None]:
    """Open a write transaction: on SQLite with the write lock, on PostgreSQL with a lock on the row `group`, if given.

    With `aside`, `keep_transaction()` does not keep this transaction open. Use `aside` for a write that is not the
    purpose of the request.
    """
    keeps = _kept.wanted and _kept.end is None and not aside
    with ExitStack() as end:
        end.enter_context(_transaction(group))
        if not keeps:
            yield
            return
        _kept.end = end
        try:
            yield
        except BaseException:
            _kept.end = None
            raise
        _kept.end = end.pop_all()


@contextmanager
def _transaction(group: Model | None) -> Iterator[None]:
    if connection.vendor == "sqlite":
        # Never wait for the write lock inside a transaction: the holder of the lock would wait for the transaction.
        outermost = not is_held()
        with write_lock(), transaction.atomic(durable=outermost):
            yield
        if outermost:
            same_file.check()  # raises Replaced if the commit went to a replaced or deleted file
        return
    with transaction.atomic():
        if group is not None:
            group._meta.model._base_manager.select_for_update(no_key=True).filter(pk=group.pk).values_list("pk").first()
        yield
