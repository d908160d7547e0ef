"""What one worker process of `manage.py serve` loads."""

import os
import threading
import time

from scorekeeper.wsgi import application

__all__ = ["application"]


def _end_with_parent(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)


# Ctrl-C is for the parent, which then stops its workers; in a group of their own they do not hear it.
os.setpgid(0, 0)
# A parent that was killed cannot stop them: without this they would go on holding the port.
threading.Thread(target=_end_with_parent, args=[os.getppid()], daemon=True).start()
