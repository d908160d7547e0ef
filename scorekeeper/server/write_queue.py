"""One writer at a time.

SQLite lets one connection write; the others would wait by asking again and again, which makes some of them
wait very long. Here they queue instead: the threads of one process for a lock, the processes for a file.

    with writing():          # or @writing() on a function
        match.add_round(…)

Take it round everything that writes, as late as possible, and render after it. It opens the transaction, so
what was written is on disk before the next writer comes in. Inside another `writing()` it is a savepoint.
"""

import fcntl
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.db import connection, transaction

_threads = threading.RLock()
_depth = 0
_file: int | None = None


def _forget_file() -> None:
    """A forked child must open the file anew: an inherited one would share its parent's lock."""
    global _threads, _depth, _file
    _threads, _depth, _file = threading.RLock(), 0, None


os.register_at_fork(after_in_child=_forget_file)


@contextmanager
def turn() -> Iterator[None]:
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
def writing() -> Iterator[None]:
    """A write transaction, in the queue where the database is SQLite."""
    if connection.vendor != "sqlite":
        with transaction.atomic():
            yield
        return
    with turn(), transaction.atomic():
        yield
