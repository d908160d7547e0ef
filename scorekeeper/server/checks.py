"""System checks of this machine."""

import sqlite3
from typing import Any

from django.core.checks import CheckMessage, Info, Tags, register
from django.db import connection

SAFE_SQLITE = (3, 51, 3)


@register(Tags.database)
def old_sqlite(**kwargs: Any) -> list[CheckMessage]:
    """Before 3.51.3 two connections could, rarely, spoil a database in WAL mode; our lock helps."""
    if connection.vendor != "sqlite" or sqlite3.sqlite_version_info >= SAFE_SQLITE:
        return []
    return [
        Info(
            f"This Python has SQLite {sqlite3.sqlite_version}, which has a rare fault in WAL mode.",
            hint="Scorekeeper's write lock makes it unlikely. SQLite 3.51.3 or newer does not have it.",
            id="scorekeeper.I001",
        )
    ]
