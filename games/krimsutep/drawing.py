"""The drawing of the board: one SVG image for each space. Lengths are in units of the image's viewBox."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from games.kernel.words import Facts, Message

from . import words
from .board import STEPS, Board, HalfSpace, Placed, Space, Step, step_from
from .cards import OASIS, BuildingCard
from .options import KrimsutepTable, shown_space, space_text

ICONS = {"palace": "palast", "obelisk": "obelisk", "oasis": "oase"}
BADGE = 16
CORNERS: Sequence[Step] = ((-1, -1), (-1, 1), (1, -1), (1, 1))
# Width and height of a space, by (portrait, number of columns); large enough for a thumb on a narrow phone
SIZES = {(True, 5): (60, 72), (True, 6): (50, 68), (False, 5): (60, 48), (False, 6): (50, 48)}


class Worth(NamedTuple):
    """The victory points of a building: `points` before doubling, `all` after it (the same if nothing is doubled)."""

    points: int
    all: int

    def __str__(self) -> str:
        return str(self.points) if self.points == self.all else f"{self.points}→{self.all}"


class Icon(NamedTuple):
    name: str
    x: int
    y: int
    size: int


class Figure(NamedTuple):
    """Victory points written on a free space; `x` and `y` are the middle of the text."""

    x: int
    y: int
    text: str


class Patch(NamedTuple):
    """Half a space, or a mark on an oasis at the edge that touches a palace half."""

    x: int
    y: int
    width: int
    height: int
    kind: (
        str  # kind of its building; "empty" if only the other half is filled; "open" on a free space; "bar" for a mark
    )


class Way(NamedTuple):
    """The part on one space of the path from an oasis to the Nile. `seat`: the seat of the oasis's owner."""

    seat: int
    path: str


@dataclass(frozen=True)
class Cell:
    """One space of the board."""

    value: str  # value of the space in a form field
    name: Message
    row: int  # its row, counted from 1
    river: str = ""
    kind: str = "free"
    seat: int | None = None  # seat of the building's owner; None without a building
    fresh: bool = False  # whether the building belongs to the round that is being entered
    patches: Sequence[Patch] = ()
    icons: Sequence[Icon] = ()
    badge: tuple[int, int] = (0, 0)  # where the owner's sign is drawn
    figures: Sequence[Figure] = ()
    bars: Sequence[Patch] = ()
    ways: Sequence[Way] = ()


@dataclass(frozen=True)
class Picture:
    """The whole board as (row number, spaces of this row); `width` and `height` are the size of one space."""

    rows: Sequence[tuple[int, Sequence[Cell]]]
    columns: range
    width: int
    height: int
    portrait: bool

    @property
    def built(self) -> list[Cell]:
        return [cell for _, cells in self.rows for cell in cells if cell.seat is not None]


class Pencil:
    """The renderer of one board: its spaces, buildings, the Nile, and the points that free spaces would earn."""

    def __init__(self, board: Board, table: KrimsutepTable) -> None:
        self.board, self.table, self.map = board, table, board.map
        self.width, self.height = SIZES[board.map.portrait, board.map.cols]

    def picture(self, cells: Mapping[Space, Cell]) -> Picture:
        columns = range(self.map.cols)
        rows = [(row + 1, [cells[row, col] for col in columns]) for row in range(self.map.rows)]
        return Picture(rows, range(1, self.map.cols + 1), self.width, self.height, self.map.portrait)

    def cells(self) -> dict[Space, Cell]:
        every = ((row, col) for row in range(self.map.rows) for col in range(self.map.cols))
        return {space: self.cell(space) for space in every}

    def cell(self, space: Space) -> Cell:
        where = shown_space(space)
        cell = Cell(space_text(space), words.FREE(space=where), space[0] + 1)
        if space in self.map.nile:
            return replace(cell, name=words.NILE(space=where), kind="nile", river=self.river(space))
        placed = self.board.spaces.get(space)
        return self.building(cell, placed) if placed else cell

    def building(self, cell: Cell, placed: Placed) -> Cell:
        card = placed.card
        filled = [half in self.board.halves for half in self.map.halves(placed.space)]
        facts = {"space": shown_space(placed.space), "card": card, "player": placed.player}
        name = words.FULL(**facts)
        if not all(filled):
            first, second = words.HALVES[self.map.portrait]
            full, empty = (first, second) if filled[0] else (second, first)
            name = words.HALF_FULL(**facts, filled=full, empty=empty)
        patches = [self.patch(index, card.kind if fills else "empty") for index, fills in enumerate(filled)]
        halves = [index for index, fills in enumerate(filled) if fills]
        return replace(
            cell,
            name=name,
            kind="built",
            seat=self.table.number_of(placed.player),
            patches=patches,
            icons=[self.oasis()] if card.code == OASIS else [self.icon(card, index) for index in halves],
            badge=self.badge(halves[0], card),
        )

    # Positions on a card

    def half(self, index: int) -> tuple[int, int]:
        """Return x and y of the top left corner of the half with this index: 0 is the top or left half."""
        if self.map.portrait:
            return 0, index * self.height // 2
        return index * self.width // 2, 0

    def patch(self, index: int, kind: str) -> Patch:
        size = (self.width, self.height // 2) if self.map.portrait else (self.width // 2, self.height)
        return Patch(*self.half(index), *size, kind)

    def middle(self, index: int) -> tuple[int, int]:
        patch = self.patch(index, "")
        return patch.x + patch.width // 2, patch.y + patch.height // 2

    def icon(self, card: BuildingCard, index: int) -> Icon:
        """Return the symbol in a half, placed so that the owner's sign has room beside or below it."""
        x, y = self.middle(index)
        if self.map.portrait:
            return Icon(ICONS[card.kind], x - 23, y - 12, 24)
        return Icon(ICONS[card.kind], x - 11, y - 20, 22)

    def oasis(self) -> Icon:
        x, y = self.width // 2, self.height // 2
        return Icon(ICONS[OASIS], x - 16, y - 26, 32) if self.map.portrait else Icon(ICONS[OASIS], x - 24, y - 14, 28)

    def badge(self, index: int, card: BuildingCard) -> tuple[int, int]:
        if card.code == OASIS:
            x, y = self.width // 2, self.height // 2
            return (x - BADGE // 2, y + 10) if self.map.portrait else (x + 6, y - BADGE // 2)
        x, y = self.middle(index)
        return (x + 4, y - BADGE // 2) if self.map.portrait else (x - BADGE // 2, y + 4)

    def river(self, space: Space) -> str:
        """Return the SVG path of the Nile on a space: lines from the middle to the sides where the Nile goes on."""
        joined = [step for step in STEPS if step_from(space, step) in self.map.nile]
        joined += [corner for corner in CORNERS if self._goes_across(space, corner)]
        if len(joined) == 1:
            ahead = (-joined[0][0], -joined[0][1])
            joined += [] if self.map.holds(step_from(space, ahead)) else [ahead]
        return self.lines(joined or [(0, 0)])

    def _goes_across(self, space: Space, corner: Step) -> bool:
        """Return whether the Nile goes on at this corner, and at neither of the two sides that meet there."""
        row, col = corner
        beside = {step_from(space, (row, 0)), step_from(space, (0, col))}
        return step_from(space, corner) in self.map.nile and not beside & self.map.nile

    def lines(self, steps: Sequence[Step], aside: int = 0) -> str:
        """Return the SVG path of lines from the middle of a space to its edges in these directions."""
        x, y = self.width // 2 + aside, self.height // 2 + aside
        ends = ((x + col * self.width // 2, y + row * self.height // 2) for row, col in steps)
        return "".join(f"M{x} {y}L{to_x} {to_y}" for to_x, to_y in ends)

    # The points that free spaces would earn

    def priced(self, cell: Cell, space: Space, worths: Sequence[Worth]) -> Cell:
        """Return a free space with the points that a card would earn there. `worths` has one value."""
        facts: Facts = {"space": shown_space(space), "points": str(worths[0])}
        if len(worths) == 1:
            figure = Figure(self.width // 2, self.height // 2, str(worths[0]))
            return replace(cell, name=words.FREE_FOR(**facts), figures=[figure])
        first, second = words.HALVES[self.map.portrait]
        name = words.FREE_HALVES(**facts, first=first, second=second, others=str(worths[1]))
        return replace(
            cell,
            name=name,
            patches=[self.patch(index, "open") for index in (0, 1)],
            figures=[figure for index, worth in enumerate(worths) for figure in self.figures(index, worth)],
        )

    def figures(self, index: int, worth: Worth) -> list[Figure]:
        """Return the figures that show the points of a half. On landscape cards, doubled points take two lines."""
        x, y = self.middle(index)
        if self.map.portrait or worth.points == worth.all:
            return [Figure(x, y, str(worth))]
        return [Figure(x, y - 9, str(worth.points)), Figure(x, y + 9, f"→{worth.all}")]

    # The oases at the end

    def bars(self, placed: Placed) -> list[Patch]:
        return [self.bar(half, step) for half, step in self.board.palaces_beside(placed)]

    def bar(self, half: HalfSpace, step: Step) -> Patch:
        """Return a bar inside the card, at the edge where this half touches the palace half."""
        index = half[0] % 2 if self.map.portrait else half[1] % 2
        patch, long, thick = self.patch(index, ""), 16, 5
        x, y = self.middle(index)
        if step[0]:
            return Patch(x - long // 2, patch.y if step[0] < 0 else patch.y + patch.height - thick, long, thick, "bar")
        return Patch(patch.x if step[1] < 0 else patch.x + patch.width - thick, y - long // 2, thick, long, "bar")


def drawn(board: Board, table: KrimsutepTable) -> Picture:
    """Return the picture of a board during the game."""
    pencil = Pencil(board, table)
    return pencil.picture(pencil.cells())


def drawn_at_the_end(board: Board, table: KrimsutepTable) -> Picture:
    """Return the picture of a board at the end of the game."""
    pencil = Pencil(board, table)
    cells = pencil.cells()
    for seat, player in table.numbered:
        placed = board.oasis_card(player)
        if placed is None:
            continue
        way = board.map.way(placed.space)
        for before, space, after in zip([None, *way], way, [*way[1:], None], strict=False):
            steps = [(other[0] - space[0], other[1] - space[1]) for other in (before, after) if other]
            part = Way(seat, pencil.lines(steps, aside=4 * seat - 6))
            cells[space] = replace(cells[space], ways=[*cells[space].ways, part])
        cells[placed.space] = replace(cells[placed.space], bars=pencil.bars(placed))
    return pencil.picture(cells)
