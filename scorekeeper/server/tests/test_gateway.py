"""Requests run one after the other in a worker, but a slow one holds nobody up."""

import asyncio
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from scorekeeper.server import gateway

REQUESTS = 2


@pytest.mark.parametrize(("turn", "at_once"), [(60, 1), (0.01, REQUESTS)])
def test_a_request_begins_beside_another_one_only_when_that_takes_long(monkeypatch, turn, at_once):
    monkeypatch.setattr(gateway, "TURN", turn)
    inside, most, full = set(), [], threading.Event()

    def application(environ, start_response):
        inside.add(threading.get_ident())
        most.append(len(inside))
        if len(inside) == at_once:
            full.set()
        full.wait(5)
        time.sleep(0.02)
        inside.remove(threading.get_ident())
        start_response("200 OK", [])
        return [b""]

    async def ask():
        served = gateway.Gateway(application)
        scope = {
            "type": "http",
            "http_version": "1.1",
            "method": "GET",
            "path": "/",
            "query_string": b"",
            "headers": [],
        }
        await asyncio.gather(*(served({**scope}, None, answered) for _ in range(REQUESTS)))

    async def answered(message):
        pass

    with ThreadPoolExecutor() as elsewhere:  # a browser's tests may have a loop in this thread
        elsewhere.submit(asyncio.run, ask()).result()
    assert max(most) == at_once
