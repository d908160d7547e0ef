"""The board while a round is entered: the buildings one by one, and the points that each free space would earn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from games.kernel.words import Message, Phrase

from . import words
from .board import SIDES, Board, Space
from .cards import BUILDINGS, BuildingCard
from .drawing import Pencil, Picture, Worth
from .faces import SUIT_SHORT
from .options import GROUP, KrimsutepTable, shown_space


@dataclass(frozen=True)
class Builder:
    """A player in the list of the building order. `said`: the building in words. `placed`: whether it has a space."""

    seat: int
    said: Message | Phrase
    placed: bool


@dataclass
class Plot:
    """A player's building in the round that is being entered."""

    seat: int
    player: str
    doubled: bool = False  # whether the player has won the suit of the card
    card: BuildingCard | None = None  # None until it is entered
    space: Space | None = None  # None until it is entered, and as long as `Ground.build` refuses it
    second: bool = False  # whether the card fills the second half of the space
    worth: Worth | None = None  # building's points; None without a space


@dataclass
class Ground:
    """The board while a round is entered: the buildings are added in building order."""

    board: Board
    table: KrimsutepTable
    plots: list[Plot] = field(default_factory=list)
    active: Plot | None = None
    before: Board | None = None  # the board before the active player builds

    @property
    def in_groups(self) -> bool:
        return self.table.options.obelisk_chain == GROUP

    def build(self, plot: Plot, building: Mapping[str, Any]) -> None:
        """Append the plot, and build the record's building on the board."""
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
        pencil = Pencil(self.board, self.table)
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

    def next_step(self) -> Message | Phrase:
        """Return the sentence that tells the active player what to do next."""
        plot = self.active
        if plot is None or plot.space:
            return words.TURN_IT
        if plot.card is None:
            return words.FIRST_A_CARD(player=plot.player)
        if plot.doubled:
            return words.NOW_A_SPACE_DOUBLED(player=plot.player, card=plot.card, suit=SUIT_SHORT[plot.card.suit])
        return words.NOW_A_SPACE(player=plot.player, card=plot.card)


def _said_of(plot: Plot) -> Message | Phrase:
    if plot.card is None:
        return words.NOTHING_YET
    if plot.space is None or plot.worth is None:
        return words.CHOSEN(card=plot.card)
    facts = {"card": plot.card, "space": shown_space(plot.space), "points": plot.worth.points, "all": plot.worth.all}
    return (words.STANDS_DOUBLED if plot.doubled else words.STANDS)(**facts)
