"""System checks of this machine's SQLite and of the settings in the environment."""

import os
import sqlite3
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Info, Tags, register
from django.db import connection

from scorekeeper.server.environment import Environment

SAFE_SQLITE = (3, 51, 3)


@register(Tags.database)
def old_sqlite(**kwargs: Any) -> list[CheckMessage]:
    """Return a message if the database is SQLite of a version before 3.51.3."""
    if connection.vendor != "sqlite" or sqlite3.sqlite_version_info >= SAFE_SQLITE:
        return []
    return [
        Info(
            f"This Python has SQLite {sqlite3.sqlite_version}, which has a rare fault in WAL mode.",
            hint="Scorekeeper's write lock makes it unlikely. SQLite 3.51.3 or newer does not have it.",
            id="scorekeeper.I001",
        )
    ]


@register
def host_settings(**kwargs: Any) -> list[CheckMessage]:
    return [Error(sentence, id="scorekeeper.E001") for sentence in wrong_settings()]


def wrong_settings() -> Iterator[str]:
    """Yield a sentence for each unknown setting, and for each wrong one that does not prevent a start."""
    yield from Environment().unknown()
    if "https://" in os.environ.get("SCOREKEEPER_HOSTS", "").lower() and not settings.HTTPS:
        yield "SCOREKEEPER_HOSTS names an address with https: behind https, SCOREKEEPER_HTTPS=1 is needed, too."
