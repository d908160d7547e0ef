"""What one worker process of `manage.py serve` loads."""

import multiprocessing
import os
import sys
import threading

__all__ = ["application"]


def _end_with_parent() -> None:
    """Ends this worker when its parent was killed; otherwise it would go on holding the port."""
    if parent := multiprocessing.parent_process():
        parent.join()
        os._exit(1)


# A look takes a moment, and must not wait for a page that another thread is drawing.
sys.setswitchinterval(0.0005)

# Ctrl-C is for the parent, which then stops its workers; in a group of their own they do not hear it.
os.setpgid(0, 0)
# Before anything that takes long: the parent may be gone by then.
threading.Thread(target=_end_with_parent, daemon=True).start()

# Whoever waits for the answer of a database gets on soon, though another thread is busy writing a long file.
sys.setswitchinterval(0.001)

from django.db import connection  # noqa: E402

from scorekeeper.server.door import SqliteReader  # noqa: E402
from scorekeeper.server.gateway import Gateway  # noqa: E402
from scorekeeper.wsgi import application as site  # noqa: E402

application = Gateway(site, ask=SqliteReader() if connection.vendor == "sqlite" else None)
