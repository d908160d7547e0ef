"""Calls in threads, one after the other; only beside one that takes long, as an export does, others run too.

Threads that compute at once slow each other, and so does going from one to the next. So one thread has the lead: it takes
whatever waits. When a call takes long, another thread takes the lead.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import Any

LONG = 0.2  # seconds that a call may take before others run beside it


class _Lead:
    """A time during which a thread takes calls; `since` is when it began with the last one."""

    def __init__(self) -> None:
        self.since = time.monotonic()

    @property
    def takes_long(self) -> bool:
        return time.monotonic() - self.since > LONG


class Turns:
    """The calls of one event loop: `await turns.run(function, argument, …)`."""

    def __init__(self, threads: int) -> None:
        self._most = threads
        self._threads = ThreadPoolExecutor(threads, "request")
        self._lock = Lock()  # for what follows
        self._waiting: deque[tuple[asyncio.Future[Any], Callable[..., Any], tuple[Any, ...]]] = deque()
        self._lead: _Lead | None = None
        self._at_work = 0  # threads that take calls, or are busy with one that takes long
        self._looks: asyncio.TimerHandle | None = None

    async def run[Answer](self, function: Callable[..., Answer], *arguments: Any) -> Answer:
        """What the function gives, or raises, in a thread."""
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting.append((answer, function, arguments))
        self._look()
        return await answer

    def _look(self) -> None:
        """Gives somebody the lead if nobody has it, or who has it takes long; looks again as long as something waits."""
        if self._looks is not None:
            self._looks.cancel()
            self._looks = None
        with self._lock:
            if not self._waiting:
                return
            begins = (self._lead is None or self._lead.takes_long) and self._at_work < self._most
            if begins:
                self._lead = _Lead()
                self._at_work += 1
                self._threads.submit(self._work, self._lead)
        if not begins or len(self._waiting) > 1:
            self._looks = asyncio.get_running_loop().call_later(LONG, self._look)

    def _work(self, mine: _Lead) -> None:
        """Takes what waits, in a thread, until nothing does or another one has the lead."""
        while True:
            with self._lock:
                if not self._waiting or (self._lead not in (mine, None) and not self._lead.takes_long):
                    if self._lead is mine:
                        self._lead = None
                    self._at_work -= 1
                    return
                self._lead = mine
                mine.since = time.monotonic()
                answer, function, arguments = self._waiting.popleft()
            if not answer.done():  # else whoever asked has left
                _call(answer, function, arguments)
            del answer, function, arguments


def _call(answer: asyncio.Future[Any], function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    loop = answer.get_loop()
    try:
        given = function(*arguments)
    except BaseException as error:
        loop.call_soon_threadsafe(_tell, answer, answer.set_exception, error)
    else:
        loop.call_soon_threadsafe(_tell, answer, answer.set_result, given)


def _tell(answer: asyncio.Future[Any], how: Callable[[Any], None], what: Any) -> None:
    if not answer.done():
        how(what)
