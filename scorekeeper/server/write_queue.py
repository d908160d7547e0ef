"""Writers take turns.

    with write_transaction(group):
        match.lock()
        match.enter(…)

Take it round everything that writes, as late as possible, and render after it. It opens the transaction, so
what was written is on disk before the next writer comes in. Inside another `write_transaction()` it is a savepoint. Read what
a decision rests on inside it, as the writer before has left it.

SQLite lets one connection write; the others would wait by asking again and again, which makes some of them
wait very long. Here they queue instead: the threads of one process for a lock, the processes for a file.

PostgreSQL lets many write. There those wait for each other who write in the same group, on whatever server: for the
lock of the group's row, always taken first, so that nobody waits in a circle. What is derived over all games of a
group (tallies, ratings, balances) is written under it, too.
"""

import fcntl
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Model

_threads = threading.RLock()
_depth = 0
_file: int | None = None


def forget_file() -> None:
    """A forked child must open the file anew: an inherited one would share its parent's lock."""
    global _threads, _depth, _file
    _threads, _depth, _file = threading.RLock(), 0, None


os.register_at_fork(after_in_child=forget_file)


@contextmanager
def write_lock() -> Iterator[None]:
    """Wait for this thread's turn, then for this process's."""
    global _depth, _file
    with _threads:
        if _depth == 0:
            if _file is None:
                _file = os.open(settings.DATA_DIR / "write.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            fcntl.flock(_file, fcntl.LOCK_EX)
        _depth += 1
        try:
            yield
        finally:
            _depth -= 1
            if _depth == 0 and _file is not None:
                fcntl.flock(_file, fcntl.LOCK_UN)


@contextmanager
def write_batch(group: Model | None = None) -> Iterator[None]:
    """A part of long work: `write_transaction()`, after which others have as much time as it took."""
    within = connection.in_atomic_block  # then nobody else could write before the end anyhow
    with write_transaction(group):
        begun = time.monotonic()
        yield
    if not within:
        time.sleep(time.monotonic() - begun)


@contextmanager
def write_transaction(group: Model | None = None) -> Iterator[None]:
    """A write transaction: on SQLite in the queue, on PostgreSQL with the lock of this row, where one is given."""
    if connection.vendor == "sqlite":
        with write_lock(), transaction.atomic():
            yield
        return
    with transaction.atomic():
        if group is not None:
            type(group)._base_manager.select_for_update(no_key=True).filter(pk=group.pk).values_list("pk").first()
        yield
