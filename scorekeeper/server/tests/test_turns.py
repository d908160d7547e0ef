"""Requests run one after the other in a worker, but a slow one holds nobody up."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from scorekeeper.server import turns
from scorekeeper.server.turns import Turns


class Table:
    """Calls that note how many there are inside at once; "stays" ones until they are told to go."""

    def __init__(self) -> None:
        self.inside: list[str] = []
        self.most, self.done = 0, []
        self.go = Event()

    def call(self, name: str) -> str:
        self.inside.append(name)
        self.most = max(self.most, len(self.inside))
        if "stays" in name:
            assert self.go.wait(20)
        else:
            time.sleep(0.005)
        self.inside.remove(name)
        self.done.append(name)
        return name


def played(play: Callable[[Turns, Table], Awaitable[None]]) -> Table:
    table = Table()

    async def all_of_it() -> None:
        async with asyncio.timeout(30):
            await play(Turns(2), table)

    with ThreadPoolExecutor() as elsewhere:  # a browser's tests may have a loop in this thread
        elsewhere.submit(asyncio.run, all_of_it()).result()
    return table


class Clock:
    """Time that stands still until it is told to go on, however slow the machine is."""

    now = 0.0

    def monotonic(self) -> float:
        return self.now

    async def takes_long(self, table: Table, inside: int) -> None:
        """Waits until so many are inside, who are then said to take long."""
        while len(table.inside) < inside:
            await asyncio.sleep(0.001)
        self.now += 1


@pytest.fixture
def clock(monkeypatch):
    monkeypatch.setattr(turns, "LONG", 0.05)
    monkeypatch.setattr(turns, "time", clock := Clock())
    return clock


def test_of_many_one_is_inside_and_they_come_in_order(clock):
    names = [str(number) for number in range(20)]

    async def play(turns, table):
        assert await asyncio.gather(*(turns.run(table.call, name) for name in names)) == names

    table = played(play)
    assert (table.most, table.done) == (1, names)


def test_a_long_one_holds_nobody_up(clock):
    async def play(turns, table):
        first = asyncio.ensure_future(turns.run(table.call, "stays"))
        await clock.takes_long(table, 1)
        await asyncio.gather(*(turns.run(table.call, name) for name in "abcd"))
        assert (table.inside, table.most) == (["stays"], 2)
        others = asyncio.gather(*(turns.run(table.call, name) for name in "efghijklmn"))
        await asyncio.sleep(0.02)
        table.go.set()
        await first
        table.most = 0
        await others

    table = played(play)
    assert "".join(table.done).replace("stays", "") == "abcdefghijklmn"
    assert table.most < 2, "once it has ended"


def test_where_all_are_long_the_next_waits_for_the_first_that_ends(clock):
    async def play(turns, table):
        long = [asyncio.ensure_future(turns.run(table.call, f"stays {each}")) for each in "ab"]
        third = asyncio.ensure_future(turns.run(table.call, "third"))
        await clock.takes_long(table, 1)
        await clock.takes_long(table, 2)
        await asyncio.sleep(0.3)
        assert table.inside == ["stays a", "stays b"]
        table.go.set()
        await asyncio.gather(*long, third)
        await asyncio.gather(*(turns.run(table.call, name) for name in "cde"))

    table = played(play)
    assert table.most == 2
    assert "third" in table.done[1:3]
    assert table.done[3:] == [*"cde"]


def test_what_is_raised_is_raised_and_who_has_left_is_not_served(clock):
    async def play(turns, table):
        first = asyncio.ensure_future(turns.run(table.call, "stays"))
        await clock.takes_long(table, 1)
        second = asyncio.ensure_future(turns.run(table.call, "left"))
        await asyncio.sleep(0)
        second.cancel()
        with pytest.raises(ZeroDivisionError):
            await turns.run(lambda: 1 // 0)
        table.go.set()
        assert await first == "stays"

    assert played(play).done == ["stays"]
