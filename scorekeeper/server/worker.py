"""What one worker process of `manage.py serve` loads."""

import gc
import multiprocessing
import os
import signal
import sys
import threading

__all__ = ["application"]


def _end_with_parent() -> None:
    """Ends this worker when its parent was killed; otherwise it would go on holding the port."""
    if parent := multiprocessing.parent_process():
        parent.join()
        os._exit(1)


# Ctrl-C is for the parent, which then stops its workers; in a group of their own they do not hear it.
os.setpgid(0, 0)
# Before anything that takes long: the parent may be gone by then.
threading.Thread(target=_end_with_parent, daemon=True).start()

# A look takes a moment, and must not wait for a page that another thread is drawing, or a long file.
sys.setswitchinterval(0.001)

from scorekeeper.wsgi import application as site  # noqa: E402, I001 - which sets Django up
from django.urls import get_resolver  # noqa: E402

from scorekeeper.server.door import reader  # noqa: E402
from scorekeeper.server.gateway import Gateway  # noqa: E402

_ = get_resolver().url_patterns  # brings every view, which otherwise the first who come would wait for

gateway = Gateway(site, ask=reader())
# Its parent says so when it is about to end, and gives the proxy time to learn of it.
signal.signal(signal.SIGUSR1, lambda *_: gateway.leave())

if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
    from scorekeeper.server.metrics import measured

    application = measured(gateway)
else:
    application = gateway

# What is loaded by now stays: nothing has to look through it for garbage, while everybody waits.
gc.freeze()
