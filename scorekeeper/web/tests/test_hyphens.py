"""How words are broken where a line ends."""

import time
from concurrent.futures import ThreadPoolExecutor

from scorekeeper.web import hyphens


def test_the_rules_are_read_once_however_many_ask(monkeypatch):
    read = []

    def slowly(**given):
        read.append(given)
        time.sleep(0.1)
        return read

    hyphens._read.cache_clear()
    monkeypatch.setattr(hyphens, "Pyphen", slowly)
    try:
        with ThreadPoolExecutor(4) as at_once:
            assert list(at_once.map(hyphens.rules, ["de"] * 4)) == [read] * 4
    finally:
        hyphens._read.cache_clear()
    assert len(read) == 1
