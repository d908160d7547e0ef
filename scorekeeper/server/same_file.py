"""The check that the database's file is still the one that the server opened."""

import os

from django.db import OperationalError, connection

FILE = "SCOREKEEPER_FILE_IN_USE"  # environment variable of a server and its workers: device and inode of the database


class Replaced(OperationalError):
    """Raised if the file of the database was replaced or deleted while the server was running."""


def remember() -> None:
    """Let this process and its children check that the database stays the file that it is now."""
    if connection.vendor == "sqlite":
        os.environ[FILE] = _present()


def _present() -> str:
    try:
        file = os.stat(connection.settings_dict["NAME"])
    except OSError:
        return ""
    return f"{file.st_dev}:{file.st_ino}"


def is_same() -> bool:
    """Return whether the database is still the file that the server opened; True if this process does not check it."""
    return FILE not in os.environ or _present() == os.environ[FILE]


def check() -> None:
    """Raise Replaced if the database's file is no longer the one that the server opened."""
    if not is_same():
        raise Replaced
