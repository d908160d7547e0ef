"""The board along the Nile: its building cards, and the victory points of a building. All objects are immutable."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from .cards import BuildingCard

type Space = tuple[int, int]
type HalfSpace = tuple[int, int]
type Step = tuple[int, int]

SIDES = ("first", "second")
"""The halves of a space: top and bottom on portrait cards, left and right on landscape cards."""
FARTHEST, MOST_HALVES = 9, 6
"""The greatest distance from an oasis to the Nile, in spaces, and the most palace halves beside an oasis."""
FULL_PALACE = 4
"""The points of the largest palace that still earns points. A larger one earns 0."""


@dataclass(frozen=True, slots=True)
class Map:
    """The group's map: a grid of 6 × 5 or 5 × 6 spaces, and the course of the Nile."""

    rows: int = 6
    cols: int = 5
    portrait: bool = True
    # Ruling: the source's picture of the Nile is lost. It only says that an oasis can be 1, 2 or 3 spaces away from
    # the Nile. With this course, it can.
    nile: frozenset[Space] = frozenset([(0, 1), (1, 1), (2, 2), (3, 2), (4, 3), (5, 3)])

    def halves(self, space: Space) -> tuple[HalfSpace, HalfSpace]:
        """Return the two halves of a space (top and bottom, or left and right) as (row, column) in a grid of halves."""
        row, col = space
        if self.portrait:
            return (2 * row, col), (2 * row + 1, col)
        return (row, 2 * col), (row, 2 * col + 1)

    def holds(self, space: Space) -> bool:
        return 0 <= space[0] < self.rows and 0 <= space[1] < self.cols

    def distance(self, space: Space) -> int:
        """Return the fewest steps, up, down or sideways, from a space to the Nile (ruling)."""
        return min(_steps(space, water) for water in self.nile)

    def way(self, space: Space) -> list[Space]:
        """Return the spaces of a shortest path from this space to the Nile, with both ends."""
        row, col = space

        def preferred(water: Space) -> tuple[int, bool, bool, Space]:
            is_on_row, is_on_col = row == water[0], col == water[1]
            return _steps(space, water), not (is_on_row or is_on_col), not is_on_row, water

        to_row, to_col = min(self.nile, key=preferred)
        down = [(each, col) for each in _from_to(row, to_row)]
        return down + [(to_row, each) for each in _from_to(col, to_col)][1:]


@dataclass(frozen=True, slots=True)
class Placed:
    """A building card on the board. `number` is unique and counts the cards on the board from 0, in building order."""

    number: int
    card: BuildingCard
    space: Space
    player: str


@dataclass(frozen=True, slots=True)
class Board:
    """The buildings on the map, by place."""

    map: Map
    halves: Mapping[HalfSpace, Placed] = field(default_factory=dict)  # maps each filled half of a space to its building
    spaces: Mapping[Space, Placed] = field(default_factory=dict)  # maps each space that is not empty to its building

    def build(self, player: str, card: BuildingCard, space: Space, second: bool = False) -> Board:
        """Return the board with one more card."""
        placed = Placed(len(self.spaces), card, space, player)
        both = self.map.halves(space)
        filled = both if card.halves == 2 else (both[second],)
        return replace(
            self,
            halves={**self.halves, **dict.fromkeys(filled, placed)},
            spaces={**self.spaces, space: placed},
        )

    def passed_on(self, heirs: Mapping[str, str]) -> Board:
        """Return the board after seats were taken over: `heirs` maps each replaced player to the player's heir."""
        spaces = self.spaces.items()
        passed = {space: replace(each, player=heirs.get(each.player, each.player)) for space, each in spaces}
        return replace(self, halves={half: passed[each.space] for half, each in self.halves.items()}, spaces=passed)

    def is_free(self, space: Space) -> bool:
        return self.map.holds(space) and space not in self.map.nile and space not in self.spaces

    def worth(self, space: Space, chain_in_groups: bool = False) -> int:
        """Return the victory points of the card on this space, before doubling. It must be the card built last."""
        placed = self.spaces[space]
        match placed.card.kind:
            case "palace":
                return self._palace(placed)
            case "obelisk":
                return self._obelisks(placed, chain_in_groups)
            case _:
                return min(placed.card.worth)

    def _palace(self, placed: Placed) -> int:
        """Return the points of a palace: the number of halves of this card and all joined to it; 0 for more than 4.

        By the rules, a palace may get too big only if it would on every free space. This is not checked (ruling).
        """
        joined = {each.number: each.card.halves for each in self._group(placed, "palace").values()}
        total = sum(joined.values())
        return total if total <= FULL_PALACE else 0

    def _obelisks(self, placed: Placed, chain_in_groups: bool) -> int:
        """Return how many obelisks an obelisk card earns points for. Each obelisk counts once.

        These are the obelisks on the card, and those in an unbroken straight line from one of them (ruling). With
        `chain_in_groups`, all joined obelisks count, also round corners.
        """
        if chain_in_groups:
            return len(self._group(placed, "obelisk"))
        counted = set(self._own(placed))
        for start in self._own(placed):
            for step in STEPS:
                half = step_from(start, step)
                while self._kind(half) == "obelisk":
                    counted.add(half)
                    half = step_from(half, step)
        return len(counted)

    def oasis(self, player: str) -> tuple[int, int] | None:
        """Return (distance to the Nile in spaces, palace halves beside it) of a player's oasis; None if not built."""
        placed = self.oasis_card(player)
        if placed is None:
            return None
        return self.map.distance(placed.space), len(self.palaces_beside(placed))

    def oasis_card(self, player: str) -> Placed | None:
        found = (each for each in self.spaces.values() if each.player == player and each.card.kind == "oasis")
        return next(found, None)

    def palaces_beside(self, placed: Placed) -> list[tuple[HalfSpace, Step]]:
        """Return each palace half directly beside a card as (the half of the card that touches it, direction)."""
        ways = ((half, step) for half in self._own(placed) for step in STEPS)
        return [(half, step) for half, step in ways if self._kind(step_from(half, step)) == "palace"]

    def _own(self, placed: Placed) -> list[HalfSpace]:
        return [half for half in self.map.halves(placed.space) if half in self.halves]

    def _kind(self, half: HalfSpace) -> str | None:
        placed = self.halves.get(half)
        return placed.card.kind if placed else None

    def _group(self, placed: Placed, kind: str) -> dict[HalfSpace, Placed]:
        """Return the card's halves and all halves of this kind joined to them, also round corners."""
        found: dict[HalfSpace, Placed] = {}
        waiting = self._own(placed)
        while waiting:
            half = waiting.pop()
            if half not in found and self._kind(half) == kind:
                found[half] = self.halves[half]
                waiting += [step_from(half, step) for step in STEPS]
        return found


STEPS: tuple[Step, ...] = ((-1, 0), (1, 0), (0, -1), (0, 1))


def step_from(place: tuple[int, int], step: Step) -> tuple[int, int]:
    """Return the space, or the half, that is one step away from this one."""
    return place[0] + step[0], place[1] + step[1]


def _steps(here: Space, there: Space) -> int:
    return abs(here[0] - there[0]) + abs(here[1] - there[1])


def _from_to(here: int, there: int) -> range:
    """Return the numbers from `here` to `there`, both included, upwards or downwards."""
    return range(here, there + 1) if here <= there else range(here, there - 1, -1)
