"""A queue for writers.

    with write_transaction(group):
        match.lock()
        match.enter(…)

Wrap everything that writes, as late as possible; render outside. It opens the transaction, so what was written is on disk
before the next writer begins. Inside another `write_transaction()` it is a savepoint. Read whatever a decision depends
on inside it: another writer may just have changed it.

SQLite lets one connection write at a time. The others would poll, and some of them would wait very long. So writers queue:
the threads of one process wait for a lock, and the processes for a lock on a file.

PostgreSQL lets many write. Only writers of the same group wait for each other, on whatever server: for the lock of the
group's row, always taken first, so that there is no deadlock. What is derived over all games of a group (tallies,
ratings, balances) is written under it, too.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from django.conf import settings
from django.db import OperationalError, connection, transaction
from django.db.models import Model

from scorekeeper.server import same_file
from scorekeeper.server.data_folder import locked
from scorekeeper.server.database import TIMEOUT

_threads = threading.RLock()
_depth = 0


@contextmanager
def write_lock() -> Iterator[None]:
    """Wait for this thread's turn, then for this process's; raise OperationalError where it does not come in time."""
    global _depth
    if not _threads.acquire(timeout=TIMEOUT):
        raise OperationalError("Another request has been writing for too long.")
    try:
        with ExitStack() as file:
            if _depth == 0:
                _lock_file(file)
            _depth += 1
            try:
                yield
            finally:
                _depth -= 1
    finally:
        _threads.release()


def is_held() -> bool:
    """Return whether this thread has the lock, or a transaction that is kept open."""
    return _depth > 0 or _kept.end is not None


def _lock_file(held: ExitStack) -> None:
    """Hold the file's lock; raise OperationalError if others hold it too long.

    A process first takes a second lock, that of the next writer. So the process that has just written cannot be next again
    before others that wait.
    """
    try:
        with locked(settings.DATA_DIR / "next-write.lock", TIMEOUT):
            held.enter_context(locked(settings.DATA_DIR / "write.lock", TIMEOUT))
    except TimeoutError as error:
        raise OperationalError("Another process has been writing for too long.") from error


@contextmanager
def write_batch(group: Model | None = None) -> Iterator[None]:
    """Write one part of long work; afterwards others may write for as long as it took."""
    with write_transaction(group):
        begun = time.monotonic()
        yield
    if not connection.in_atomic_block:  # else nobody else could write before the end anyhow
        time.sleep(time.monotonic() - begun)


class _Kept(threading.local):
    """The state of `keep_transaction()` in this thread: whether to keep a transaction, and what ends one once begun."""

    wanted = False
    end: ExitStack | None = None


_kept = _Kept()


@contextmanager
def keep_transaction() -> Iterator[None]:
    """Keep the first write transaction of this block open to the block's end; later ones become part of it.

    Until one begins, nothing waits for the lock or holds it. A transaction that raises is rolled back at once, and the
    lock released.
    """
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
    """Undo what was written inside `keep_transaction()`."""
    _end_kept(rollback=True)


@contextmanager
def write_transaction(group: Model | None = None, *, aside: bool = False) -> Iterator[None]:
    """Open a write transaction: on SQLite in the queue, on PostgreSQL with a lock on this row, if one is given.

    What is written `aside`, such as a session, is not what a request is for: it does not begin the kept transaction.
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
        # Never wait for the lock inside a transaction: its holder would wait for that transaction until the timeout.
        outermost = not is_held()
        with write_lock(), transaction.atomic(durable=outermost):
            yield
        if outermost:
            same_file.check()  # who has written to a file that is no longer there has saved nothing
        return
    with transaction.atomic():
        if group is not None:
            group._meta.model._base_manager.select_for_update(no_key=True).filter(pk=group.pk).values_list("pk").first()
        yield
