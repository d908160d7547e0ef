"""The settling of balances with few transfers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

EXACT_UP_TO = 10


class Transfer(NamedTuple):
    """A payment: `payer` gives `receiver` an amount in minor units."""

    payer: str
    receiver: str
    amount: int


class Settlement(NamedTuple):
    """The transfers that settle a set of balances. `fewest`: whether they are known to be the fewest possible."""

    transfers: Sequence[Transfer]
    fewest: bool


def settle(balances: Mapping[str, int]) -> Settlement:
    """Return transfers that bring every balance to zero. Raise ValueError if the balances do not sum to zero."""
    if sum(balances.values()):
        raise ValueError("balances must sum to zero")
    open_balances = {player: amount for player, amount in balances.items() if amount}
    exact = len(open_balances) <= EXACT_UP_TO
    groups = _most_groups(open_balances) if exact else _pairs_first(open_balances)
    return Settlement([transfer for group in groups for transfer in _within(group)], fewest=exact)


def _most_groups(balances: Mapping[str, int]) -> list[dict[str, int]]:
    """Return the balances divided into the most groups that each sum to zero."""
    players = list(balances)
    size = 1 << len(players)
    total, best, last = [0] * size, [0] * size, [0] * size
    for subset in range(1, size):
        low = subset & -subset
        total[subset] = total[subset ^ low] + balances[players[low.bit_length() - 1]]
        closes = total[subset] == 0
        best[subset] = -1
        for index in range(len(players)):
            bit = 1 << index
            if subset & bit and best[subset ^ bit] + closes > best[subset]:
                best[subset], last[subset] = best[subset ^ bit] + closes, bit
    groups: list[dict[str, int]] = []
    subset = size - 1
    while subset:
        if total[subset] == 0:
            groups.append({})
        player = players[last[subset].bit_length() - 1]
        groups[-1][player] = balances[player]
        subset ^= last[subset]
    return [{player: group[player] for player in players if player in group} for group in reversed(groups)]


def _pairs_first(balances: Mapping[str, int]) -> list[dict[str, int]]:
    """Return a group for each pair of balances that cancel out, and one group of all other balances, if any."""
    left = dict(balances)
    groups = []
    for player, amount in balances.items():
        other = next((each for each in left if left[each] == -amount), None)
        if player in left and other is not None:
            groups.append({player: left.pop(player), other: left.pop(other)})
    return [*groups, left] if left else groups


def _within(group: Mapping[str, int]) -> list[Transfer]:
    """Return the transfers that settle one group; there are fewer transfers than players."""
    left = dict(group)
    claims = iter([player for player, amount in group.items() if amount > 0])
    receiver = next(claims)
    transfers = []
    for payer in [player for player, amount in group.items() if amount < 0]:
        while left[payer]:
            if not left[receiver]:
                receiver = next(claims)
            amount = min(-left[payer], left[receiver])
            transfers.append(Transfer(payer, receiver, amount))
            left[payer] += amount
            left[receiver] -= amount
    return transfers
