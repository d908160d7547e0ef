"""The file of the database, and that it is still the one with which a server has begun.

SQLite goes on writing to a file that was deleted, or in whose place another was put: whatever is saved then is lost. The
process that started the server holds the database open, so that the log beside it stays the same, too, and what was
saved until then can still be read. It tells the workers in the environment which files these are.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from django.db import OperationalError, connection

FILES = "SCOREKEEPER_FILES_IN_USE"  # in the environment of the workers

_begun_with = ""


class Replaced(OperationalError):
    """The database that was written to is no longer the one that the next server would open."""


def keep_to(files: str) -> None:
    """Notice from now on whatever makes `files_in_use()` another answer than this one."""
    global _begun_with
    _begun_with = files


def files_in_use() -> str:
    """Return which files now have the names of the database, of its log and of the log's index; "" where one is missing."""
    database = connection.settings_dict["NAME"]
    try:
        return " ".join(_identity(f"{database}{ending}") for ending in ("", "-wal", "-shm"))
    except OSError:
        return ""


def _identity(path: str | Path) -> str:
    file = os.stat(path)
    return f"{file.st_dev}:{file.st_ino}"


def is_same() -> bool:
    """Return whether the database is still the one with which the server has begun; True where none has."""
    return not _begun_with or files_in_use() == _begun_with


def check() -> None:
    """Raise Replaced where it is not."""
    if not is_same():
        raise Replaced(f"{connection.settings_dict['NAME']} was replaced or deleted while the server was running.")


@contextmanager
def held() -> Iterator[sqlite3.Connection | None]:
    """Hold the database open as long as this lasts, and keep to it in this process and in those that it starts."""
    if connection.vendor != "sqlite":
        yield None
        return
    with closing(sqlite3.connect(connection.settings_dict["NAME"], timeout=60, check_same_thread=False)) as there:
        there.execute("SELECT name FROM sqlite_master").fetchone()  # opens the log
        keep_to(files_in_use())
        os.environ[FILES] = _begun_with
        try:
            yield there
        finally:
            keep_to("")
            del os.environ[FILES]


def set_log_aside() -> None:
    """Rename the log that is left behind: whoever opened another database beside it would write it into that one."""
    for ending in ("-wal", "-shm"):
        path = Path(f"{connection.settings_dict['NAME']}{ending}")
        if path.exists() and _identity(path) in _begun_with.split():
            path.rename(f"{path}.former")
