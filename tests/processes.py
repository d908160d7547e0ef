"""Signals to the processes of the tests' servers."""

import os
import signal
from contextlib import suppress
from pathlib import Path


def signal_with_children(process: int, number: signal.Signals) -> None:
    """Send a signal to this process and its children, whatever process groups they are in; some may have ended."""
    children: list[int] = []
    with suppress(OSError):
        children = [int(each) for each in Path(f"/proc/{process}/task/{process}/children").read_text().split()]
    for each in (process, *children):
        with suppress(ProcessLookupError):
            os.kill(each, number)
