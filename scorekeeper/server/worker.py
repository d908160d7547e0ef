"""The module from which each worker of `manage.py serve` loads the WSGI application."""

import multiprocessing
import os
import signal
import threading
from importlib import import_module

__all__ = ["application"]


def end_with_parent() -> None:
    """Wait for the end of the parent process, then end this worker, which would otherwise keep the port."""
    if parent := multiprocessing.parent_process():
        parent.join()
        os._exit(1)


# A process group of its own: Ctrl-C then reaches only the parent, which stops its workers.
os.setpgid(0, 0)
# Started before the slow imports, during which the parent may end.
threading.Thread(target=end_with_parent, daemon=True).start()

from django.conf import settings  # noqa: E402

from scorekeeper.server.middleware import leaving  # noqa: E402
from scorekeeper.wsgi import application  # noqa: E402

import_module(settings.ROOT_URLCONF)  # imports every view now, so that the first requests need not wait

signal.signal(signal.SIGUSR1, lambda *_: leaving.set())
