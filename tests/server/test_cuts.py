"""A short one of bench/cuts.py: forms sent until they are answered, over connections that break."""

import pytest

from bench.cuts import kept, save_through_cuts
from tests.server.real import ONE_WORKER, Server

pytestmark = pytest.mark.server


def test_no_save_is_lost_or_there_twice(tmp_path):
    server = Server(tmp_path / "data", options=ONE_WORKER)
    _, token = server.set_up()
    server.start()
    try:
        cuts, errors = save_through_cuts(server, token, saves=40, phones=2)
        assert errors == []
        assert min(cuts.values()) > 0
        assert kept(server) == {str(number): 1 for number in range(1, 41)}
    finally:
        server.kill()
