"""The check that the database's file is still the one that the server opened.

If the file is deleted or replaced, SQLite goes on writing to the old file, and those writes are lost.

The process that started the server keeps the database open. So the write-ahead log stays the same file, too, and what
was saved can still be read after a deletion. The workers find the device and inode of the database, the log and the
log's index in an environment variable.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from django.db import OperationalError, connection

FILES = "SCOREKEEPER_FILES_IN_USE"  # environment variable of the workers

_begun_with = ""


class Replaced(OperationalError):
    """Raised if the file of the database was replaced or deleted while the server was running."""


def keep_to(files: str) -> None:
    """Set what `is_same()` compares the files with: a result of `files_in_use()`, or "" to compare nothing."""
    global _begun_with
    _begun_with = files


def files_in_use() -> str:
    """Return the device and inode of the files that are now the database, its write-ahead log, and the log's index.

    Return "" if any of them is missing.
    """
    database = connection.settings_dict["NAME"]
    try:
        return " ".join(_identity(f"{database}{ending}") for ending in ("", "-wal", "-shm"))
    except OSError:
        return ""


def _identity(path: str | Path) -> str:
    file = os.stat(path)
    return f"{file.st_dev}:{file.st_ino}"


def is_same() -> bool:
    """Return whether the database is still the file that the server opened; True if this process does not check it."""
    return not _begun_with or files_in_use() == _begun_with


def check() -> None:
    """Raise Replaced if the database's file is no longer the one that the server opened."""
    if not is_same():
        raise Replaced(f"{connection.settings_dict['NAME']} was replaced or deleted while the server was running.")


@contextmanager
def held() -> Iterator[sqlite3.Connection | None]:
    """Keep the database open inside the block, and let this process and its children check its files.

    Yield the connection; None on PostgreSQL, where nothing is checked.
    """
    if connection.vendor != "sqlite":
        yield None
        return
    with closing(sqlite3.connect(connection.settings_dict["NAME"], timeout=60, check_same_thread=False)) as there:
        there.execute("SELECT name FROM sqlite_master").fetchone()  # opens the write-ahead log
        keep_to(files_in_use())
        os.environ[FILES] = _begun_with
        try:
            yield there
        finally:
            keep_to("")
            del os.environ[FILES]


def set_log_aside() -> None:
    """Rename a replaced database's write-ahead log and its index: SQLite would apply them to the new database."""
    for ending in ("-wal", "-shm"):
        path = Path(f"{connection.settings_dict['NAME']}{ending}")
        if path.exists() and _identity(path) in _begun_with.split():
            path.rename(f"{path}.former")
