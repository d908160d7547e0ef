"""The board as a page draws it: one small picture a space, and what each place would earn. Lengths in units of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from games.kernel.words import Message, Phrase

from .board import STEPS, Board, HalfSpace, Placed, Space, Step
from .cards import BUILDINGS, OASIS, BuildingCard
from .options import GROUP, KrimsutepOptions, KrimsutepTable, shown_space, space_text

# What a space is called, for those who hear it.

NILE = Phrase("nile", de="{space}: der Nil", en="{space}: the Nile")
FREE = Phrase("free", de="{space}: frei", en="{space}: free")
FREE_FOR = Phrase("free_for", de="{space}: frei, bringt {points}", en="{space}: free, earns {points}")
FREE_HALVES = Phrase(
    "free_halves",
    de="{space}: frei, {first} bringt {points}, {second} {others}",
    en="{space}: free, {first} earns {points}, {second} {others}",
)
FULL = Phrase("full", de="{space}: {card} von {player}", en="{space}: {card} of {player}")
HALF_FULL = Phrase(
    "half_full",
    de="{space}: {card} von {player}, {filled}; {empty} leer",
    en="{space}: {card} of {player}, {filled}; {empty} empty",
)
HALVES = {
    True: (
        Phrase("half", de="obere Hälfte", en="upper half"),
        Phrase("half", de="untere Hälfte", en="lower half"),
    ),
    False: (
        Phrase("half", de="linke Hälfte", en="left half"),
        Phrase("half", de="rechte Hälfte", en="right half"),
    ),
}

# What is said of building, before and after.

FIRST_A_CARD = Phrase(
    "first_a_card",
    de="{player} baut: erst eine Baukarte antippen, dann ein Feld.",
    en="{player} builds: tap a building card, then a space.",
)
NOW_A_SPACE = Phrase(
    "now_a_space",
    de="{player}: {card}. Die Zahlen sagen, was ein Feld bringt.",
    en="{player}: {card}. The figures say what a space earns.",
)
NOW_A_SPACE_DOUBLED = Phrase(
    "now_a_space_doubled",
    de="{player}: {card}, {suit} gewonnen. Punkte: einfach → doppelt.",
    en="{player}: {card}, {suit} won. Points: once → doubled.",
)
TURN_IT = Phrase(
    "turn_it",
    de="Gebautes noch einmal antippen: drehen, dann zurücknehmen.",
    en="Tap what was built again: it turns, then it is taken back.",
)
STANDS = Phrase("stands", de="{card}, {space}: {points}", en="{card}, {space}: {points}")
STANDS_DOUBLED = Phrase(
    "stands_doubled", de="{card}, {space}: 2 × {points} = {all}", en="{card}, {space}: 2 × {points} = {all}"
)
CHOSEN = Phrase("chosen", de="{card}: wohin?", en="{card}: where?")
NOTHING_YET = Phrase("nothing_yet", de="noch nichts", en="nothing yet")

SIDES = ("first", "second")
ICONS = {"palace": "palast", "obelisk": "obelisk", "oasis": "oase"}
BADGE = 16
# A card's width and height: upright or lying, and never too small for a thumb on a narrow phone.
SIZES = {(True, 5): (60, 72), (True, 6): (50, 68), (False, 5): (60, 48), (False, 6): (50, 48)}


class Worth(NamedTuple):
    """What a place earns, in victory points: before doubling and in the end."""

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
    """A number on a free space."""

    x: int
    y: int
    text: str


class Patch(NamedTuple):
    """A half of a card that something fills, or that lies empty beside it."""

    x: int
    y: int
    width: int
    height: int
    kind: str


class Bar(NamedTuple):
    """A palace half beside an oasis, marked at its edge."""

    x: int
    y: int
    width: int
    height: int


class Way(NamedTuple):
    """A part of the way from a player's oasis to the Nile."""

    seat: int
    path: str


@dataclass(frozen=True)
class Cell:
    """One space of the board. `seat` is its builder's, `fresh` if built in the round being entered."""

    value: str
    name: Message
    row: int
    river: str = ""
    kind: str = "free"
    seat: int | None = None
    fresh: bool = False
    patches: Sequence[Patch] = ()
    icons: Sequence[Icon] = ()
    badge: tuple[int, int] = (0, 0)
    figures: Sequence[Figure] = ()
    bars: Sequence[Bar] = ()
    ways: Sequence[Way] = ()


@dataclass(frozen=True)
class Picture:
    """The whole board, row by row, on cards of this size."""

    rows: Sequence[tuple[int, Sequence[Cell]]]
    columns: range
    width: int
    height: int
    portrait: bool

    @property
    def built(self) -> list[Cell]:
        return [cell for _, cells in self.rows for cell in cells if cell.seat is not None]


@dataclass(frozen=True)
class Builder:
    """One player's building in the round being entered."""

    seat: int
    said: Message | Phrase
    placed: bool


class _Pencil:
    """Draws one board for one table."""

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
        cell = Cell(space_text(space), FREE(space=where), space[0] + 1)
        if space in self.map.nile:
            return replace(cell, name=NILE(space=where), kind="nile", river=self.river(space))
        placed = self.board.spaces.get(space)
        return self.building(cell, placed) if placed else cell

    def building(self, cell: Cell, placed: Placed) -> Cell:
        card = placed.card
        filled = [half in self.board.halves for half in self.map.halves(placed.space)]
        facts = {"space": shown_space(placed.space), "card": card, "player": placed.player}
        name = FULL(**facts)
        if not all(filled):
            first, second = HALVES[self.map.portrait]
            full, empty = (first, second) if filled[0] else (second, first)
            name = HALF_FULL(**facts, filled=full, empty=empty)
        patches = [self.patch(index, card.kind if fills else "empty") for index, fills in enumerate(filled)]
        halves = [index for index, fills in enumerate(filled) if fills]
        return replace(
            cell,
            name=name,
            kind="built",
            seat=self.table.players.index(placed.player),
            patches=patches,
            icons=[self.oasis()] if card.code == OASIS else [self.icon(card, index) for index in halves],
            badge=self.badge(halves[0], card),
        )

    # Places on a card

    def half(self, index: int) -> tuple[int, int]:
        """The width and height of a half, or where it begins: as many of them to the right or down."""
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
        """A half's symbol, with room for the owner's sign beside or under it."""
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
        """From the middle to the waters beside it; where it has just one, off the board too if that lies ahead."""
        joined = [step for step in STEPS if _go(space, step) in self.map.nile]
        if len(joined) == 1:
            ahead = (-joined[0][0], -joined[0][1])
            joined += [] if self.map.holds(_go(space, ahead)) else [ahead]
        return self.lines(joined or [(0, 0)])

    def lines(self, steps: Sequence[Step], aside: int = 0) -> str:
        """From the middle to the edges in these directions; `aside` of it where several may run together."""
        x, y = self.width // 2 + aside, self.height // 2 + aside
        ends = ((x + col * self.width // 2, y + row * self.height // 2) for row, col in steps)
        return "".join(f"M{x} {y}L{to_x} {to_y}" for to_x, to_y in ends)

    # What free spaces would earn

    def priced(self, cell: Cell, space: Space, worths: Sequence[Worth]) -> Cell:
        """A free space with what it would earn: of a half-filled card in either half."""
        facts: dict[str, Any] = {"space": shown_space(space), "points": str(worths[0])}
        if len(worths) == 1:
            figure = Figure(self.width // 2, self.height // 2, str(worths[0]))
            return replace(cell, name=FREE_FOR(**facts), figures=[figure])
        first, second = HALVES[self.map.portrait]
        name = FREE_HALVES(**facts, first=first, second=second, others=str(worths[1]))
        return replace(
            cell,
            name=name,
            patches=[self.patch(index, "open") for index in (0, 1)],
            figures=[figure for index, worth in enumerate(worths) for figure in self.figures(index, worth)],
        )

    def figures(self, index: int, worth: Worth) -> list[Figure]:
        """What a half earns; on the narrow halves of lying cards in two lines."""
        x, y = self.middle(index)
        if self.map.portrait or worth.points == worth.all:
            return [Figure(x, y, str(worth))]
        return [Figure(x, y - 9, str(worth.points)), Figure(x, y + 9, f"→{worth.all}")]

    # The oases at the end

    def bars(self, placed: Placed) -> list[Bar]:
        return [self.bar(half, step) for half, step in self.board.palaces_beside(placed)]

    def bar(self, half: HalfSpace, step: Step) -> Bar:
        """At the edge of a half, inside the card, towards the palace."""
        index = half[0] % 2 if self.map.portrait else half[1] % 2
        patch, long, thick = self.patch(index, ""), 16, 5
        x, y = self.middle(index)
        if step[0]:
            return Bar(x - long // 2, patch.y if step[0] < 0 else patch.y + patch.height - thick, long, thick)
        return Bar(patch.x if step[1] < 0 else patch.x + patch.width - thick, y - long // 2, thick, long)


def _go(space: Space, step: Step) -> Space:
    return space[0] + step[0], space[1] + step[1]


def drawn(board: Board, table: KrimsutepTable) -> Picture:
    """The board as it stands."""
    pencil = _Pencil(board, table)
    return pencil.picture(pencil.cells())


def drawn_at_the_end(board: Board, table: KrimsutepTable) -> Picture:
    """The board with each oasis' way to the Nile and the palace halves beside it."""
    pencil = _Pencil(board, table)
    cells = pencil.cells()
    for seat, player in enumerate(table.players):
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


# A round being entered


@dataclass
class Plot:
    """A player's building as far as it is said: its card, and where it stands if it may stand there."""

    seat: int
    player: str
    doubled: bool = False
    card: BuildingCard | None = None
    space: Space | None = None
    second: bool = False
    worth: Worth | None = None


@dataclass
class Ground:
    """The board while a round is entered: building by building, each on what those before have built."""

    board: Board
    table: KrimsutepTable
    plots: list[Plot] = field(default_factory=list)
    active: Plot | None = None
    before: Board | None = None  # as the active player finds it

    @property
    def in_groups(self) -> bool:
        options: KrimsutepOptions = self.table.options
        return options.obelisk_chain == GROUP

    def build(self, plot: Plot, building: Mapping[str, Any]) -> None:
        """One more building; what may not stand where it is said to stand is not drawn."""
        self.plots.append(plot)
        if self.active is plot:
            self.before = self.board
        code, at, side = building.get("card"), building.get("at"), building.get("side")
        plot.card = BUILDINGS.get(code) if isinstance(code, str) else None
        if plot.card is None or not isinstance(at, list) or not self.board.is_free((at[0], at[1])):
            return
        if side in SIDES if plot.card.halves == 1 else side is None:
            plot.space, plot.second = (at[0], at[1]), side == SIDES[1]
            self.board = self.board.build(plot.player, plot.card, plot.space, plot.second)
            plot.worth = self.worth(self.board, plot, plot.space)

    def worth(self, board: Board, plot: Plot, space: Space) -> Worth:
        points = board.worth(space, self.in_groups)
        return Worth(points, 2 * points if plot.doubled else points)

    def picture(self) -> Picture:
        pencil = _Pencil(self.board, self.table)
        cells = pencil.cells()
        for space in (each.space for each in self.plots if each.space):
            cells[space] = replace(cells[space], fresh=True)
        plot, before = self.active, self.before
        if plot and plot.card and before:
            sides = (False, True) if plot.card.halves == 1 else (False,)
            for space, cell in cells.items():
                if self.board.is_free(space):
                    would = [before.build(plot.player, plot.card, space, second) for second in sides]
                    cells[space] = pencil.priced(cell, space, [self.worth(each, plot, space) for each in would])
        return pencil.picture(cells)

    def builders(self) -> list[Builder]:
        return [Builder(plot.seat, _said_of(plot), plot.space is not None) for plot in self.plots]

    def told(self, suits: Mapping[str, Phrase]) -> Message | Phrase:
        """What to do next."""
        plot = self.active
        if plot is None or plot.space:
            return TURN_IT
        if plot.card is None:
            return FIRST_A_CARD(player=plot.player)
        if plot.doubled:
            return NOW_A_SPACE_DOUBLED(player=plot.player, card=plot.card, suit=suits[plot.card.suit])
        return NOW_A_SPACE(player=plot.player, card=plot.card)


def _said_of(plot: Plot) -> Message | Phrase:
    if plot.card is None:
        return NOTHING_YET
    if plot.space is None or plot.worth is None:
        return CHOSEN(card=plot.card)
    facts = {"card": plot.card, "space": shown_space(plot.space), "points": plot.worth.points, "all": plot.worth.all}
    return (STANDS_DOUBLED if plot.doubled else STANDS)(**facts)
