"""A limit on how many processes with the same data folder do the same work at once."""

from __future__ import annotations

import fcntl
import os
from typing import IO

from django.conf import settings

from scorekeeper.server.data_folder import open_private


def acquire_slot(work: str, most: int = 1) -> IO[bytes] | None:
    """Acquire one of `most` slots for this work; return it as an open, locked file, or None if all are taken.

    The slot is free again when the file is closed or its process ends.
    """
    for number in range(most):
        path = settings.DATA_DIR / f"{work}-{number}.lock"
        slot = open(open_private(path, os.O_RDWR), "r+b")  # noqa: SIM115 - the caller closes it
        try:
            fcntl.flock(slot, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            slot.close()
        else:
            return slot
    return None
