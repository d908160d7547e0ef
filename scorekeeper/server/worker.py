"""The WSGI application as each worker of `manage.py serve` loads it."""

import multiprocessing
import os
import signal
import threading
from importlib import import_module

__all__ = ["application"]


def end_with_parent() -> None:
    """End this worker when its parent was killed; otherwise it would keep the port."""
    if parent := multiprocessing.parent_process():
        parent.join()
        os._exit(1)


# In a process group of its own, a worker does not get Ctrl-C, which is meant for the parent: that stops its workers.
os.setpgid(0, 0)
# Before anything that takes long: the parent may be gone by then.
threading.Thread(target=end_with_parent, daemon=True).start()

from django.conf import settings  # noqa: E402

from scorekeeper.server import same_file  # noqa: E402
from scorekeeper.server.middleware import leaving  # noqa: E402
from scorekeeper.wsgi import application  # noqa: E402

import_module(settings.ROOT_URLCONF)  # brings every view, which otherwise the first who come would wait for

same_file.keep_to(os.environ.get(same_file.FILES, ""))
signal.signal(signal.SIGUSR1, lambda *_: leaving.set())
