"""Checkpoints, which write SQLite's write-ahead log into the database's own file every few seconds."""

import sqlite3
from contextlib import closing
from pathlib import Path

from django.db import connection

from scorekeeper.server.write_queue import write_lock

PATIENCE = 0.5  # seconds for which a checkpoint waits for readers; writers wait meanwhile


def checkpoint() -> bool:
    """Write SQLite's write-ahead log into the database's file and empty the log; return whether this was done."""
    if connection.vendor != "sqlite":
        return False
    database = Path(connection.settings_dict["NAME"])
    log = database.with_name(f"{database.name}-wal")
    if not log.exists() or not log.stat().st_size:
        return False
    with write_lock(), closing(sqlite3.connect(database, timeout=PATIENCE)) as there:
        (busy, *_) = there.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return not busy
