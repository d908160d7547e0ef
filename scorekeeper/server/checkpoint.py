"""Checkpoints, which write SQLite's write-ahead log back into the database's own file; made every few seconds."""

import sqlite3
from contextlib import closing
from pathlib import Path

from django.db import connection

from scorekeeper.server.write_queue import write_lock

PATIENCE = 0.5  # seconds that a checkpoint waits for readers at most; writers wait meanwhile


def checkpoint() -> bool:
    """Write the write-ahead log back unless it is empty; return whether it was written back and emptied.

    If the log is lost or damaged after a crash, only the changes in it are lost: those of seconds, not of an evening.
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
