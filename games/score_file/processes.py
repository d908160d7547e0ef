"""Shares independent work among several processes."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator
from typing import Any

type Work[T] = Callable[[range], T]
"""Does a part of the work: what has these numbers."""

AT_A_TIME = 200
_work: Work[Any]


def shared_out[T](work: Work[T], count: int, processes: int) -> Iterator[T]:
    """The results of the work on all numbers below `count`, part by part in their order.

    Each process is a copy of this one, so that nothing has to be sent to it; where the system knows no such
    copies, or one process is enough, everything is done right here.
    """
    if processes < 2 or "fork" not in multiprocessing.get_all_start_methods():
        yield work(range(count))
        return
    parts = [range(start, min(start + AT_A_TIME, count)) for start in range(0, count, AT_A_TIME)]
    with multiprocessing.get_context("fork").Pool(processes, _take, [work]) as pool:
        yield from pool.imap(_do, parts)


def _take(work: Work[Any]) -> None:
    global _work
    _work = work


def _do(part: range) -> Any:
    return _work(part)
