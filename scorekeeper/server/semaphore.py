"""A limit: only one process with the same data folder does the same work at once."""

from __future__ import annotations

import fcntl
import os
from typing import IO

from django.conf import settings

from scorekeeper.server.data_folder import open_private


def acquire_slot(work: str) -> IO[bytes] | None:
    """Return an open, locked file for this work, to be closed when it is done; None while another process does it."""
    slot = open(open_private(settings.DATA_DIR / f"{work}.lock", os.O_RDWR), "r+b")  # noqa: SIM115 - the caller closes it
    try:
        fcntl.flock(slot, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        slot.close()
        return None
    return slot
