"""The settling of balances makes them all zero. If at most ten are not zero, it takes the fewest possible transfers."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.money import settle
from tests.fuzz_values import repeated

OFTEN = settings(max_examples=len(repeated(100)))
BALANCES = st.lists(st.integers(-30, 30), min_size=1, max_size=9).map(lambda open_: [*open_, -sum(open_)])


@given(balances=BALANCES)
@OFTEN
def test_transfers_settle_everything(balances: list[int]) -> None:
    owed = {str(number): amount for number, amount in enumerate(balances)}
    transfers, fewest = settle(owed)
    assert fewest
    for transfer in transfers:
        assert transfer.amount > 0
        assert transfer.payer != transfer.receiver
        owed[transfer.payer] += transfer.amount
        owed[transfer.receiver] -= transfer.amount
        assert balances[int(transfer.payer)] < 0 < balances[int(transfer.receiver)]
    assert not any(owed.values())
    assert len(transfers) <= max(0, sum(map(bool, balances)) - 1)


@given(balances=st.lists(st.integers(-4, 4), min_size=1, max_size=6).map(lambda open_: [*open_, -sum(open_)]))
@OFTEN
def test_fewer_transfers_are_impossible(balances: list[int]) -> None:
    """If n balances form at most k groups that each sum to zero, the fewest transfers are n − k.

    `most_groups` finds k by brute force.
    """
    open_balances = [amount for amount in balances if amount]
    transfers, _ = settle({str(number): amount for number, amount in enumerate(balances)})
    assert len(transfers) == len(open_balances) - most_groups(open_balances)


def most_groups(balances: list[int]) -> int:
    """Return the largest number of groups, each summing to zero, into which the balances can be divided.

    Try each group for the first balance, and divide the others in the same way.
    """
    if not balances:
        return 0
    first, *others = balances
    best = 0
    for size in range(len(others) + 1):
        for chosen in itertools.combinations(range(len(others)), size):
            if first + sum(others[index] for index in chosen) == 0:
                left = [amount for index, amount in enumerate(others) if index not in chosen]
                best = max(best, 1 + most_groups(left))
    return best


@given(balances=st.lists(st.integers(-(10**9), 10**9), min_size=10, max_size=40))
@OFTEN
def test_a_large_party_settles_too(balances: list[int]) -> None:
    owed = {str(number): amount for number, amount in enumerate([*balances, -sum(balances)])}
    settlement = settle(owed)
    assert settlement.fewest == (sum(map(bool, owed.values())) <= 10)
    assert len(settlement.transfers) <= max(0, sum(map(bool, owed.values())) - 1)
    for payer, receiver, amount in settlement.transfers:
        owed[payer] += amount
        owed[receiver] -= amount
    assert not any(owed.values())


def test_balances_that_do_not_cancel_are_no_balances() -> None:
    with pytest.raises(ValueError, match="sum to zero"):
        settle({"Anna": 1})


def test_pairs_of_a_large_party_pay_each_other() -> None:
    pairs = {f"owes{amount}": -amount for amount in range(1, 7)} | {
        f"gets{amount}": amount for amount in range(6, 0, -1)
    }
    direct = {(f"owes{amount}", f"gets{amount}", amount) for amount in range(1, 7)}
    assert set(settle(pairs).transfers) == direct
    others = {"Anna": 20, "Ben": -12, "Carla": -8}
    assert set(settle({**others, **pairs}).transfers) == {("Ben", "Anna", 12), ("Carla", "Anna", 8), *direct}
