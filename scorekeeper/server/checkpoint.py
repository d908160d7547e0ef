"""Checkpoints: every few seconds SQLite's write-ahead log is written back into the database's own file."""

import sqlite3
from contextlib import closing
from pathlib import Path

from django.db import connection

from scorekeeper.server.write_queue import write_lock

PATIENCE = 0.5  # seconds that a checkpoint waits for readers at most; nobody can write meanwhile


def checkpoint() -> bool:
    """Write the log back if there is anything in it; return whether it was emptied.

    If the log is deleted or damaged after a crash, only what is still in it is lost: seconds, not an evening.
    """
    if connection.vendor != "sqlite":
        return False
    database = Path(connection.settings_dict["NAME"])
    log = database.with_name(f"{database.name}-wal")
    if not log.exists() or not log.stat().st_size:
        return False
    with write_lock(), closing(sqlite3.connect(database, timeout=PATIENCE)) as there:
        (busy, *_) = there.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return not busy
